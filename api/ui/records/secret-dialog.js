import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

/** A key that the service will not show again. @param {{secret: string, onClose: () => void}} props */
export function SecretDialog({secret, onClose}) {
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
