import {type ChildProcess, fork} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import PQueue from 'p-queue';
import {Unusable} from '../domain/definitions/definition.ts';
import type {QuestionKind, QuestionOf, Questions} from './answer-question.ts';
import {type Answer, answerIn, type DefinitionThread, longestMs, usualLimitMs} from './definition-thread.ts';

interface Options {
	/** Milliseconds of processor time for one question. */
	limitMs?: number;
	/** Milliseconds without a question after which the process ends, which takes a hundred megabytes. */
	idleMs?: number;
	/** The script to run instead of the thread's process, for tests. */
	script?: string;
}

/** The process ended without an answer. */
class Ended extends Error {}

const usualIdleMs = 5 * 60_000;
/** Megabytes for what is on its way to the thread and back. */
const heapMegabytes = 256;

/**
 * A `DefinitionThread` in a process of its own. A thread that runs out of memory within one long step takes its whole
 * process along, and any site can send a page that does that.
 */
export function createDefinitionProcess({limitMs = usualLimitMs, idleMs = usualIdleMs, script}: Options = {}): DefinitionThread {
	let running: ChildProcess | null = null;
	let idle: NodeJS.Timeout | undefined;
	const oneByOne = new PQueue({concurrency: 1});

	function stop(): void {
		running?.kill('SIGKILL');
		running = null;
	}

	async function askOnce(question: object): Promise<Answer> {
		clearTimeout(idle);
		running ??= startProcess(limitMs, script);
		try {
			return await answerOf(running, question, longestMs(limitMs));
		} catch (error) {
			stop();
			throw error;
		} finally {
			idle = setTimeout(stop, idleMs).unref();
		}
	}

	/** Somebody else may have killed it, so a single death does not count as a failure. */
	async function askTwice(question: object): Promise<Answer> {
		try {
			return await askOnce(question).catch(error => (error instanceof Ended ? askOnce(question) : Promise.reject(error)));
		} catch (error) {
			throw error instanceof Ended ? new Unusable('reading it takes too much memory') : error;
		}
	}

	return {
		async ask<Kind extends QuestionKind>(kind: Kind, asked: QuestionOf<Kind>) {
			const reply = await oneByOne.add(() => askTwice({kind, asked}));
			return answerIn(reply) as Questions[Kind]['answer']; // the thread answers by the kind that it was sent
		},
		async close() {
			await oneByOne.onIdle();
			clearTimeout(idle);
			stop();
		},
	};
}

/** It gets none of our environment, where secrets may be. */
function startProcess(limitMs: number, script = fileURLToPath(new URL('./definitions.process.ts', import.meta.url))): ChildProcess {
	const child = fork(script, [String(limitMs)], {
		serialization: 'advanced',
		execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2'],
		env: {},
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	// If no question is waiting, the death is noticed at the next one.
	return child.on('error', () => {});
}

async function answerOf(child: ChildProcess, question: object, waitMs: number): Promise<Answer> {
	const {promise, resolve, reject} = Promise.withResolvers<Answer>();
	const ended = () => reject(new Ended());
	const timer = setTimeout(() => reject(new Unusable('reading it takes too long')), waitMs);
	const answered = (message: unknown) => resolve(message as Answer); // its process sends nothing else
	child.once('message', answered).once('exit', ended).once('error', ended);
	child.ref();
	child.channel?.ref();
	if (child.exitCode !== null || child.signalCode !== null || !child.connected) {
		ended();
	} else {
		child.send(question, error => error && ended());
	}
	return promise.finally(() => {
		clearTimeout(timer);
		child.off('message', answered).off('exit', ended).off('error', ended);
		child.unref();
		child.channel?.unref();
	});
}
