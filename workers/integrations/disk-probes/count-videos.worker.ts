import {type Dirent, readdirSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';
import {isLibraryFolder, isLibraryVideo} from '#shared/domain/imports/is-library-video.ts';
import type {CountRequest} from './count-videos.ts';

/** Milliseconds between two reported counts. */
const reportMs = 100;

function entriesOf(path: string): Dirent[] {
	try {
		return readdirSync(path, {withFileTypes: true});
	} catch {
		return [];
	}
}

const {root, limitMs} = workerData as CountRequest; // given by `countVideos`
const until = performance.now() + limitMs;
const waiting = [root];
let count = 0;
let reportedAt = 0;
for (let path = waiting.pop(); path !== undefined && performance.now() < until; path = waiting.pop()) {
	for (const entry of entriesOf(path)) {
		if (!entry.isDirectory()) {
			count += Number(isLibraryVideo(entry.name));
		} else if (isLibraryFolder(entry.name)) {
			waiting.push(`${path === '/' ? '' : path}/${entry.name}`);
		}
	}
	if (performance.now() - reportedAt > reportMs) {
		reportedAt = performance.now();
		parentPort?.postMessage(count);
	}
}
parentPort?.postMessage(count);
