import {isChosenByPerson, itemRelease, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {type failRefusedDownload, leftoverOf, removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import {failItem, recordFailure} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

export type FailDeps = Pick<
	WorkerDeps,
	'blocklist' | 'downloadClients' | 'downloads' | 'events' | 'history' | 'jobs' | 'leftovers' | 'movies' | 'now' | 'series' | 'settings'
>;

/**
 * Fails the download as its client's own failures are. One that a person has retried or chosen a title for is left
 * alone: it waits no longer for its next try, or a choice stands against the refusal.
 */
export const handleFailRefusedDownload: Handler<typeof failRefusedDownload, keyof FailDeps> = async ({queueItemId, reason}, deps) => {
	const item = await deps.downloads.find(queueItemId);
	if (item?.state === 'importPending' && item.retryAt !== null && !isChosenByPerson(item)) {
		await failItem(item, reason, deps, asSeen(item));
	}
};

/**
 * The time for a retry is over. The consequences are stored together with the state, so that they happen even if this
 * process dies now.
 */
export async function giveUpDownload(item: QueueItem, deps: FailDeps): Promise<void> {
	const {downloads, downloadClients, settings, now} = deps;
	// The process that failed it may have died before recording that.
	await recordFailure(item, deps);
	const client = item.client && (await downloadClients.find(item.client.id));
	const removeFromClient = client?.removeFailed === true && settings.get('filters.removeFailedDownloads');
	const followUp = {since: now(), blocklist: true, removeFromClient, search: true};
	const failed = await downloads.move(item.id, 'failed', {retryAt: null, followUp}, asSeen(item));
	if (failed) {
		await publishItemUpdated(failed, deps);
		await followUpFailure(failed, deps);
	}
}

/**
 * Does what follows from a failure: blocklists the release, removes the download from its client, and searches again
 * for the title. It is repeated from the start until it has succeeded once, and each part may be repeated.
 */
export async function followUpFailure(item: QueueItem, deps: FailDeps): Promise<void> {
	const {id, followUp, transfer} = item;
	const present = followUp && (await deps.downloads.find(id));
	// A person may have retried it since it was read.
	if (!followUp || present?.state !== 'failed' || Number(present.followUp?.since) !== Number(followUp.since)) {
		return;
	}
	if (followUp.blocklist) {
		await blocklistRelease(item, deps);
	}
	if (followUp.removeFromClient && transfer) {
		// Kept until the client has confirmed the removal.
		await deps.leftovers.add([leftoverOf(item, {whenSeeded: false})]);
		await deps.jobs.enqueue(removeDownload, removalOf(item));
	}
	if (followUp.search) {
		await searchAnew(item, `${id}-${Number(followUp.since)}`, deps);
	}
	await deps.downloads.change(id, {followUp: null}, {states: ['failed'], matching: {'followUp.since': followUp.since}});
}

async function blocklistRelease(item: QueueItem, {blocklist, now}: Pick<WorkerDeps, 'blocklist' | 'now'>): Promise<void> {
	await blocklist.add({...itemRelease(item), reason: item.errorMessage ?? 'The download failed.', addedAt: now()});
}

/** The id of a search job names the failure, so that one failure leads to one search. */
async function searchAnew(
	{target: {movieId, seriesId, episodeIds}}: QueueItem,
	failure: string,
	{movies, series, jobs}: Pick<WorkerDeps, 'jobs' | 'movies' | 'series'>,
): Promise<void> {
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
