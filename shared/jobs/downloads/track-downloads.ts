import {defineJob} from '../job.ts';

/**
 * Looks at every download client that is due and moves the queue items; one at a time for each
 * client, across all processes.
 */
export const trackDownloads = defineJob<Record<string, never>>({
	name: 'track-downloads',
	queue: 'downloads',
	payload: {},
	attempts: 1,
});
