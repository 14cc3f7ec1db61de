import type {Redis} from 'ioredis';
import {backoffs, createSharedBackoff, type SharedBackoff} from '../coordination/backoff.ts';

/** Sites whose challenge could not be solved, which all workers leave alone for a while. */
export const unsolvedSites = (redis: Redis, prefix: string): SharedBackoff =>
	createSharedBackoff({redis, key: `${prefix}:unsolved-sites`, backoff: backoffs.unsolvedSite});
