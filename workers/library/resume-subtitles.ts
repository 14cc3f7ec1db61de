import {readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Enqueues the reading of subtitles that were never read, unless the job is waiting already. */
export async function resumeSubtitles({movies, episodes, jobs}: Pick<WorkerDeps, 'movies' | 'episodes' | 'jobs'>): Promise<void> {
	const unread = [...(await movies.unreadSubtitles(1)), ...(await episodes.unreadSubtitles(1))];
	if (unread.length > 0) {
		await jobs.enqueue(readUnreadSubtitles, {});
	}
}
