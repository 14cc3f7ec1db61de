import type {ChildProcess} from 'node:child_process';
import type {EventEmitter} from 'node:events';
import type {Worker} from 'node:worker_threads';
import PQueue from 'p-queue';
import {fromWireFailure, toWireFailure, type WireFailure} from '../errors.ts';
import {watchThread} from './thread-time.ts';

/** One end of the messages between us and another thread or process. */
export interface Line {
	/** Does nothing once the other side is gone. */
	send(message: unknown): void;
	/** `onEnd` gets the error that ended the other side, or null. Returns what ends the listening. */
	listen(onMessage: (message: unknown) => void, onEnd?: (error: Failure | null) => void): () => void;
}

/** A thread or a process that we have started. Its errors are no errors of ours. */
export interface Child extends Line {
	/** Whether we live for as long as it does. */
	hold(isHeld: boolean): void;
	end(): Promise<void>;
	thread?: Worker;
}

type Failure = Error & {code?: string};

/** Thrown when a child does not answer: its time or its memory was up, it threw `error`, or it ended. */
export class NoAnswer extends Error {
	readonly why;
	readonly error;

	constructor(why: 'late' | 'out of memory' | 'failed' | 'ended', error: Failure | null = null) {
		super(`No answer: ${why}`);
		this.why = why;
		this.error = error;
	}
}

interface Limits {
	/** Milliseconds. A question without any limit does not keep our process alive. */
	limitMs?: number;
	/** Milliseconds of processor time, which only a thread can have, and many times as long by the clock. */
	processorMs?: number;
}

interface Options<Question, Answer> extends Limits {
	start(): Child;
	/** What is thrown instead of an answer. */
	failure(noAnswer: NoAnswer, question: Question): unknown;
	/** Milliseconds of processor time until its first message says that all code is loaded; null if it sends none. */
	readyMs?: number | null;
	/** Milliseconds without a question after which it is ended. */
	idleMs?: number;
	/** After such an answer, the next question has a new child. */
	isLast?(answer: Answer): boolean;
}

export interface AskedChild<Question, Answer> {
	/** Throws the reason of the signal if that aborts first, and asks nothing if nothing was asked yet. */
	ask(question: Question, signal?: AbortSignal): Promise<Answer>;
	/** Ends it at once. The next question has a new one. */
	end(): Promise<void>;
	/** Ends it after the questions that wait. */
	close(): Promise<void>;
}

/**
 * A child that answers each question with one message, one after the other. It starts with the first question. What
 * does not answer is ended, and the next question has a new one. It keeps no process alive unless it is asked.
 */
export function askChild<Question, Answer>(options: Options<Question, Answer>): AskedChild<Question, Answer> {
	const {start, failure, readyMs = null, idleMs, isLast = () => false, ...limits} = options;
	let current: Child | null = null;
	let idle: NodeJS.Timeout | undefined;
	const oneByOne = new PQueue({concurrency: 1});

	async function begin(): Promise<Child> {
		const child = start();
		current = child;
		child.hold(false);
		const forget = () => {
			current = current === child ? null : current;
		};
		// If no question is waiting, its end is noticed at the next one.
		child.listen(() => {}, forget);
		if (readyMs !== null) {
			await nextMessage(child, {processorMs: readyMs});
		}
		return child;
	}

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = current;
		current = null;
		await ending?.end();
	}

	async function askNow(question: Question, signal: AbortSignal | undefined): Promise<Answer> {
		signal?.throwIfAborted();
		clearTimeout(idle);
		let isOver = true;
		try {
			const child = current ?? (await begin());
			const answer = await nextMessage<Answer>(child, limits, () => child.send(question));
			isOver = isLast(answer);
			return answer;
		} catch (error) {
			throw error instanceof NoAnswer ? failure(error, question) : error;
		} finally {
			// It is not waited for: a thread that reads a disk which hangs does not end before that disk answers.
			void (isOver && end());
			idle = idleMs === undefined ? undefined : setTimeout(end, idleMs).unref();
		}
	}

	return {
		ask(question, signal) {
			const asked = oneByOne.add(async () => askNow(question, signal));
			return untilAborted(asked, signal);
		},
		end,
		async close() {
			await oneByOne.onIdle();
			await end();
		},
	};
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	const {promise: aborted, reject} = Promise.withResolvers<never>();
	const abort = () => void (signal?.aborted && reject(signal.reason));
	abort();
	signal?.addEventListener('abort', abort, {once: true});
	return Promise.race([work, aborted]).finally(() => signal?.removeEventListener('abort', abort));
}

