import {randomUUID} from 'node:crypto';
import type {ChosenTitle} from '#api/http/references.ts';
import type {RouteDeps} from '#api/services.ts';
import {type QueueItem, sentAnew} from '#shared/domain/downloads/queue-item.ts';
import {Conflict} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {retryDownload} from '#shared/jobs/grab.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {Stores} from '#shared/store/database.ts';

/**
 * Imports a download that waits as the title that a person chose, whatever spoke against it. Returns what happens now,
 * for people to read. Throws Conflict `queue_item_not_waiting`.
 */
export async function importItem(item: QueueItem, title: ChosenTitle, {downloads, jobs, events}: RouteDeps): Promise<string> {
	const {id, state, release} = item;
	const {movieId = null, seriesId = null, episodeIds = []} = title;
	// A file that a person chose stays in its folder, and is placed as was said then.
	const choice = item.import?.choice ?? {file: null, quality: null};
	const changed = await downloads.chooseTitle(id, {movieId, seriesId, episodeIds}, choice);
	if (!changed) {
		throw new Conflict(
			'queue_item_not_waiting',
			`${release.title} does not wait for its import: its state is ${state}. Only what is downloaded and not imported can be imported.`,
		);
	}
	await publishItemUpdated(changed, {events}).catch(() => {});
	// Without Redis the schedule finds the stored item within seconds.
	await jobs.enqueue(importDownload, {queueItemId: id}).catch(() => {});
	return `${release.title} will be imported as chosen.`;
}

/**
 * Imports a download from the folder that a person names: its client has not said where the files are, or names another
 * folder. Returns what happens now, for people to read. Throws Conflict `queue_item_not_waiting`.
 */
export async function locateItem({id, release, status, transfer}: QueueItem, path: string, deps: RouteDeps): Promise<string> {
	const {downloads, jobs, events, now} = deps;
	const place = {transfer: {outputPath: path}};
	const started = status === 'completed' ? transfer?.started : undefined;
	if (started && (await downloads.change(id, place, {states: ['downloading'], matching: {'transfer.started': started}}))) {
		await downloads.complete(id, {now: now(), started});
	}
	const waiting = await downloads.change(id, {...place, retryAt: null, import: {tries: 0}}, {states: ['importPending']});
	if (!waiting) {
		const message = `${release.title} is not downloaded yet, or imported already: only what waits for its import has a folder to name.`;
		throw new Conflict('queue_item_not_waiting', message);
	}
	await publishItemUpdated(waiting, {events}).catch(() => {});
	// Without Redis the schedule finds the stored item within seconds.
	await jobs.enqueue(importDownload, {queueItemId: id}).catch(() => {});
	return `${release.title} will be imported from ${path}.`;
}

interface RetryDeps extends Pick<Stores, 'downloads'> {
	jobs: JobClient;
	events: EventBus;
}

/**
 * Sends a failed download again, or restarts the import of one that waits because its import failed or was refused.
 * That is stored in the item, so its job may get lost. Returns what happens now, for people to read. Throws Conflict
 * `queue_item_not_failed` or `release_already_grabbed`.
 */
export async function retryItem(item: QueueItem, {downloads, jobs, events}: RetryDeps): Promise<string> {
	const {id, state, health} = item;
	const {title} = item.release;
	if (state === 'failed' || state === 'failedPending') {
		const holder = await downloads.holderOf(item.release);
		if (holder && holder.id !== id) {
			throw new Conflict('release_already_grabbed', `${title} was grabbed again in the meantime; see the other item of the queue.`);
		}
		const retried = await downloads.reactivate(id, sentAnew(randomUUID));
		// Null: a second retry was faster, or the item was removed.
		await (retried && publishItemUpdated(retried, {events}).catch(() => {}));
		// Without Redis the schedule finds the stored item within minutes.
		await jobs.enqueue(retryDownload, {queueItemId: id}).catch(() => {});
		return `${title} will be sent to its download client again.`;
	}
	const waiting =
		state === 'importPending' && health !== 'ok'
			? await downloads.change(id, {retryAt: null, import: {tries: 0}}, {states: ['importPending']})
			: null;
	if (!waiting) {
		throw new Conflict('queue_item_not_failed', `${title} has not failed: its state is ${state}. Only failed downloads can be retried.`);
	}
	await jobs.enqueue(importDownload, {queueItemId: id}).catch(() => {});
	return `${title} will be imported again.`;
}
