import {defineJob, longLimits} from '../job.ts';

/**
 * Reads the subtitles of files that nobody has read yet, or whose folder has changed, a few at a time, and adds a job
 * for the rest. The records say which files these are, so a lost job loses nothing.
 */
export const readUnreadSubtitles = defineJob<Record<string, never>>({
	name: 'read-unread-subtitles',
	queue: 'subtitles',
	payload: {},
	// Most files take milliseconds, but one that cannot be read takes a minute.
	limitMs: longLimits.search,
	dedupeKey: () => 'all',
	runsAgain: true,
	priority: 100,
});
