import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {type GrabOutcome, grabLimitMs} from './grab-offer.ts';

/** Longer than a grab that its dead caller left in the queue can still be taken up. */
const leaseMs = grabLimitMs + 30_000;

/**
 * Runs `work` while nothing else is grabbed for the same movie or series by itself. While its outcome is unclear, or
 * when it fails, the lease goes on: an asked grab may still store its item. Null when another grab takes too long; the
 * title is left to the next run then.
 */
export async function oneAtATime(
	titleId: string,
	{deps, run}: {deps: WorkerDeps; run: Run},
	work: () => Promise<GrabOutcome>,
): Promise<GrabOutcome | null> {
	const waiting = {ms: leaseMs, renewed: false, signal: run.signal, maxWaitMs: leaseMs};
	const lease = await deps.leases.acquire(`grab-${titleId}`, waiting);
	if (!lease) {
		return null;
	}
	const outcome = await work();
	if (outcome !== 'unclear') {
		await lease.release();
	}
	return outcome;
}
