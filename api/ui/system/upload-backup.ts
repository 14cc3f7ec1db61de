import {useRef, useState} from 'preact/hooks';
import {sendFile} from '../client/send-file.ts';
import {Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';

/** Sends a downloaded backup in pieces, and tells its name. */
export function UploadBackup({onUploaded}: {onUploaded: (name: string) => void}) {
	const {client, attempt} = useApp();
	const input = useRef<HTMLInputElement | null>(null);
	const isWanted = useRef(false);
	const [sent, setSent] = useState<{done: number; total: number} | null>(null);

	/** @returns Null if it was broken off. */
	async function send(file: File): Promise<string | null> {
		const isSending = () => isWanted.current;
		const id = await sendFile('api/backup-uploads', file, {client, isWanted: isSending, onSent: done => setSent({done, total: file.size})});
		return id === null ? null : (await client.post(`api/backup-uploads/${id}/finish`)).name;
	}

	const choose = async ({currentTarget}: FieldEvent) => {
		const [file] = currentTarget.files;
		currentTarget.value = '';
		if (!file) {
			return;
		}
		isWanted.current = true;
		setSent({done: 0, total: file.size});
		await attempt(async () => {
			const name = await send(file);
			if (name !== null) {
				onUploaded(name);
			}
		});
		setSent(null);
	};
	const stop = () => {
		isWanted.current = false;
		setSent(null);
	};
	return html`<input ref=${input} type="file" hidden accept=".tar,application/x-tar" aria-label="Backup" onChange=${choose} />
		<${Button} icon="upload" label="Upload a backup" onClick=${() => input.current?.click()} />
		${
			sent &&
			html`<${Dialog} title="Uploading a backup" isShownOnce onClose=${stop}>
				<${Progress} percent=${(sent.done / Math.max(1, sent.total)) * 100} label="Uploaded" />
				<p class="hint" role="status">${size(sent.done)} of ${size(sent.total)}</p>
				<footer class="actions"><${Button} label="Cancel" onClick=${stop} /></footer><//>`
		}`;
}
