import type {Redis} from 'ioredis';
import {solveBackOffMinutes} from '../domain/captcha/back-off.ts';
import {minuteMs} from '../domain/durations.ts';
import {UpstreamFailed} from '../errors.ts';

/** The failures recorded for a site that could not be solved. */
interface Failures {
	count: number;
	message: string;
	/** ISO time. */
	until: string;
}

/** Seconds without a new failure after which all failures are forgotten. */
const memorySeconds = 24 * 3600;

export type SolveBackOff = ReturnType<typeof createSolveBackOff>;

/** Makes all workers leave a site alone for a while after failures. */
export function createSolveBackOff(redis: Redis, prefix: string) {
	const key = `${prefix}:unsolved-sites`;
	const read = async (site: string) => JSON.parse((await redis.hget(key, site)) ?? 'null') as Failures | null;
	return {
		/** Throws UpstreamFailed `challenge_resting` while the site must be left alone. */
		async throwIfResting(site: string, now: Date): Promise<void> {
			const failures = await read(site);
			if (failures && new Date(failures.until) > now) {
				throw new UpstreamFailed(
					'challenge_resting',
					`The last attempt failed: ${failures.message} It will be tried again after ${failures.until}.`,
				);
			}
		},
		async noteFailure(site: string, message: string, now: Date): Promise<void> {
			const count = ((await read(site))?.count ?? 0) + 1;
			const until = new Date(now.getTime() + solveBackOffMinutes(count) * minuteMs).toISOString();
			await redis.hset(key, site, JSON.stringify({count, message, until} satisfies Failures));
			await redis.expire(key, memorySeconds);
		},
		async noteSuccess(site: string): Promise<void> {
			await redis.hdel(key, site);
		},
		/** After this every site may be tried at once. */
		async clear(): Promise<void> {
			await redis.del(key);
		},
	};
}
