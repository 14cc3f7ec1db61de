import type {ChosenTitle} from '#api/http/references.ts';
import type {RouteDeps} from '#api/services.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {Conflict} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {importDownload} from '#shared/jobs/import.ts';

/**
 * Imports a download that waits as the title that a person chose, whatever spoke against it. Returns what happens now,
 * for people to read. Throws Conflict `queue_item_not_waiting`.
 */
export async function importItem(item: QueueItem, title: ChosenTitle, {downloads, jobs, events}: RouteDeps): Promise<string> {
	const {id, state} = item;
	const {movieId = null, seriesId = null, episodeIds = []} = title;
	// A file that a person chose stays in its folder, and is placed as was said then.
	const choice = item.chosen ?? {mode: null, quality: null, within: null};
	const change = {movieId, seriesId, episodeIds, chosen: choice, journal: null, retryAt: null, importTries: 0, health: 'ok' as const};
	const changed = await downloads.change(id, {...change, statusMessages: []}, {states: ['importPending']});
	if (!changed) {
		throw new Conflict(
			'queue_item_not_waiting',
			`${item.title} does not wait for its import: its state is ${state}. Only what is downloaded and not imported can be imported.`,
		);
	}
	await publishItemUpdated(changed, {events}).catch(() => {});
	// Without Redis the schedule finds the stored item within seconds.
	await jobs.enqueue(importDownload, {queueItemId: id}).catch(() => {});
	return `${item.title} will be imported as chosen.`;
}
