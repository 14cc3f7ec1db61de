import {type Dirent, readdirSync} from 'node:fs';
import {constants, setPriority} from 'node:os';
import {parentPort, workerData} from 'node:worker_threads';
import {isLibraryFolder, isLibraryVideo} from '#shared/domain/backfill/is-library-video.ts';
import type {CountWish} from './count-videos.ts';

/** Milliseconds between two reported counts. */
const tellMs = 100;
/** Milliseconds of counting, and of the pause after it, so that other work goes on where cores are few. */
const countMs = 4;
const restMs = 2;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

function entriesOf(path: string): Dirent[] {
	try {
		return readdirSync(path, {withFileTypes: true});
	} catch {
		return [];
	}
}

const {root, limitMs} = workerData as CountWish; // given by `countVideos`
/** Lowers this thread's priority. A system that forbids it is not a reason to fail. */
function stepBack(): void {
	// Other systems would lower the priority of the whole process.
	if (process.platform === 'linux') {
		try {
			setPriority(constants.priority.PRIORITY_LOW);
		} catch {
			// It then counts at normal priority.
		}
	}
}

stepBack();
const until = performance.now() + limitMs;
const waiting = [root];
let count = 0;
let toldAt = 0;
let restedAt = performance.now();
for (let path = waiting.pop(); path !== undefined && performance.now() < until; path = waiting.pop()) {
	for (const entry of entriesOf(path)) {
		if (!entry.isDirectory()) {
			count += Number(isLibraryVideo(entry.name));
		} else if (isLibraryFolder(entry.name)) {
			waiting.push(`${path === '/' ? '' : path}/${entry.name}`);
		}
	}
	if (performance.now() - restedAt > countMs) {
		Atomics.wait(sleeper, 0, 0, restMs);
		restedAt = performance.now();
	}
	if (performance.now() - toldAt > tellMs) {
		toldAt = performance.now();
		parentPort?.postMessage(count);
	}
}
parentPort?.postMessage(count);
