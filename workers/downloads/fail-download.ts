import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {removalOf, removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import {searchEpisodes} from '#shared/jobs/search/search-episodes.ts';
import {searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The client reported a failure. The item waits in `failedPending`, where the user can retry it. */
export async function failDownload(item: QueueItem, error: string, deps: WorkerDeps): Promise<void> {
	const {downloads, events, history, settings, now} = deps;
	const retryAt = new Date(Number(now()) + settings.get('download.failedRetryMinutes') * 60_000);
	const failed = await downloads.move(item.id, 'failedPending', {
		status: 'failed',
		health: 'error',
		errorMessage: error,
		ended: now(),
		retryAt,
	});
	if (!failed) {
		return;
	}
	const {id, title, movieId, seriesId, episodeIds, judgement, indexer, downloadClient, downloadId} = failed;
	const subject = {title, movieId, seriesId, episodeIds};
	await history.add(
		{
			event: 'downloadFailed',
			...subject,
			quality: judgement.quality,
			qualityScore: judgement.qualityScore,
			indexer,
			downloadClient,
			downloadId,
			data: {error},
			timestamp: now(),
		},
		`failed-${id}-${Number(failed.started ?? failed.added)}`,
	);
	await publishItemUpdated(failed, deps);
	await events.publish(queueStream, 'queueFailed', {id, ...subject, error});
}

/**
 * Nobody retried the download in time. Blocklists the release, removes it from its client, and searches again for the
 * title if it is still wanted.
 */
export async function giveUpDownload(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {blocklist, downloads, downloadClients, jobs, settings, now} = deps;
	const {title, guid, infoHash, indexer, indexerId, protocol, size, movieId, seriesId, episodeIds} = item;
	const reason = item.errorMessage ?? 'The download failed.';
	await blocklist.add({title, guid, infoHash, indexer, indexerId, protocol, size, reason, movieId, seriesId, episodeIds, addedAt: now()});
	const failed = await downloads.move(item.id, 'failed', {retryAt: null});
	if (!failed) {
		return;
	}
	await publishItemUpdated(failed, deps);
	const client = await downloadClients.find(item.downloadClientId);
	if (item.downloadId && client?.removeFailed && settings.get('filters.removeFailedDownloads')) {
		await jobs.enqueue(removeDownload, removalOf(item));
	}
	await searchAnew(item, deps);
}

async function searchAnew({movieId, seriesId, episodeIds}: QueueItem, {movies, series, jobs}: WorkerDeps): Promise<void> {
	if (seriesId && (await series.find(seriesId))?.monitored) {
		await jobs.enqueue(searchEpisodes, {seriesId, seasonNumber: null, episodeIds, reason: 'missing'});
		await jobs.enqueue(searchEpisodes, {seriesId, seasonNumber: null, episodeIds, reason: 'cutOffUnmet'});
	}
	const [movie] = movieId ? await movies.getMany([movieId]) : [];
	if (movie?.monitored) {
		await jobs.enqueue(searchMovie, {movieId: movie.id, reason: movie.file ? 'cutOffUnmet' : 'missing'});
	}
}
