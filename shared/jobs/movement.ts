import type {Redis} from 'ioredis';
import {createCache} from '../coordination/cache.ts';
import {minuteMs} from '../domain/durations.ts';
import {type Pool, pools} from './queues.ts';

/** Pools whose jobs may take hours although all is well: a large copy, a whole library. */
const patient: ReadonlySet<Pool> = new Set(['import', 'files', 'backfill', 'tasks']);

/** A pool with waiting jobs counts as stuck after this many milliseconds in which no job began or ended. */
export const stuckMsOf = (pool: Pool) => (patient.has(pool) ? 120 : 10) * minuteMs;

/** Milliseconds between two notes of one process. */
const noteEveryMs = 10_000;

const keyOf = (prefix: string, pool: Pool) => `${prefix}:moved:${pool}`;

/** Notes that the jobs of a pool move. The note expires by itself, so no clocks are compared. */
export function createMovement(redis: Redis, prefix: string): {note(pool: Pool): void} {
	const noted = createCache<Promise<unknown>>({max: pools.length, ttlMs: noteEveryMs});
	return {
		note(pool) {
			noted.get(pool, () => redis.set(keyOf(prefix, pool), '1', 'PX', stuckMsOf(pool))).catch(() => {});
		},
	};
}

/** The pools in which no job has begun or ended lately, whether any waits or not. */
export async function idlePools(pools: readonly Pool[], {redis, prefix}: {redis: Redis; prefix: string}): Promise<Pool[]> {
	const notes = pools.length > 0 ? await redis.mget(pools.map(pool => keyOf(prefix, pool))) : [];
	return pools.filter((_pool, index) => notes[index] === null);
}
