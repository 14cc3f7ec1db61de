import {useEffect, useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Confirm, Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {counted, moment, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';

/** Milliseconds between two looks whether the service is back. */
const lookMs = 2000;

/**
 * @typedef {object} Backup What is known of one.
 * @property {string} name
 * @property {string} machine Host name of the machine on which it lies.
 * @property {string} createdAt
 * @property {string} version
 * @property {'schedule' | 'person'} madeBy
 * @property {number} bytes
 * @property {number} documents
 * @property {number} movies
 * @property {number} series
 * @property {boolean} hasKey
 * @property {string} restoreCommand
 */

/**
 * Says what a backup holds, and restores it.
 * @param {{backup: Backup, isPossible: boolean, last: string | null, onClose: () => void}} props
 * `last`: when something was restored before.
 */
export function RestoreBackup({backup, isPossible, last, onClose}) {
	const {client, attempt} = useApp();
	const [isRestoring, setRestoring] = useState(false);
	const {name, createdAt, version, movies, series, hasKey, restoreCommand} = backup;
	const what = html`<p>It was made ${moment(createdAt)} by version ${version}, and holds ${counted(movies, 'movie')} and ${number(series)} series with their history, all settings and all users.</p>
		${!hasKey && html`<p>The secret key is not in it. Its passwords can only be read with the key that Kinoteka had then.</p>`}`;
	if (isRestoring) {
		return html`<${Restoring} before=${last} onFailed=${onClose} />`;
	}
	if (!isPossible) {
		return html`<${Dialog} title="Restore this backup" onClose=${onClose}>${what}
			<p>The parts of this service were started one by one. Stop them all, and run this where it is installed:</p>
			<pre class="command"><code>${restoreCommand}</code></pre>
			<footer class="actions"><${Button} label="Close" onClick=${onClose} /></footer><//>`;
	}
	const restore = async () => {
		if (await attempt(() => client.post(`api/backups/${name}/restore`).then(() => null))) {
			setRestoring(true);
		}
	};
	return html`<${Confirm} title="Restore this backup?" action="Restore" onConfirm=${restore} onClose=${onClose}>${what}
		<p>Everything that Kinoteka knows now is replaced, after a backup of it. Your media files stay as they are. Kinoteka restarts, and everybody has to log in again.</p><//>`;
}

/**
 * Waits until the service is back. Whoever was logged in is not any more, unless nothing was restored.
 * @param {{before: string | null, onFailed: () => void}} props
 */
function Restoring({before, onFailed}) {
	const {notify} = useApp();
	useEffect(() => {
		const look = async () => {
			const reply = await fetch('api/backups', {headers: {accept: 'application/json'}}).catch(() => null);
			if (reply?.status === 401) {
				location.reload();
				return;
			}
			const last = reply?.ok ? (await reply.json().catch(() => null))?.lastRestore : null;
			if (last && last.at !== before) {
				if (last.error === null) {
					location.reload();
					return;
				}
				notify(`Nothing was restored: ${last.error}`, {isError: true});
				onFailed();
				return;
			}
			timer = setTimeout(look, lookMs);
		};
		let timer = setTimeout(look, lookMs);
		return () => clearTimeout(timer);
	}, []);
	return html`<${Dialog} title="Restoring …" isShownOnce onClose=${() => {}}>
		<p role="status"><span class="spinner" /> The backup is checked and restored, and Kinoteka restarts. This takes a minute or two; the page continues by itself.</p><//>`;
}