/** What a child says next, after `ask` was called. Throws NoAnswer. */
export async function nextMessage<Message>(child: Child, {limitMs, processorMs}: Limits, ask: () => void = () => {}): Promise<Message> {
	const {promise, resolve, reject} = Promise.withResolvers<unknown>();
	promise.catch(() => {}); // it may fail while the watch begins
	const late = () => reject(new NoAnswer('late'));
	const stopListening = child.listen(resolve, error => {
		const why = error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : error ? 'failed' : 'ended';
		reject(new NoAnswer(why, error));
	});
	child.hold(limitMs !== undefined || processorMs !== undefined);
	const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
	const endWatch = child.thread && processorMs !== undefined ? await watchThread(child.thread, processorMs, late) : () => {};
	try {
		ask();
		return (await promise) as Message; // both sides are of the same version
	} finally {
		clearTimeout(timer);
		endWatch();
		stopListening();
		child.hold(false);
	}
}

export function threadChild(thread: Worker): Child {
	return {
		thread,
		send: message => thread.postMessage(message),
		listen: listenerTo(thread),
		hold: isHeld => thread[isHeld ? 'ref' : 'unref'](),
		end: async () => void (await thread.terminate()),
	};
}

export function processChild(child: ChildProcess): Child {
	return {
		send: message => void (child.connected && child.send(message as object, () => {})),
		listen: listenerTo(child),
		hold: isHeld => void [child, child.channel].map(each => each?.[isHeld ? 'ref' : 'unref']()),
		end: async () => void child.kill('SIGKILL'),
	};
}

function listenerTo(source: EventEmitter): Line['listen'] {
	source.on('error', () => {});
	return (onMessage, onEnd = () => {}) => {
		const left = () => onEnd(null);
		source.on('message', onMessage).on('error', onEnd).on('exit', left).on('disconnect', left);
		return () => void source.off('message', onMessage).off('error', onEnd).off('exit', left).off('disconnect', left);
	};
}

type Message =
	| {kind: 'call'; id: number; name: string; given: unknown[]}
	| {kind: 'answer'; id: number; result: unknown}
	| {kind: 'failure'; id: number; failure: WireFailure};

export interface Calls {
	/** Throws what the other side throws. */
	call<T>(name: string, given: unknown[], limitMs: number): Promise<T>;
	/** The other side is gone: nothing will be answered any more. */
	end(): void;
}

/** Lets both ends of a line call functions of each other. `silent` makes the error of a call without an answer. */
export function createCalls(line: Line, answers: Record<string, (...given: never[]) => unknown>, silent: () => Error): Calls {
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	let last = 0;
	let isOver = false;

	async function answer({id, name, given}: Message & {kind: 'call'}): Promise<void> {
		try {
			line.send({kind: 'answer', id, result: await answers[name]?.(...(given as never[]))}); // as above
		} catch (error) {
			line.send({kind: 'failure', id, failure: toWireFailure(error)});
		}
	}

	line.listen(received => {
		const message = received as Message;
		if (message.kind === 'call') {
			void answer(message);
		} else if (message.kind === 'failure') {
			waiting.get(message.id)?.reject(fromWireFailure(message.failure));
		} else {
			waiting.get(message.id)?.resolve(message.result);
		}
	});

	return {
		async call<T>(name: string, given: unknown[], limitMs: number) {
			last += 1;
			const id = last;
			const called = Promise.withResolvers<unknown>();
			waiting.set(id, called);
			const timer = setTimeout(() => called.reject(silent()), limitMs);
			try {
				if (isOver) {
					throw silent();
				}
				line.send({kind: 'call', id, name, given});
				return (await called.promise) as T;
			} finally {
				clearTimeout(timer);
				waiting.delete(id);
			}
		},
		end() {
			isOver = true;
			for (const {reject} of waiting.values()) {
				reject(silent());
			}
		},
	};
}
