import {Worker} from 'node:worker_threads';
import PQueue from 'p-queue';
import {Unusable} from '../domain/definitions/definition.ts';
import {patience, watchThread} from '../thread-time.ts';
import type {QuestionKind, QuestionOf, Questions} from './answer-question.ts';

export interface DefinitionThread {
	/**
	 * Throws `Unusable` when the definition or the reply cannot be used, also when reading it takes too long or too
	 * much memory.
	 */
	ask<Kind extends QuestionKind>(kind: Kind, asked: QuestionOf<Kind>): Promise<Questions[Kind]['answer']>;
	close(): Promise<void>;
}

/** The reply of the thread. `isCostly` says that its time or memory was up. */
export type Answer = {answer: unknown} | {unusable: string; isCostly?: boolean} | {failure: string};

/** Reading it takes more than a question may. */
export class Costly extends Unusable {}

/** Milliseconds of processor time for one question. A page of 1 MiB takes a tenth of a second to half of one. */
export const usualLimitMs = 2000;
/** Loading the code takes longer than answering. */
const startLimitMs = 30_000;
const memoryMiB = 128;

/**
 * Reads definitions and replies in a thread, one question at a time: both are other people's text, and one that takes
 * too long must not block the process. The thread starts with the first question, and is ended by one that takes too
 * long.
 */
export function createDefinitionThread({limitMs = usualLimitMs} = {}): DefinitionThread {
	let thread: Promise<Worker> | null = null;
	const oneByOne = new PQueue({concurrency: 1});

	async function stop(): Promise<void> {
		const ending = thread;
		thread = null;
		await (await ending?.catch(() => null))?.terminate();
	}

	async function askThread(kind: QuestionKind, asked: object): Promise<Answer> {
		thread ??= startThread();
		try {
			return await answerOf(await thread, limitMs, worker => worker.postMessage({kind, asked}));
		} catch (error) {
			await stop();
			throw error;
		}
	}

	return {
		async ask(kind, asked) {
			const reply = await oneByOne.add(() => askThread(kind, asked));
			return answerIn(reply) as Questions[typeof kind]['answer']; // the thread answers by the kind that it was sent
		},
		async close() {
			await oneByOne.onIdle();
			await stop();
		},
	};
}

/** The answer in a reply. Throws the failure that it reports. */
export function answerIn(reply: Answer): unknown {
	if ('unusable' in reply) {
		throw new Unusable(reply.unusable);
	}
	if ('failure' in reply) {
		throw new Error(`The thread that reads definitions failed: ${reply.failure}`);
	}
	return reply.answer;
}

/** Milliseconds after which a question is answered, whatever happens. */
export const longestMs = (limitMs: number) => startLimitMs + 2 * limitMs * patience;

async function startThread(): Promise<Worker> {
	const worker = new Worker(new URL('./definitions.worker.ts', import.meta.url), {
		resourceLimits: {maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16},
	});
	// A thread that is being ended may still run out of memory when no question is waiting.
	worker.on('error', () => {});
	await answerOf(worker, startLimitMs, () => {});
	return worker;
}

/** The next message of the thread. Throws `Unusable` when it takes too long or ends. */
async function answerOf(worker: Worker, limitMs: number, send: (worker: Worker) => void): Promise<Answer> {
	const {promise, resolve, reject} = Promise.withResolvers<Answer>();
	const failed = (error: Error & {code?: string}) =>
		reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Costly('reading it takes too much memory') : error);
	const left = () => reject(new Unusable('the thread that reads it ended'));
	worker.once('message', resolve).once('error', failed).once('exit', left);
	worker.ref();
	const over = () => reject(new Costly(`reading it takes longer than ${limitMs / 1000} seconds`));
	const endWatch = await watchThread(worker, limitMs, over);
	send(worker);
	return promise.finally(() => {
		endWatch();
		worker.unref();
		worker.off('message', resolve).off('error', failed).off('exit', left);
	});
}
