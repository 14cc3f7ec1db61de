import {open} from 'node:fs/promises';
import {parentPort} from 'node:worker_threads';
import {mediaInfoFactory} from 'mediainfo.js';
import type {Track} from './track.ts';

/** Bytes per read. Headers fit into one, and even a file of many gigabytes needs only a few. */
const chunkSize = 256 * 1024;

const reader = await mediaInfoFactory({format: 'JSON', chunkSize});

async function readTracks(path: string): Promise<Track[]> {
	const file = await open(path, 'r');
	try {
		const {size} = await file.stat();
		const text = await reader.analyzeData(size, async (length, offset) => {
			const {buffer, bytesRead} = await file.read(new Uint8Array(length), 0, length, offset);
			return buffer.subarray(0, bytesRead);
		});
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
		parentPort?.postMessage({failure: error instanceof Error ? error.message : String(error)});
	}
});
