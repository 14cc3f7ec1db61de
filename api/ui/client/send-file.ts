import type {Client} from './client.ts';
import {patiently} from './patiently.ts';

/** At most 16 MiB; smaller ones come through proxies that allow less. */
const pieceBytes = 4 * 1024 * 1024;

interface Sending {
	client: Client;
	/** Whether it is still to be sent. */
	isWanted(): boolean;
	/** Called with the bytes that have arrived. */
	onSent(bytes: number): void;
}

/**
 * Sends a file in pieces, as bytes.
 * @returns Its id; null if it was broken off.
 */
export async function sendFile(path: string, file: File, {client, isWanted, onSent}: Sending): Promise<string | null> {
	const {id} = await client.post(path, {name: file.name, size: file.size});
	for (let offset = 0; offset < file.size; offset += pieceBytes) {
		if (!isWanted()) {
			await client.remove(`${path}/${id}`);
			return null;
		}
		await patiently(() => client.putBytes(`${path}/${id}?offset=${offset}`, file.slice(offset, offset + pieceBytes)));
		onSent(Math.min(file.size, offset + pieceBytes));
	}
	return id;
}
