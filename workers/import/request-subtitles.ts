import type {PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import {readSubtitles} from '#shared/jobs/subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Lets the subtitles of an imported file be read, and what it lacks be searched. The record of the file says that
 * nobody has read them, so a request that gets lost is made up for.
 */
export async function requestSubtitles({media}: Pick<PlannedFile, 'media'>, {jobs, log}: Pick<WorkerDeps, 'jobs' | 'log'>): Promise<void> {
	const owner: SubtitleOwner =
		media.kind === 'movie' ? {type: 'movie', id: media.movieId} : {type: 'episode', id: media.episodeIds[0] ?? ''};
	await jobs.enqueue(readSubtitles, {owner}).catch(error => log.debug({err: error}, 'The reading of subtitles could not be queued'));
}
