import {useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';

/** Makes a key for calendar programs, and shows the address with it once: the service keeps only its hash. */
export function FeedDialog({onClose}: {onClose: () => void}) {
	const {client, attempt} = useApp();
	const [address, setAddress] = useState('');
	const make = () =>
		attempt(async () => {
			const {key} = await client.post('api/settings/system/api-keys', {name: 'Calendar feed', type: 'calendar'});
			setAddress(String(new URL(`api/calendar.ics?key=${encodeURIComponent(key.value)}`, document.baseURI)));
		});
	const copy = () => attempt(() => navigator.clipboard.writeText(address), 'Copied.');
	if (address === '') {
		return html`<${Dialog} title="Calendar feed" onClose=${onClose}>
			<div class="asked"><p>Calendar programs on phones and computers can show what airs and is released. They use a separate address, which gives access to nothing else.</p></div>
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" label="Create an address" onClick=${make} /></footer>
		<//>`;
	}
	return html`<${Dialog} title="Calendar feed" isShownOnce onClose=${onClose}>
		<${TextField} label="Address" hint="Copy it now: it is shown only once." value=${address} onInput=${() => {}} readonly />
		<p class="hint">Anyone who has it can see your calendar. It stops working when you delete its <a href=${to('settings/api-keys')}>key</a>.</p>
		<footer class="actions">
			${navigator.clipboard && html`<${Button} label="Copy" onClick=${copy} />`}
			<${Button} kind="primary" label="Done" onClick=${onClose} />
		</footer>
	<//>`;
}
