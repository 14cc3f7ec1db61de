import {Worker} from 'node:worker_threads';
import {askChild, threadChild} from '../coordination/child.ts';
import {Unavailable} from '../errors.ts';
import type {FolderContent} from './read-folder.ts';

export interface FoldersRequest {
	root: string;
	/** Relative to the root. */
	folders: readonly string[];
	/** Maximum number of files and folders to check for each of them. */
	budget: number;
}

export interface FolderReaders {
	/**
	 * The contents of the folders, in the same order. Throws Unavailable `disk_not_answering`, or the
	 * abort reason of the signal.
	 */
	read(request: FoldersRequest, signal: AbortSignal): Promise<FolderContent[]>;
}

/** A disk handles two requests at once, which helps when it is a network disk. */
const maxThreads = 2;
/** Milliseconds without requests after which a thread ends. */
const idleMs = 10_000;
/**
 * Milliseconds that a disk may take for one request. It may have to spin up first, and a folder may
 * hold thousands of files.
 */
const usualAnswerLimitMs = 120_000;

interface ReaderOptions {
	/** Called for each thread; the thread answers requests in order. */
	startThread?: () => Worker;
	answerLimitMs?: number;
}

/**
 * Reads folders in separate threads, which start with the first request. Reading 100,000 folders one by one costs a
 * process more time than the disk needs, and a hanging disk must not block anything else.
 */
export function createFolderReaders({
	startThread = () => new Worker(new URL('./read-folders.worker.ts', import.meta.url)),
	answerLimitMs = usualAnswerLimitMs,
}: ReaderOptions = {}): FolderReaders {
	const readers = Array.from({length: maxThreads}, () =>
		askChild<FoldersRequest, FolderContent[]>({
			start: () => threadChild(startThread()),
			limitMs: answerLimitMs,
			idleMs,
			failure({why, error}) {
				const late = `the disk did not answer within ${answerLimitMs / 1000} seconds`;
				const what = why === 'late' ? late : (error?.message ?? 'the thread that reads them ended');
				return new Unavailable('disk_not_answering', `Folders cannot be read: ${what}.`);
			},
		}),
	);
	let next = 0;
	return {
		async read(request, signal) {
			next = (next + 1) % maxThreads;
			return readers[next]!.ask(request, signal); // there are as many as threads
		},
	};
}
