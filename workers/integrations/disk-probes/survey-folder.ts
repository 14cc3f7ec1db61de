import {Worker} from 'node:worker_threads';
import {threadChild} from '#shared/coordination/child.ts';
import type {FolderSize} from '#shared/jobs/disks.ts';

export interface SurveyRequest {
	root: string;
	limitMs: number;
	/** Each file is asked for its size, and folders that hold no library are looked into as well. */
	measures: boolean;
}

export interface Survey extends FolderSize {
	videos: number;
}

/** Milliseconds the thread has to start and to report what it has found last. */
const graceMs = 500;

/**
 * Walks through the folders below `root`, up to the time limit. Finds nothing when `root` cannot be read. It has a
 * thread of its own, because reading 100,000 folders would block all other work.
 */
async function surveyFolder(request: SurveyRequest): Promise<Survey> {
	const thread = threadChild(new Worker(new URL('./survey-folder.worker.ts', import.meta.url), {workerData: request}));
	const {promise, resolve} = Promise.withResolvers<unknown>();
	// Do not wait for the thread: a disk that hangs holds it until it answers.
	const limit = setTimeout(resolve, request.limitMs + graceMs);
	let found: Survey = {videos: 0, bytes: 0, sharedBytes: 0, isWhole: false};
	thread.listen(survey => {
		found = survey as Survey; // the worker sends nothing else
	}, resolve);
	await promise;
	clearTimeout(limit);
	void thread.end();
	return found;
}

/** Counts the videos below `root` by name alone. */
export async function countVideos(root: string, limitMs: number): Promise<number> {
	return (await surveyFolder({root, limitMs, measures: false})).videos;
}

/** The size of all files below `root`. */
export async function measureFolder(root: string, limitMs: number): Promise<FolderSize> {
	const {bytes, sharedBytes, isWhole} = await surveyFolder({root, limitMs, measures: true});
	return {bytes, sharedBytes, isWhole};
}
