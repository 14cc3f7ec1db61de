import {Worker} from 'node:worker_threads';
import PQueue from 'p-queue';
import {Unavailable} from '../errors.ts';
import type {PatternQuestion, PatternReply} from './run-patterns.ts';

/** A thread that runs patterns, one question after another. */
export interface PatternThread {
	/** @throws Unavailable `patterns_unfinished` if it ends or does not answer */
	ask(question: PatternQuestion): Promise<PatternReply>;
	close(): Promise<void>;
}

/** Milliseconds. The thread itself ends what takes long, so only a machine that stands still makes it this late. */
const answerLimitMs = 10 * 60_000;
/** Milliseconds without a question after which it ends. */
const idleMs = 5 * 60_000;
const memoryMiB = 128;

/** It starts with the first question, and keeps no process alive. */
export function createPatternThread(): PatternThread {
	let thread: Worker | null = null;
	let idle: NodeJS.Timeout | undefined;
	const oneByOne = new PQueue({concurrency: 1});

	async function stop(): Promise<void> {
		clearTimeout(idle);
		const ending = thread;
		thread = null;
		await ending?.terminate();
	}

	async function askThread(question: PatternQuestion): Promise<PatternReply> {
		clearTimeout(idle);
		thread ??= startThread();
		try {
			return await answerOf(thread, question);
		} catch (error) {
			await stop();
			throw error;
		} finally {
			idle = setTimeout(() => void stop(), idleMs).unref();
		}
	}

	return {
		ask: async question => await oneByOne.add(() => askThread(question)),
		close: stop,
	};
}

function startThread(): Worker {
	const worker = new Worker(new URL('./patterns.worker.ts', import.meta.url), {
		resourceLimits: {maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16},
	});
	// If no question is waiting, its end is noticed at the next one.
	worker.on('error', () => {});
	worker.unref();
	return worker;
}

async function answerOf(worker: Worker, question: PatternQuestion): Promise<PatternReply> {
	const {promise, resolve, reject} = Promise.withResolvers<PatternReply>();
	const end = (why: string) =>
		reject(new Unavailable('patterns_unfinished', `The thread that matches patterns ${why}. It is tried again.`));
	const failed = (error: Error) => end(`failed: ${error.message}`);
	const left = () => end('ended');
	const timer = setTimeout(() => end('did not answer'), answerLimitMs);
	worker.once('message', resolve).once('error', failed).once('exit', left);
	worker.ref();
	worker.postMessage(question);
	return promise.finally(() => {
		clearTimeout(timer);
		worker.unref();
		worker.off('message', resolve).off('error', failed).off('exit', left);
	});
}
