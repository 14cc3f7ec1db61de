import type {Redis} from 'ioredis';
import {solveBackOffMinutes} from '#shared/domain/captcha/back-off.ts';
import {UpstreamFailed} from '#shared/errors.ts';

/** What is remembered of a site that could not be solved. */
interface Failures {
	count: number;
	message: string;
	/** ISO time. */
	until: string;
}

/** Seconds that failures in a row are remembered. */
const memorySeconds = 24 * 3600;

export type SolveBackOff = ReturnType<typeof createSolveBackOff>;

/** Leaves a site alone for a while after failures, for all workers. */
export function createSolveBackOff(redis: Redis, prefix: string) {
	const keyOf = (site: string) => `${prefix}:unsolved:${site}`;
	const read = async (site: string) => JSON.parse((await redis.get(keyOf(site))) ?? 'null') as Failures | null;
	return {
		/** Throws UpstreamFailed `challenge_resting` while the site is left alone. */
		async throwIfResting(site: string, now: Date): Promise<void> {
			const failures = await read(site);
			if (failures && new Date(failures.until) > now) {
				throw new UpstreamFailed(
					'challenge_resting',
					`The last try failed: ${failures.message} It is tried again after ${failures.until}.`,
				);
			}
		},
		async noteFailure(site: string, message: string, now: Date): Promise<void> {
			const count = ((await read(site))?.count ?? 0) + 1;
			const until = new Date(now.getTime() + solveBackOffMinutes(count) * 60_000).toISOString();
			await redis.set(keyOf(site), JSON.stringify({count, message, until} satisfies Failures), 'EX', memorySeconds);
		},
		async noteSuccess(site: string): Promise<void> {
			await redis.del(keyOf(site));
		},
	};
}
