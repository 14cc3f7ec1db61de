import {useRef, useState} from 'preact/hooks';
import {toBase64} from '../client/base64.ts';
import {patiently} from '../client/patiently.ts';
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
		const {id, pieceBytes} = await client.post('api/backup-uploads', {size: file.size});
		for (let offset = 0; offset < file.size; offset += pieceBytes) {
			const content = await toBase64(file.slice(offset, offset + pieceBytes));
			if (!isWanted.current) {
				return null;
			}
			await patiently(() => client.put(`api/backup-uploads/${id}`, {offset, content}));
			setSent({done: Math.min(file.size, offset + pieceBytes), total: file.size});
		}
		return (await client.post(`api/backup-uploads/${id}/finish`)).name;
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
		<${Button} icon="up" label="Upload a backup" onClick=${() => input.current?.click()} />
		${
			sent &&
			html`<${Dialog} title="Uploading a backup" isShownOnce onClose=${stop}>
				<${Progress} percent=${(sent.done / Math.max(1, sent.total)) * 100} label="Uploaded" />
				<p class="hint" role="status">${size(sent.done)} of ${size(sent.total)}</p>
				<footer class="actions"><${Button} label="Cancel" onClick=${stop} /></footer><//>`
		}`;
}
