import {Worker} from 'node:worker_threads';
import {askChild, threadChild} from '../coordination/child.ts';
import {patience} from '../coordination/thread-time.ts';
import {Unusable} from '../domain/definitions/definition.ts';
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
	const code = new URL('./definitions.worker.ts', import.meta.url);
	const resourceLimits = {maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16};
	const thread = askChild<object, Answer>({
		start: () => threadChild(new Worker(code, {resourceLimits})),
		readyMs: startLimitMs,
		processorMs: limitMs,
		failure({why, error}) {
			switch (why) {
				case 'late':
					return new Costly(`reading it takes longer than ${limitMs / 1000} seconds`);
				case 'out of memory':
					return new Costly('reading it takes too much memory');
				default:
					return error ?? new Unusable('the thread that reads it ended');
			}
		},
	});
	return {
		async ask(kind, asked) {
			return answerIn(await thread.ask({kind, asked})) as Questions[typeof kind]['answer']; // it answers by the kind
		},
		close: thread.close,
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
