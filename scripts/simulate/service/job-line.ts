import {randomUUID} from 'node:crypto';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Job} from '#shared/jobs/job.ts';

export interface WaitingJob {
	id: string;
	name: string;
	payload: unknown;
	key: string | null;
	/** Lower numbers run first. */
	priority: number;
	/** Simulated time before which it does not run. */
	notBefore: number;
}

type Ask = (name: string, payload: unknown) => Promise<unknown>;

export interface JobLine {
	client: JobClient;
	/** Takes the next job that may run now; it counts as running until `done`. */
	take(at: number): WaitingJob | null;
	done(job: WaitingJob): void;
	/** When the next job that waits for its time may run; Infinity without one. */
	nextDelayed(at: number): number;
	length(): number;
}

const usualPriority = 10;

/**
 * The queues within this process, with the rules that the planner relies on: one job per key, and priorities. BullMQ
 * is left out, because it keeps real time.
 */
export function createJobLine(ask: Ask, at: () => number): JobLine {
	let waiting: WaitingJob[] = [];
	const running = new Set<WaitingJob>();
	const keyOf = <Payload, Result>(job: Job<Payload, Result>, payload: Payload) => {
		const key = job.dedupeKey?.(payload);
		return key === undefined ? null : `${job.name}-${key}`;
	};
	const byKey = (key: string | null) => (key === null ? undefined : [...waiting, ...running].find(each => each.key === key));
	const isFree = ({notBefore}: WaitingJob, now: number) => notBefore <= now;

	const client: JobClient = {
		async enqueue(job, payload, {priority, delayMs = 0, jobId} = {}) {
			const key = keyOf(job, payload);
			const known = byKey(key) ?? waiting.find(({id}) => id === jobId);
			if (known) {
				return known.id;
			}
			const row = {id: jobId ?? randomUUID(), name: job.name, payload, key, notBefore: at() + delayMs};
			waiting.push({...row, priority: priority ?? job.priority ?? usualPriority});
			return row.id;
		},
		isQueued: async (job, payload) => byKey(keyOf(job, payload)) !== undefined,
		ask: async (job, payload) => (await ask(job.name, payload)) as never, // the caller knows the type of the answer
		queue: () => {
			throw new Error('The simulation has no queues of BullMQ');
		},
		close: async () => {},
	};

	return {
		client,
		take(now) {
			const first = waiting.reduce<WaitingJob | null>(
				(best, each) => (isFree(each, now) && (best === null || each.priority < best.priority) ? each : best),
				null,
			);
			if (first) {
				waiting = waiting.filter(each => each !== first);
				running.add(first);
			}
			return first;
		},
		done: job => void running.delete(job),
		nextDelayed: now => Math.min(...waiting.filter(each => !isFree(each, now)).map(({notBefore}) => notBefore)),
		length: () => waiting.length + running.size,
	};
}
