import {Worker} from 'node:worker_threads';
import type {Seen} from './look.ts';

export interface LookWish {
	kind: keyof Seen;
	path: string;
}

export interface LookThreads {
	/** What the disk answers, however long it takes; `withdraw` takes back a wish that no thread has begun with. */
	ask(wish: LookWish): {answer: Promise<unknown>; withdraw(): void};
}

/** As many disks may hang before others have to wait for them. */
const mostThreads = 8;
/** Milliseconds without a wish after which a thread ends. */
const idleMs = 60_000;
/**
 * Milliseconds that a wish waits for a thread to be free before another thread starts: a disk that
 * is well answers at once.
 */
const patienceMs = 100;

interface Asked {
	wish: LookWish;
	answer: PromiseWithResolvers<unknown>;
}

/**
 * Threads that take one wish at a time. A disk that hangs holds its own thread and nothing else: Node's asynchronous
 * calls share four threads with everything that the process does with files, imports too.
 */
export function createLookThreads(startThread: () => Worker = startLookingThread): LookThreads {
	const waiting: Asked[] = [];
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

	function goOn(): void {
		if (running === 0 && waiting.length > 0) {
			idle.add(start());
		}
		for (const free of idle) {
			const asked = waiting.shift();
			if (!asked) {
				break;
			}
			idle.delete(free);
			free.take(asked);
		}
		if (waiting.length > 0 && running < mostThreads && !startsSoon) {
			startsSoon = true;
			setTimeout(startAnother, patienceMs);
		}
	}

	function startAnother(): void {
		startsSoon = false;
		if (waiting.length > 0 && running < mostThreads) {
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

interface LookThread {
	take(asked: Asked): void;
}

interface ThreadListener {
	/** It takes the next wish. */
	onFree(): void;
	/** It takes no more, because nobody has asked for a while. */
	onIdle(): void;
	onEnd(): void;
}

function createLookThread(thread: Worker, {onFree, onIdle, onEnd}: ThreadListener): LookThread {
	let current: Asked | null = null;
	let timer: NodeJS.Timeout | undefined;
	// Whoever waits for an answer has a timer; a thread that hangs must not keep the process alive.
	thread.unref();
	thread.on('message', answer => {
		current?.answer.resolve(answer);
		current = null;
		timer = setTimeout(() => {
			onIdle();
			void thread.terminate();
		}, idleMs).unref();
		onFree();
	});
	thread.once('error', error => current?.answer.reject(error));
	thread.once('exit', () => {
		clearTimeout(timer);
		current?.answer.reject(new Error('The thread ended'));
		onEnd();
	});
	return {
		take(asked) {
			clearTimeout(timer);
			current = asked;
			thread.postMessage(asked.wish);
		},
	};
}

function startLookingThread(): Worker {
	return new Worker(new URL('./looks.worker.ts', import.meta.url));
}
