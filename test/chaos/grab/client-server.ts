import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface Asked {
	url: URL;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

/** A text, or an object that is sent as JSON; null ends the connection without an answer. */
export type ClientReply = {status?: number; text: string} | {json: unknown} | null;

export interface ClientServer {
	url: string;
	close(): Promise<void>;
}

/** Bytes; the files that are sent to our clients are small. */
const maxBytes = 1_000_000;

/** Serves the HTTP API of a download client on the loopback address. */
export async function serveClient(answer: (asked: Asked) => Promise<ClientReply> | ClientReply): Promise<ClientServer> {
	const server = createServer(async (request, response) => {
		try {
			const reply = await answer({
				url: new URL(request.url ?? '/', 'http://127.0.0.1'),
				headers: request.headers,
				body: await readBody(request),
			});
			if (reply === null) {
				request.socket.destroy();
				return;
			}
			const isText = 'text' in reply;
			response.writeHead(isText ? (reply.status ?? 200) : 200, {'content-type': isText ? 'text/plain' : 'application/json'});
			response.end(isText ? reply.text : JSON.stringify(reply.json));
		} catch {
			// The caller was killed while it sent or waited.
			request.socket.destroy();
		}
	});
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** The file of a form, and its other fields. */
export async function readForm({headers, body}: Asked): Promise<{file: Buffer | null; fields: Record<string, string>}> {
	const request = new Request('http://127.0.0.1/', {
		method: 'POST',
		body: Uint8Array.from(body),
		headers: {'content-type': headers['content-type'] ?? ''},
	});
	const entries = [...(await request.formData())];
	const file = entries.map(([, value]) => value).find(value => value instanceof File);
	const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
	return {file: file ? Buffer.from(await file.arrayBuffer()) : null, fields: Object.fromEntries(fields)};
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > maxBytes) {
			throw new Error('too large');
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
