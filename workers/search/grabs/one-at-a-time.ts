import {randomUUID} from 'node:crypto';
import {wait} from '#shared/wait.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {grabLimitMs} from './grab-offer.ts';

/** Longer than a grab that its dead caller left in the queue can still be taken up. */
const leaseMs = grabLimitMs + 30_000;
const pauseMs = 200;

/**
 * Runs `work` while nothing else is grabbed for the same movie or series by itself. Null when the other grab takes
 * too long; the title is left to the next run then.
 */
export async function oneAtATime<T>(titleId: string, {deps, run}: {deps: WorkerDeps; run: Run}, work: () => Promise<T>): Promise<T | null> {
	const [key, token] = [`grab-${titleId}`, randomUUID()];
	const until = performance.now() + leaseMs;
	while (!(await deps.leases.take(key, token, leaseMs))) {
		if (performance.now() > until) {
			return null;
		}
		await wait(pauseMs, run.signal);
	}
	try {
		return await work();
	} finally {
		await deps.leases.release(key, token);
	}
}
