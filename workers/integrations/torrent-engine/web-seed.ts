import type {Torrent} from 'webtorrent';
import type WebSeed from 'webtorrent/lib/webconn.js';
import type {Http} from '../http/http.ts';

const answersWithinMs = 60_000;
const maxRedirects = 3;

interface Deps {
	http: Http;
	allowPrivate(): boolean;
	/** Milliseconds for a part of a piece, however many files it is in; a minute by default. */
	limitMs?: number;
}

/** webtorrent's web seed (BEP 19), which fetches by our guarded client instead of its own. */
export async function openWebSeed(url: string, torrent: Torrent, {http, allowPrivate, limitMs = answersWithinMs}: Deps): Promise<WebSeed> {
	const {default: Base} = await import('webtorrent/lib/webconn.js');
	const closed = new AbortController();
	const fetchPart = async ({address, start, length}: Part, signal: AbortSignal): Promise<Uint8Array> => {
		const {status, body} = await http({
			url: address,
			headers: {range: `bytes=${start}-${start + length - 1}`, 'accept-encoding': 'identity'},
			maxBytes: length,
			redirects: maxRedirects,
			network: allowPrivate() ? 'any' : 'public',
			timeoutMs: limitMs,
			signal,
		});
		if ((status !== 206 && status !== 200) || body.length !== length) {
			throw new Error(`The web seed answered with status ${status} and ${body.length} bytes.`);
		}
		return body;
	};
	/** One after another: a piece may be in thousands of files. */
	const fetchAll = async (parts: Part[]): Promise<Uint8Array[]> => {
		const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(limitMs)]);
		const found: Uint8Array[] = [];
		for (const part of parts) {
			found.push(await fetchPart(part, signal));
		}
		return found;
	};
	return new (class extends Base {
		override destroy(): void {
			closed.abort();
			super.destroy();
		}

		override httpRequest(piece: number, offset: number, length: number, done: (error: unknown, data?: Uint8Array) => void): void {
			const parts = partsOf(url, torrent, {start: piece * torrent.pieceLength + offset, length});
			fetchAll(parts).then(
				found => done(null, Buffer.concat(found)),
				error => done(error),
			);
		}
	})(url, torrent);
}

interface Part {
	address: string;
	/** Bytes from the start of the file. */
	start: number;
	length: number;
}

/** Which bytes of which files make up these bytes of the torrent. */
function partsOf(url: string, {files, path: folder}: Torrent, {start, length}: {start: number; length: number}): Part[] {
	const [only] = files;
	if (files.length === 1 && only) {
		const isFolder = url.endsWith('/');
		return [{address: isFolder ? url + escapePath(only.path) : url, start, length}];
	}
	const base = url.endsWith('/') ? url : `${url}/`;
	const end = start + length;
	return files
		.filter(file => file.offset < end && file.offset + file.length > start)
		.map(file => {
			const from = Math.max(start, file.offset);
			const relative = file.path.replace(folder, '');
			return {
				address: base + escapePath(relative),
				start: from - file.offset,
				length: Math.min(end, file.offset + file.length) - from,
			};
		});
}

function escapePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
