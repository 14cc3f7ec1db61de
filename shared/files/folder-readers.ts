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

/** A disk answers two questions at once, which counts when it is far away. */
const mostThreads = 2;
/** Milliseconds without a wish after which a thread ends. */
const idleMs = 10_000;
/** Milliseconds that a disk may take for one wish: it may have to spin up first, and a folder may hold thousands of files. */
const answerLimitMs = 120_000;

interface Reader {
	read(wish: FoldersWish): Promise<FolderContent[]>;
}

const readers: (Reader | null)[] = Array.from({length: mostThreads}, () => null);
let turn = 0;

/**
 * The content of some folders, each in its place. Threads of their own read: asking for 100,000 folders one by one costs a process more time than the
 * disk needs to answer, and a disk that hangs must hold nobody else. Throws Unavailable `disk_not_answering`, and the reason of the signal.
 */
export async function readFolders(wish: FoldersWish, signal: AbortSignal): Promise<FolderContent[]> {
	signal.throwIfAborted();
	turn = (turn + 1) % mostThreads;
	const place = turn;
	readers[place] ??= startReader(() => {
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
}

/** A thread that answers one wish after the other; `onEnd` is called when it ends, after a while without wishes or because it does not answer. */
function startReader(onEnd: () => void): Reader {
	const thread = new Worker(new URL('./read-folders.worker.ts', import.meta.url));
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
