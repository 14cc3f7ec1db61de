import type {Redis} from 'ioredis';
import {createHandOverList, type HandOverList} from '../coordination/cache.ts';
import {secondMs} from '../domain/durations.ts';

/** What a worker of the `captcha` pool reports about its browser. */
export interface SolverReport {
	/** Host and process id. */
	instance: string;
	browserPath: string | null;
	/** The browser's own user agent; null before its first start. */
	userAgent: string | null;
	/** Why there is no browser and how to fix it; null when there is one. */
	fault: string | null;
}

/** The reports of all workers, by instance. Each worker repeats its own every few seconds. */
export function solverReports(redis: Redis, prefix: string): HandOverList<SolverReport> {
	return createHandOverList<SolverReport>({redis, prefix, name: 'solvers', ttlMs: 15 * secondMs, max: 1000});
}
