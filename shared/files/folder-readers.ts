import {Worker} from 'node:worker_threads';
import {Unavailable} from '../errors.ts';
import type {FolderContent} from './read-folder.ts';

export interface FoldersWish {
	root: string;
	/** Below the root. */
	folders: readonly string[];
	/** Files and folders that may be looked at for each of them. */
	budget: number;
}

export interface FolderReaders {
	/**
	 * The content of some folders, each in its place. Throws Unavailable `disk_not_answering`, and
	 * the reason of the signal.
	 */
	read(wish: FoldersWish, signal: AbortSignal): Promise<FolderContent[]>;
}

/** A disk answers two questions at once, which counts when it is far away. */
const mostThreads = 2;
/** Milliseconds without a wish after which a thread ends. */
const idleMs = 10_000;
/**
 * Milliseconds that a disk may take for one wish: it may have to spin up first, and a folder may
 * hold thousands of files.
 */
const usualAnswerLimitMs = 120_000;

interface Reader {
	read(wish: FoldersWish): Promise<FolderContent[]>;
}

interface ReaderOptions {
	/** Made for each thread; it answers wishes in their order. */
	startThread?: () => Worker;
	answerLimitMs?: number;
}

/**
 * Reads folders in threads of their own, which start with the first wish: asking for 100,000 folders one by one costs a
 * process more time than the disk needs to answer, and a disk that hangs must hold nobody else.
 */
export function createFolderReaders({
	startThread = startReadingThread,
	answerLimitMs = usualAnswerLimitMs,
}: ReaderOptions = {}): FolderReaders {
	const readers: (Reader | null)[] = Array.from({length: mostThreads}, () => null);
	let turn = 0;
	return {
		async read(wish, signal) {
			signal.throwIfAborted();
			turn = (turn + 1) % mostThreads;
			const place = turn;
			readers[place] ??= createReader(startThread(), answerLimitMs, () => {
				readers[place] = null;
			});
			const reading = readers[place].read(wish);
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
 * Gives one wish after the other to a thread; `onEnd` is called when it ends, after a while without wishes or because
 * it does not answer.
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
		read(wish) {
			const answer = Promise.withResolvers<FolderContent[]>();
			waiting.push(answer);
			thread.postMessage(wish);
			follow();
			return answer.promise;
		},
	};
}
