import {AsyncLocalStorage} from 'node:async_hooks';
import {createSlots, type Slots} from '#shared/coordination/slots.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Pool} from '#shared/jobs/queues.ts';

export interface FairAsks {
	/** Its questions to a pool wait in a line for each caller. Those of nobody in particular do not wait. */
	jobs: JobClient;
	/** Runs the work of a request; whatever it asks counts for its caller. */
	as<T>(asking: Asking, work: () => T): T;
}

interface Asking {
	callerId: string | null;
	/** Called as soon as the request waits for a worker: it keeps nobody from anything then. */
	leave(): void;
}

/** Questions of one caller that are under way in a pool: a slot of a worker process is left for the others. */
const usualAtOnce = 3;
const atOnce: Partial<Record<Pool, number>> = {backfill: 1, captcha: 24, connections: 6, disks: 24, import: 1};
const refusal = (waiting: number) => `Requests of yours are under way, and ${waiting} more wait. Wait for some of them.`;
/** A wall has some hundred pictures. */
const maxWaitingOfCaller = 100;

/**
 * Questions are taken in turn, whoever asks. So one caller could fill the line of a pool, also one who hangs up at once
 * and asks again.
 */
export function createFairAsks(jobs: JobClient): FairAsks {
	const requests = new AsyncLocalStorage<Asking>();
	const pools = new Map<Pool, Slots>();

	function slotsOf(pool: Pool): Slots {
		const slots = pools.get(pool) ?? createSlots({maxOfCaller: atOnce[pool] ?? usualAtOnce, maxWaitingOfCaller, refusal});
		pools.set(pool, slots);
		return slots;
	}

	const ask: JobClient['ask'] = async (job, payload, options) => {
		const {callerId = null, leave: leaveRequest} = requests.getStore() ?? {};
		leaveRequest?.();
		if (callerId === null) {
			return jobs.ask(job, payload, options);
		}
		const begunAt = performance.now();
		const leave = await slotsOf(job.queue).take(callerId, options.timeoutMs);
		try {
			const timeoutMs = Math.max(1, options.timeoutMs - (performance.now() - begunAt));
			return await jobs.ask(job, payload, {...options, timeoutMs});
		} finally {
			leave();
		}
	};

	return {
		jobs: {...jobs, ask},
		as: (asking, work) => requests.run(asking, work),
	};
}
