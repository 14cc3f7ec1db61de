import {fork} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {askChild, processChild} from '../coordination/child.ts';
import {Unusable} from '../domain/definitions/definition.ts';
import {hourMs} from '../domain/durations.ts';
import type {QuestionKind, QuestionOf, Questions} from './answer-question.ts';
import {type Answer, answerIn, type DefinitionThread, longestMs, usualLimitMs} from './definition-thread.ts';

interface Options {
	/** Milliseconds of processor time for one question. */
	limitMs?: number;
	/** Milliseconds of processor time for one question among those of all definitions. */
	quickMs?: number;
	/** Milliseconds without a question after which a process ends, which takes a hundred megabytes. */
	idleMs?: number;
	/** The script to run instead of the thread's process, for tests. */
	script?: string;
}

interface LineOptions {
	limitMs: number;
	idleMs: number;
	script: string | undefined;
}

/** The process ended without an answer. */
class Ended extends Error {}

const usualIdleMs = 5 * 60_000;
/** Megabytes for what is on its way to the thread and back. */
const heapMegabytes = 256;
const usualQuickMs = 500;
/** How many costly definitions are remembered, and for how many milliseconds. */
const maxCostly = 100;
const costlyMs = hourMs;

/**
 * A `DefinitionThread` in a process of its own. A thread that runs out of memory within one long step takes its whole
 * process along, and any site can send a page that does that. A question that takes long is put again to a second
 * process, to which its definition then goes for an hour, so that one site cannot delay all others.
 */
export function createDefinitionProcess({
	limitMs = usualLimitMs,
	quickMs = Math.min(usualQuickMs, limitMs),
	idleMs = usualIdleMs,
	script,
}: Options = {}): DefinitionThread {
	const quick = createLine({limitMs: quickMs, idleMs, script});
	const patient = createLine({limitMs, idleMs, script});
	/** Until when definitions go to the second process, by their text. */
	const costly = new Map<string, number>();

	function noteCostly(text: string): void {
		costly.delete(text);
		costly.set(text, performance.now() + costlyMs);
		for (const oldest of [...costly.keys()].slice(0, -maxCostly)) {
			costly.delete(oldest);
		}
	}

	async function answerTo(question: object, text: string): Promise<Answer> {
		if ((costly.get(text) ?? 0) <= performance.now()) {
			const answer = await quick.ask(question);
			if (answer !== null && !('unusable' in answer && answer.isCostly)) {
				return answer;
			}
			noteCostly(text);
		}
		// Somebody else may have killed it, so a single death does not count as a failure.
		const answer = (await patient.ask(question)) ?? (await patient.ask(question));
		return answer ?? {unusable: 'reading it takes too much memory'};
	}

	return {
		async ask<Kind extends QuestionKind>(kind: Kind, asked: QuestionOf<Kind>) {
			const reply = await answerTo({kind, asked}, asked.file.text);
			return answerIn(reply) as Questions[Kind]['answer']; // the thread answers by the kind that it was sent
		},
		async close() {
			await Promise.all([quick.close(), patient.close()]);
		},
	};
}

/** A process that is asked one question after the other. Null is the answer of one that died of it. */
function createLine({limitMs, idleMs, script = fileURLToPath(new URL('./definitions.process.ts', import.meta.url))}: LineOptions) {
	const line = askChild<object, Answer>({
		// It gets none of our environment, where secrets may be.
		start: () =>
			processChild(
				fork(script, [String(limitMs)], {
					serialization: 'advanced',
					execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2'],
					env: {},
					stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
				}),
			),
		limitMs: longestMs(limitMs),
		idleMs,
		failure: ({why}) => (why === 'late' ? new Unusable('reading it takes too long') : new Ended()),
	});
	return {
		ask: (question: object) => line.ask(question).catch(error => (error instanceof Ended ? null : Promise.reject(error))),
		close: line.close,
	};
}
