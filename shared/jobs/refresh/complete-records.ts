import {defineJob, longLimits} from '../job.ts';

/** Adds the fields that earlier versions did not store to movies and episodes. A run that was killed goes on. */
export const completeRecords = defineJob<Record<string, never>>({
	name: 'complete-records',
	queue: 'refresh',
	payload: {},
	limitMs: longLimits.library,
	dedupeKey: () => 'all',
	priority: 50,
});
