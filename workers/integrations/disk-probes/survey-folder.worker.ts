import {type Dirent, lstatSync, readdirSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';
import {isLibraryFolder, isLibraryVideo} from '#shared/domain/imports/sort-files.ts';
import type {Survey, SurveyRequest} from './survey-folder.ts';

/** Milliseconds between two reports. */
const reportMs = 100;

function entriesOf(path: string): Dirent[] {
	try {
		return readdirSync(path, {withFileTypes: true});
	} catch {
		return [];
	}
}

/** A file that has just gone has no size. */
function sizeOf(path: string): {size: number; nlink: number} {
	return lstatSync(path, {throwIfNoEntry: false}) ?? {size: 0, nlink: 1};
}

const {root, limitMs, measures} = workerData as SurveyRequest; // given by `surveyFolder`
const until = performance.now() + limitMs;
const waiting = [root];
const found: Survey = {videos: 0, bytes: 0, sharedBytes: 0, isWhole: false};
let reportedAt = 0;
for (let path = waiting.pop(); path !== undefined && performance.now() < until; path = waiting.pop()) {
	for (const entry of entriesOf(path)) {
		const below = `${path === '/' ? '' : path}/${entry.name}`;
		if (entry.isDirectory()) {
			if (measures || isLibraryFolder(entry.name)) {
				waiting.push(below);
			}
			continue;
		}
		found.videos += Number(isLibraryVideo(entry.name));
		if (measures && entry.isFile()) {
			const {size, nlink} = sizeOf(below);
			found.bytes += size;
			found.sharedBytes += nlink > 1 ? size : 0;
		}
	}
	if (performance.now() - reportedAt > reportMs) {
		reportedAt = performance.now();
		parentPort?.postMessage(found);
	}
}
parentPort?.postMessage({...found, isWhole: waiting.length === 0});
