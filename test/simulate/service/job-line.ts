import {randomUUID} from 'node:crypto';
import {dedupeKeyOf, type JobClient} from '#shared/jobs/client.ts';
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
	const waiting = new Set<WaitingJob>();
	const byKey = new Map<string, WaitingJob>();
	const remove = (job: WaitingJob) => {
		waiting.delete(job);
		if (job.key !== null && byKey.get(job.key) === job) {
			byKey.delete(job.key);
		}
	};
	let running = 0;

	const client: JobClient & Record<string, unknown> = {
		async enqueue(job, payload, {priority, delayMs = 0, jobId} = {}) {
			const key = keyOf(job, payload);
			const known = (key === null ? undefined : byKey.get(key)) ?? [...waiting].find(({id}) => id === jobId);
			if (known) {
				return known.id;
			}
			const row = {id: jobId ?? randomUUID(), name: job.name, payload, key, notBefore: at() + delayMs};
			const added = {...row, priority: priority ?? job.priority ?? usualPriority};
			waiting.add(added);
			if (key !== null) {
				byKey.set(key, added);
			}
			return added.id;
		},
		noteMoved() {},
		idlePools: async () => [],
		enqueueMany: (job, wanted) => Promise.all(wanted.map(({payload, ...options}) => client.enqueue(job, payload, options))),
		isQueued: async (job, payload) => byKey.has(keyOf(job, payload) ?? ''),
		async takeWaiting(job, payload, isWeaker) {
			const found = byKey.get(keyOf(job, payload) ?? '');
			const theirs = found?.payload as typeof payload; // the key belongs to jobs of this kind
			if (!found || !waiting.has(found) || !isWeaker(theirs, found.priority)) {
				return null;
			}
			remove(found);
			return theirs;
		},
		waiting: async (_pool, most) => [...waiting].slice(0, most).map(({name, payload}) => ({name, payload})),
		ask: async (job, payload) => (await ask(job.name, payload)) as never, // the caller knows the type of the answer
		queue: () => {
			throw new Error('The simulation has no queues of BullMQ');
		},
		close: async () => {},
	};

	return {
		client,
		take(now) {
			const first = firstOf(waiting, now);
			if (first) {
				waiting.delete(first);
				running += 1;
			}
			return first;
		},
		done(job) {
			remove(job);
			running -= 1;
		},
		nextDelayed: now => Math.min(...[...waiting].filter(({notBefore}) => notBefore > now).map(({notBefore}) => notBefore)),
		length: () => waiting.size + running,
	};
}

function keyOf<Payload, Result>(job: Job<Payload, Result>, payload: Payload): string | null {
	const key = dedupeKeyOf(job, payload);
	return key === null ? null : `${job.name}-${key}`;
}

/** The most urgent job, and of those the one that waits longest. */
function firstOf(waiting: Iterable<WaitingJob>, now: number): WaitingJob | null {
	let best: WaitingJob | null = null;
	for (const each of waiting) {
		best = each.notBefore <= now && (best === null || each.priority < best.priority) ? each : best;
	}
	return best;
}
