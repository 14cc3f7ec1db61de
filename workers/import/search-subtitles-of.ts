import type {PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles/fetch-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Lets the subtitles of an imported file be searched at once. When Redis is away, the task SubtitleSearchOnImport does
 * it later.
 */
export async function searchSubtitlesOf(
	{movieId}: Pick<QueueItem, 'movieId'>,
	{media}: Pick<PlannedFile, 'media'>,
	{jobs, settings, subtitleProviders, log}: Pick<WorkerDeps, 'jobs' | 'settings' | 'subtitleProviders' | 'log'>,
): Promise<void> {
	const id = media.kind === 'episodes' ? media.episodeIds[0] : movieId;
	if (!id || !settings.get('subtitles.searchOnImport')) {
		return;
	}
	const owner: SubtitleOwner = {type: media.kind === 'episodes' ? 'episode' : 'movie', id};
	try {
		if ((await subtitleProviders.list()).some(({enabled}) => enabled)) {
			await jobs.enqueue(fetchSubtitles, {owner, reason: 'import'});
		}
	} catch (error) {
		log.warn({err: error, owner}, 'The subtitles of an imported file could not be searched at once; a task does it later');
	}
}
