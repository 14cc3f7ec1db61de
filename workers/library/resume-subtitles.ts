import {readMediaInfo} from '#shared/jobs/backfill.ts';
import {readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Enqueues the reading of subtitles that were never read, unless the job is waiting already. */
export async function resumeSubtitles({movies, episodes, jobs}: Pick<WorkerDeps, 'movies' | 'episodes' | 'jobs'>): Promise<void> {
	const unread = [...(await movies.unreadSubtitles(1)), ...(await episodes.unreadSubtitles(1))];
	if (unread.length > 0) {
		await jobs.enqueue(readUnreadSubtitles, {});
	}
}

const maxJobs = 1000;

/**
 * Each job that reads tracks adds the next one, so an outage that outlasts the tries of one job ends the row. Begins it
 * again for libraries with unread files. Returns how many.
 */
export async function resumeMediaInfo({
	libraries,
	scannedFiles,
	jobs,
}: Pick<WorkerDeps, 'jobs' | 'libraries' | 'scannedFiles'>): Promise<number> {
	const queue = jobs.queue(readMediaInfo.queue);
	const open = await queue.getJobs(['active', 'waiting', 'prioritized', 'delayed'], 0, maxJobs);
	const underWay = new Set(open.flatMap(job => (job?.name === readMediaInfo.name ? [job.data.payload.libraryId] : [])));
	let resumed = 0;
	for (const {id} of await libraries.list()) {
		if (!underWay.has(id) && (await scannedFiles.hasInfoDue(id))) {
			await jobs.enqueue(readMediaInfo, {libraryId: id, after: ''});
			resumed += 1;
		}
	}
	return resumed;
}
