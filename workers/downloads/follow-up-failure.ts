import {itemRelease} from '#shared/domain/downloads/item-subject.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {leftoverOf, removalOf} from '#shared/jobs/downloads.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {askRemovals} from './ask-removal.ts';

/**
 * Does what follows from a failure: blocklists the release, removes the download from its client, and searches again
 * for the title. It is repeated from the start until it has succeeded once, and each part may be repeated.
 */
export async function followUpFailure(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {id, followUp, downloadId} = item;
	if (!followUp) {
		return;
	}
	if (followUp.blocklist) {
		await blocklistRelease(item, deps);
	}
	if (followUp.removeFromClient && downloadId) {
		// Kept until the client has confirmed the removal.
		await deps.leftovers.add([leftoverOf(item, {whenSeeded: false})]);
		await askRemovals([removalOf(item)], deps);
	}
	if (followUp.search) {
		await searchAnew(item, `${id}-${Number(followUp.since)}`, deps);
	}
	await deps.downloads.change(id, {followUp: null}, {states: ['failed']});
}

async function blocklistRelease(item: QueueItem, {blocklist, now}: WorkerDeps): Promise<void> {
	await blocklist.add({...itemRelease(item), reason: item.errorMessage ?? 'The download failed.', addedAt: now()});
}

/** The id of a search job names the failure, so that one failure leads to one search. */
async function searchAnew({movieId, seriesId, episodeIds}: QueueItem, failure: string, {movies, series, jobs}: WorkerDeps): Promise<void> {
	if (seriesId && (await series.find(seriesId))?.monitored) {
		for (const reason of ['missing', 'cutOffUnmet'] as const) {
			await jobs.enqueue(searchEpisodes, {seriesId, seasonNumber: null, episodeIds, reason}, {jobId: `failed-${failure}-${reason}`});
		}
	}
	const [movie] = movieId ? await movies.getMany([movieId]) : [];
	if (movie?.monitored) {
		await jobs.enqueue(searchMovie, {movieId: movie.id, reason: movie.file ? 'cutOffUnmet' : 'missing'}, {jobId: `failed-${failure}`});
	}
}
