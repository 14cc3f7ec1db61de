import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {createHandOver, createHandOverList} from '../coordination/cache.ts';
import {withinLimit} from '../coordination/wait.ts';
import {minuteMs} from '../domain/durations.ts';
import {isExpected} from '../errors.ts';
import {machineStream} from '../events/machines.ts';
import type {EventBus} from '../events/stream.ts';
import type {Secrets} from '../secrets.ts';
import type {Machine} from './machine.ts';
import {type MachineReport, machineReports} from './reports.ts';

/** What machines are asked: the name of each question, what it says, and the answer. */
export interface MachineQuestions {
	[name: string]: {asked: unknown; answer: unknown};
}

/** How each question is answered, from the disks of this machine. */
export type MachineAnswers<Questions extends MachineQuestions> = {
	[Name in keyof Questions]: (asked: Questions[Name]['asked']) => Promise<Questions[Name]['answer']>;
};

interface Options {
	redis: Redis;
	prefix: string;
	/** A backup has the secret key. */
	secrets: Secrets;
	events: Pick<EventBus, 'publish' | 'subscribe'>;
}

const keptMs = minuteMs;
/** Questions that wait for somebody to take them. */
const maxOpen = 1000;

const questionsIn = ({redis, prefix, secrets}: Options) =>
	createHandOver<{name: string; asked: unknown}>({redis, prefix, secrets, name: 'machine-question', ttlMs: keptMs});
const answersIn = ({redis, prefix, secrets}: Options) =>
	createHandOver<{answer: unknown} | {fault: string}>({redis, prefix, secrets, name: 'machine-answer', ttlMs: keptMs});
const takenIn = ({redis, prefix}: Options) =>
	createHandOverList<string>({redis, prefix, name: 'machine-taken', ttlMs: keptMs, max: maxOpen});

/** Answers what this machine is asked. Of several processes on it, one answers. Returns what ends it. */
export function answerForMachine<Questions extends MachineQuestions>(
	machine: Machine,
	answers: MachineAnswers<Questions>,
	options: Options,
): () => void {
	const [questions, replies, taken] = [questionsIn(options), answersIn(options), takenIn(options)];
	async function answer(askId: string): Promise<void> {
		const question = (await taken.add(askId, machine.id)) === 'added' ? await questions.take(askId) : null;
		if (question === null || !Object.hasOwn(answers, question.name)) {
			return;
		}
		const reply = await answers[question.name as keyof Questions](question.asked).then(
			found => ({answer: found}),
			error => ({fault: isExpected(error) ? error.message : 'The machine could not answer; its log says why.'}),
		);
		await replies.put(askId, reply);
		await options.events.publish(machineStream, 'answered', {askId});
	}
	return options.events.subscribe(machineStream, ({event, data}) => {
		const {askId, machineId} = data as {askId: string; machineId?: string};
		if (event === 'asked' && machineId === machine.id) {
			// Whoever asked says that there was no answer.
			void answer(askId).catch(() => {});
		}
	});
}

export interface AskMachines<Questions extends MachineQuestions> {
	/** Null if the machine does not answer in time, or cannot. */
	ask<Name extends keyof Questions & string>(
		machine: Machine,
		name: Name,
		asked: Questions[Name]['asked'],
	): Promise<Questions[Name]['answer'] | null>;
	/** All other machines with a process that lives. None while Redis is away. */
	others(): Promise<Machine[]>;
}

export function createAskMachines<Questions extends MachineQuestions>(
	here: () => Promise<Machine>,
	options: Options & {limitMs: number},
): AskMachines<Questions> {
	const [questions, replies] = [questionsIn(options), answersIn(options)];
	const {redis, prefix, events, limitMs} = options;
	const waiting = new Map<string, () => void>();
	events.subscribe(machineStream, ({event, data}) => {
		if (event === 'answered') {
			waiting.get((data as {askId: string}).askId)?.();
		}
	});
	return {
		async ask(machine, name, asked) {
			const askId = randomUUID();
			const {promise, resolve} = Promise.withResolvers<void>();
			waiting.set(askId, resolve);
			try {
				await questions.put(askId, {name, asked});
				await events.publish(machineStream, 'asked', {askId, machineId: machine.id});
				await withinLimit(promise, limitMs, undefined);
				const reply = await replies.take(askId);
				return reply && 'answer' in reply ? (reply.answer as Questions[typeof name]['answer']) : null;
			} catch {
				return null; // Redis does not answer
			} finally {
				waiting.delete(askId);
			}
		},
		async others() {
			const [own, reports] = await Promise.all([
				here(),
				machineReports(redis, prefix)
					.list()
					.catch((): MachineReport[] => []),
			]);
			const byId = new Map(reports.map(({machine}) => [machine.id, machine]));
			return [...byId.values()].filter(({id}) => id !== own.id);
		},
	};
}
