import type {IncomingMessage} from 'node:http';

/** Chunks of a body from which on they are looked at, and bytes that they must have on average then. */
const mostTiny = 8192;
const tinyBytes = 128;

/**
 * Ends a connection whose body comes in very many tiny chunks. Each is an object of its own until the body is whole, so
 * a body of 1 MiB in chunks of one byte takes 400 MiB.
 */
export function refuseTinyChunks(request: IncomingMessage): void {
	if (request.headers['transfer-encoding'] === undefined && request.headers['content-length'] === undefined) {
		return;
	}
	let chunks = 0;
	let bytes = 0;
	const push = request.push.bind(request);
	request.push = (chunk: Buffer | null, encoding) => {
		chunks += 1;
		bytes += chunk?.length ?? 0;
		if (chunks > mostTiny && bytes < chunks * tinyBytes) {
			request.socket.destroy();
			return false;
		}
		return push(chunk, encoding);
	};
}
