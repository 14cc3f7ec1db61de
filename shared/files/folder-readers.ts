import {Worker} from 'node:worker_threads';
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

interface Reader {
	read(request: FoldersRequest): Promise<FolderContent[]>;
}

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
	startThread = startReadingThread,
	answerLimitMs = usualAnswerLimitMs,
}: ReaderOptions = {}): FolderReaders {
	const readers: (Reader | null)[] = Array.from({length: maxThreads}, () => null);
	let next = 0;
	return {
		async read(request, signal) {
			signal.throwIfAborted();
			next = (next + 1) % maxThreads;
			const slot = next;
			readers[slot] ??= createReader(startThread(), answerLimitMs, () => {
				readers[slot] = null;
			});
			const reading = readers[slot].read(request);
			const {promise: aborted, reject} = Promise.withResolvers<never>();
			const abort = () => reject(signal.reason);
			signal.addEventListener('abort', abort, {once: true});
			try {
				return await Promise.race([reading, aborted]);
			} finally {
				signal.removeEventListener('abort', abort);
			}
		},
	};
}

function startReadingThread(): Worker {
	return new Worker(new URL('./read-folders.worker.ts', import.meta.url));
}

/**
 * Sends requests to a thread one after another. `onEnd` is called when the thread ends, either because it was idle or
 * because it does not answer.
 */
function createReader(thread: Worker, answerLimitMs: number, onEnd: () => void): Reader {
	const waiting: PromiseWithResolvers<FolderContent[]>[] = [];
	let timer: NodeJS.Timeout | undefined;
	const end = (why: string) => {
		clearTimeout(timer);
		onEnd();
		for (const {reject} of waiting.splice(0)) {
			reject(new Unavailable('disk_not_answering', `Folders cannot be read: ${why}.`));
		}
		void thread.terminate();
	};
	const follow = () => {
		clearTimeout(timer);
		if (waiting.length > 0) {
			thread.ref();
			timer = setTimeout(() => end(`the disk did not answer within ${answerLimitMs / 1000} seconds`), answerLimitMs);
		} else {
			thread.unref();
			timer = setTimeout(() => end('nobody asks'), idleMs).unref();
		}
	};
	thread.on('message', (answer: FolderContent[]) => {
		waiting.shift()?.resolve(answer);
		follow();
	});
	thread.once('error', error => end(error.message));
	return {
		read(request) {
			const answer = Promise.withResolvers<FolderContent[]>();
			waiting.push(answer);
			thread.postMessage(request);
			follow();
			return answer.promise;
		},
	};
}
