import {open} from 'node:fs/promises';
import {parentPort} from 'node:worker_threads';
import {mediaInfoFactory} from 'mediainfo.js';
import type {Track} from './media-info-reader.ts';

/** Bytes per read. Headers fit into one, and even a file of many gigabytes needs only a few. */
const chunkSize = 256 * 1024;

const reader = await mediaInfoFactory({format: 'JSON', chunkSize});

async function readTracks(path: string): Promise<Track[]> {
	const file = await open(path, 'r');
	// The parser may hide why a read failed.
	let failure: unknown = null;
	try {
		const {size} = await file.stat();
		const read = async (length: number, offset: number) => {
			try {
				const {buffer, bytesRead} = await file.read(new Uint8Array(length), 0, length, offset);
				return buffer.subarray(0, bytesRead);
			} catch (error) {
				failure = error;
				throw error;
			}
		};
		const text = await reader.analyzeData(size, read).catch(error => Promise.reject(failure ?? error));
		const found = JSON.parse(text) as {media?: {track?: Track[]} | null};
		return found.media?.track ?? [];
	} finally {
		await file.close();
	}
}

parentPort?.on('message', async ({path}: {path: string}) => {
	try {
		parentPort?.postMessage({tracks: await readTracks(path)});
	} catch (error) {
		const errno = error instanceof Error && 'code' in error ? error.code : null;
		parentPort?.postMessage({failure: error instanceof Error ? error.message : String(error), errno});
	}
});
