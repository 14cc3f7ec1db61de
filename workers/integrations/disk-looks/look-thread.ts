import type {Worker} from 'node:worker_threads';
import type {Seen} from './look.ts';

/** Milliseconds without a wish after which a thread ends. */
const idleMs = 60_000;

export interface LookWish {
	kind: keyof Seen;
	path: string;
}

export interface Asked {
	wish: LookWish;
	answer: PromiseWithResolvers<unknown>;
}

export interface LookThread {
	take(asked: Asked): void;
	/** Ends the thread; one whose disk hangs ends when the disk answers. */
	end(): void;
}

interface ThreadListener {
	/** It takes the next wish. */
	onFree(): void;
	/** It takes no more, because nobody has asked for a while. */
	onIdle(): void;
	onEnd(): void;
}

/** A thread that takes one wish at a time. */
export function createLookThread(thread: Worker, {onFree, onIdle, onEnd}: ThreadListener): LookThread {
	let current: Asked | null = null;
	let timer: NodeJS.Timeout | undefined;
	// Callers that wait for an answer have a timer; a thread that hangs must not keep the process alive.
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
		end: () => void thread.terminate(),
	};
}
