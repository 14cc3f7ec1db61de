import {useEffect, useState} from 'preact/hooks';
import type {Backup} from '../client/schemas.ts';
import {Button} from '../parts/button.ts';
import {Confirm, Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {counted, moment, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';

export type {Backup} from '../client/schemas.ts';

/** Milliseconds between two looks whether the service is back. */
const lookMs = 2000;
/** Milliseconds after which a restore takes longer than most. */
const longMs = 300_000;

/**
 * Says what a backup holds, and restores it.
 * @param props `last`: when something was restored before.
 */
export function RestoreBackup({
	backup,
	isPossible,
	last,
	onClose,
}: {
	backup: Backup;
	isPossible: boolean;
	last: string | null;
	onClose: () => void;
}) {
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

/** Waits until the service is back. Whoever was logged in is not any more, unless nothing was restored. */
function Restoring({before, onFailed}: {before: string | null; onFailed: () => void}) {
	const {notify} = useApp();
	const [isLong, setLong] = useState(false);
	useEffect(() => {
		const late = setTimeout(() => setLong(true), longMs);
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
		return () => {
			clearTimeout(timer);
			clearTimeout(late);
		};
	}, []);
	return html`<${Dialog} title="Restoring …" isShownOnce onClose=${isLong ? onFailed : () => {}}>
		<p role="status"><span class="spinner" /> The backup is checked and restored, and Kinoteka restarts. This takes a minute or two; the page continues by itself.</p>
		${isLong && html`<p class="hint">This takes longer than usual. What the service writes where it was started says how far it is.</p>`}<//>`;
}
