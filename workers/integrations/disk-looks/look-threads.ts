import {Worker} from 'node:worker_threads';
import type {Seen} from './look.ts';

export interface LookWish {
	kind: keyof Seen;
	path: string;
}

export interface LookThreads {
	/** Returns what the disk answers, however long it takes. `withdraw` cancels a check that no thread has started. */
	ask(wish: LookWish): {answer: Promise<unknown>; withdraw(): void};
}

/** This many disks may hang before other checks have to wait. */
const mostThreads = 8;
/** Milliseconds without work after which a thread ends. */
const idleMs = 60_000;
/** Milliseconds a check waits for a free thread before another one is started. A healthy disk answers faster. */
const patienceMs = 100;

interface Asked {
	wish: LookWish;
	answer: PromiseWithResolvers<unknown>;
}

/**
 * Threads that each do one check at a time. A hanging disk blocks only its own thread. Node's asynchronous file calls
 * would not do: they share four threads with all other file work of the process, including imports.
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
	/** The thread is free for the next check. */
	onFree(): void;
	/** The thread takes no more checks, because it was idle for too long. */
	onIdle(): void;
	onEnd(): void;
}

function createLookThread(thread: Worker, {onFree, onIdle, onEnd}: ThreadListener): LookThread {
	let current: Asked | null = null;
	let timer: NodeJS.Timeout | undefined;
	// Callers have their own timer, and a hanging thread must not keep the process alive.
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
