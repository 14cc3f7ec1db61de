import type {Redis} from 'ioredis';
import {createHandOverList, type HandOverList} from '../coordination/cache.ts';
import {secondMs} from '../domain/durations.ts';
import type {Pool} from './queues.ts';

/** A job that waits for a worker of a newer version. */
export interface JobOfNewer {
	pool: Pool;
	job: string;
}

/** Each is offered again every five seconds, so what is not named any more has found its worker. */
export function jobsOfNewer(redis: Redis, prefix: string): HandOverList<JobOfNewer> {
	return createHandOverList<JobOfNewer>({redis, prefix, name: 'newer-jobs', ttlMs: 20 * secondMs, max: 200});
}
