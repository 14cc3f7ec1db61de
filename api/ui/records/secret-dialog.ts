import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

/** A key that the service will not show again. */
export function SecretDialog({secret, onClose}: {secret: string; onClose: () => void}) {
	const {attempt} = useApp();
	const copy = () => attempt(() => navigator.clipboard.writeText(secret), 'Copied.');
	return html`<${Dialog} title="The new key" isShownOnce onClose=${onClose}>
		<${TextField} label="Key" hint="Copy it now: it is shown only once." value=${secret} onInput=${() => {}} readonly />
		<footer class="actions">
			${navigator.clipboard && html`<${Button} label="Copy" onClick=${copy} />`}
			<${Button} kind="primary" label="Done" onClick=${onClose} />
		</footer>
	<//>`;
}
