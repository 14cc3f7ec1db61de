import {Worker} from 'node:worker_threads';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {type Asked, createLookThread, type LookThread, type LookWish} from './look-thread.ts';

export interface LookThreads {
	/** What the disk answers, however long it takes; `withdraw` takes back a wish that no thread has begun with. */
	ask(wish: LookWish): {answer: Promise<unknown>; withdraw(): void};
}

/** As many disks may hang before others have to wait for them. */
const mostThreads = 16;
/** Milliseconds that a wish waits for a thread to be free before another thread starts: a disk that is well answers at once. */
const patienceMs = 100;

/**
 * Threads that take one wish at a time. A disk that hangs holds its own thread and nothing else: Node's asynchronous calls share four threads with
 * everything that the process does with files, imports too. What lies in a folder that is being looked at waits for that look, so that a share that is
 * gone holds one thread for each root folder on it.
 */
export function createLookThreads(startThread: () => Worker = startLookingThread): LookThreads {
	const waiting: Asked[] = [];
	const begun = new Set<Asked>();
	const idle = new Set<LookThread>();
	let running = 0;
	let startsSoon = false;

	function start(): LookThread {
		running += 1;
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
				running -= 1;
				goOn();
			},
		});
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
		if (running === 0 && canBegin()) {
			idle.add(start());
		}
		for (const free of idle) {
			const asked = waiting.find(each => !mustWait(each));
			if (!asked) {
				break;
			}
			begin(asked, free);
		}
		if (canBegin() && running < mostThreads && !startsSoon) {
			startsSoon = true;
			setTimeout(startAnother, patienceMs);
		}
	}

	function startAnother(): void {
		startsSoon = false;
		if (canBegin() && running < mostThreads) {
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
	};
}

function startLookingThread(): Worker {
	return new Worker(new URL('./looks.worker.ts', import.meta.url));
}
