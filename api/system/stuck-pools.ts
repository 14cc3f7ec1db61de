import type {ApiDeps} from '#api/deps.ts';
import {idlePools, stuckMsOf} from '#shared/jobs/movement.ts';
import type {Pool} from '#shared/jobs/queues.ts';

/** The oldest job is among the first ones unless more urgent ones keep arriving, and then jobs move. */
const lookedAt = 20;

type Deps = Pick<ApiDeps, 'jobs' | 'producer' | 'prefix' | 'now'>;

/**
 * The pools, among those that have workers, in which a job has waited for long while none began or ended. Only pools at
 * rest are looked at more closely.
 */
export async function readStuckPools(working: readonly Pool[], {jobs, producer: redis, prefix, now}: Deps): Promise<Pool[]> {
	const resting = await idlePools(working, {redis, prefix});
	const oldest = await Promise.all(
		resting.map(async pool => {
			const waiting = await jobs.queue(pool).getJobs(['waiting', 'prioritized'], 0, lookedAt - 1, true);
			return Math.min(...waiting.map(({timestamp}) => timestamp));
		}),
	);
	return resting.filter((pool, index) => Number(now()) - (oldest[index] ?? Number.POSITIVE_INFINITY) > stuckMsOf(pool));
}
