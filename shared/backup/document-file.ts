import {createHash} from 'node:crypto';
import {createReadStream, createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {createGunzip, createGzip} from 'node:zlib';
import type {RawDocuments} from '../store/system/snapshots.ts';

export interface WrittenFile {
	bytes: number;
	sha256: string;
}

/** Bytes that are compressed at a time: each call of zlib costs as much as compressing a few documents. */
const chunkBytes = 256 * 1024;
/** MongoDB allows 16 MiB, and a little more within the server. */
const maxDocumentBytes = 17 * 2 ** 20;
const shortestDocument = 5;

/** Writes documents one after another, as `mongodump --gzip` does, and returns how many. */
export async function writeDocuments(
	path: string,
	documents: RawDocuments,
	{signal, onDocuments}: {signal: AbortSignal; onDocuments(count: number): void},
): Promise<WrittenFile & {documents: number}> {
	let count = 0;
	async function* chunks() {
		let chunk: Uint8Array[] = [];
		let size = 0;
		for await (const document of documents) {
			chunk.push(document);
			size += document.length;
			count += 1;
			if (size >= chunkBytes) {
				onDocuments(chunk.length);
				yield Buffer.concat(chunk);
				[chunk, size] = [[], 0];
			}
		}
		onDocuments(chunk.length);
		yield Buffer.concat(chunk);
	}
	const sum = createSum();
	await pipeline(chunks, createGzip({level: 3}), sum.pass, createWriteStream(path, {mode: 0o600, flags: 'wx', flush: true}), {signal});
	return {documents: count, ...sum.result()};
}

/** Size and checksum of a file. */
export async function readSum(path: string, signal: AbortSignal): Promise<WrittenFile> {
	const sum = createSum();
	await pipeline(
		createReadStream(path),
		sum.pass,
		async source => {
			for await (const _chunk of source) {
				// Only the checksum counts.
			}
		},
		{signal},
	);
	return sum.result();
}

/** The documents of a file in batches of at most some MiB. Throws if the file ends in the middle of a document. */
export async function* readDocuments(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array[]> {
	const source = createReadStream(path, {signal}).on('error', error => unzipped.destroy(error));
	const unzipped = source.pipe(createGunzip({chunkSize: chunkBytes}));
	let remaining: Buffer = Buffer.alloc(0);
	for await (const chunk of unzipped) {
		remaining = remaining.length === 0 ? chunk : Buffer.concat([remaining, chunk]);
		const documents: Uint8Array[] = [];
		for (let length = lengthOf(remaining); length !== null && length <= remaining.length; length = lengthOf(remaining)) {
			documents.push(remaining.subarray(0, length));
			remaining = remaining.subarray(length);
		}
		if (documents.length > 0) {
			yield documents;
		}
	}
	if (remaining.length > 0) {
		throw new Error(`${path} ends in the middle of a document`);
	}
}

/** A document begins with its length. */
function lengthOf(bytes: Buffer): number | null {
	if (bytes.length < shortestDocument) {
		return null;
	}
	const length = bytes.readInt32LE(0);
	if (length < shortestDocument || length > maxDocumentBytes) {
		throw new Error(`A document cannot have ${length} bytes`);
	}
	return length;
}

function createSum() {
	const hash = createHash('sha256');
	let bytes = 0;
	return {
		async *pass(source: AsyncIterable<Buffer>) {
			for await (const chunk of source) {
				hash.update(chunk);
				bytes += chunk.length;
				yield chunk;
			}
		},
		result: (): WrittenFile => ({bytes, sha256: hash.digest('hex')}),
	};
}
