import {Worker} from 'node:worker_threads';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {type Asked, createLookThread, type LookThread, type LookWish} from './look-thread.ts';

export interface LookThreads {
	/** Returns what the disk answers, however long it takes. `withdraw` cancels a check that no thread has started. */
	ask(wish: LookWish): {answer: Promise<unknown>; withdraw(): void};
	/** Ends all threads without waiting for disks that hang. */
	close(): void;
}

/** This many disks may hang before other checks have to wait. */
const mostThreads = 16;
/** Milliseconds a check waits for a free thread before another one is started. A healthy disk answers faster. */
const patienceMs = 100;

/**
 * Threads that each do one check at a time. A hanging disk blocks only its own thread. Node's asynchronous file calls
 * would not do: they share four threads with all other file work of the process, including imports. A check inside a
 * folder that is being checked waits for that one, so a share that is gone blocks one thread per root folder on it.
 */
export function createLookThreads(startThread: () => Worker = startLookingThread): LookThreads {
	const waiting: Asked[] = [];
	const begun = new Set<Asked>();
	const idle = new Set<LookThread>();
	const running = new Set<LookThread>();
	let startsSoon = false;

	function start(): LookThread {
		const thread = createLookThread(startThread(), {
			onFree() {
				idle.add(thread);
				goOn();
			},
			onIdle() {
				idle.delete(thread);
			},
			onEnd() {
				idle.delete(thread);
				running.delete(thread);
				goOn();
			},
		});
		running.add(thread);
		return thread;
	}

	/** To read a whole folder may take long on a disk that is well: nobody waits for that. */
	const mustWait = ({wish}: Asked) => [...begun].some(other => other.wish.kind !== 'folders' && isWithinFolder(wish.path, other.wish.path));
	const canBegin = () => waiting.some(asked => !mustWait(asked));

	function begin(asked: Asked, thread: LookThread): void {
		waiting.splice(waiting.indexOf(asked), 1);
		idle.delete(thread);
		begun.add(asked);
		const end = () => {
			begun.delete(asked);
			goOn();
		};
		asked.answer.promise.then(end, end);
		thread.take(asked);
	}

	function goOn(): void {
		if (running.size === 0 && canBegin()) {
			idle.add(start());
		}
		for (const free of idle) {
			const asked = waiting.find(each => !mustWait(each));
			if (!asked) {
				break;
			}
			begin(asked, free);
		}
		if (canBegin() && running.size < mostThreads && !startsSoon) {
			startsSoon = true;
			setTimeout(startAnother, patienceMs);
		}
	}

	function startAnother(): void {
		startsSoon = false;
		if (canBegin() && running.size < mostThreads) {
			idle.add(start());
			goOn();
		}
	}

	return {
		ask(wish) {
			const asked: Asked = {wish, answer: Promise.withResolvers<unknown>()};
			waiting.push(asked);
			goOn();
			const withdraw = () => {
				const place = waiting.indexOf(asked);
				if (place >= 0) {
					waiting.splice(place, 1);
					asked.answer.reject(new Error('Nobody waits for it'));
				}
			};
			return {answer: asked.answer.promise, withdraw};
		},
		close() {
			for (const thread of running) {
				thread.end();
			}
		},
	};
}

function startLookingThread(): Worker {
	return new Worker(new URL('./looks.worker.ts', import.meta.url));
}
