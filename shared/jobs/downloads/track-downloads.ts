import {defineJob} from '../job.ts';

/**
 * Polls every download client that is due and updates the queue items. Only one poll per client runs at a
 * time, across all processes.
 */
export const trackDownloads = defineJob<Record<string, never>>({
	name: 'track-downloads',
	queue: 'downloads',
	payload: {},
	attempts: 1,
});
