import {readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Begins to read the subtitles of files that nobody has read yet. A job that waits already is the same. */
export async function resumeSubtitles({movies, episodes, jobs}: Pick<WorkerDeps, 'movies' | 'episodes' | 'jobs'>): Promise<void> {
	const unread = [...(await movies.unreadSubtitles(1)), ...(await episodes.unreadSubtitles(1))];
	if (unread.length > 0) {
		await jobs.enqueue(readUnreadSubtitles, {});
	}
}
