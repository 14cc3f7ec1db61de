import {minuteMs} from '../domain/durations.ts';

/** One job queue per pool; the folder below workers/ has the same name. */
export const pools = [
	'search',
	'grab',
	'downloads',
	'connections',
	'import',
	'disks',
	'files',
	'refresh',
	'lists',
	'backfill',
	'tasks',
	'torrent',
	'captcha',
	'subtitles',
] as const;
export type Pool = (typeof pools)[number];

/** Pools whose jobs may take hours although all is well: a large copy, a whole library. */
const patient: ReadonlySet<Pool> = new Set(['import', 'files', 'backfill', 'tasks']);

/** A pool with waiting jobs counts as stuck after this many milliseconds in which no job began or ended. */
export const stuckMs = Object.fromEntries(pools.map(pool => [pool, (patient.has(pool) ? 120 : 10) * minuteMs])) as Record<Pool, number>;
