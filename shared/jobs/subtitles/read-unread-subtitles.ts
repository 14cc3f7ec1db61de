import {defineJob} from '../job.ts';

/**
 * Reads the subtitles of files that nobody has read yet, or whose folder has changed, a few at a time, and adds a job
 * for the rest. The records say which files these are, so a lost job loses nothing.
 */
export const readUnreadSubtitles = defineJob<Record<string, never>>({
	name: 'read-unread-subtitles',
	queue: 'subtitles',
	payload: {},
	dedupeKey: () => 'all',
	runsAgain: true,
	priority: 100,
});
