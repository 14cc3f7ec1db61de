import {importFolders, locateAmong, whyOutside} from '#api/http/import-folders.ts';
import {invalid} from '#api/http/input.ts';
import {titleFaults} from '#api/http/references.ts';
import type {RouteDeps} from '#api/services.ts';
import {isManual, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {kindOf} from '#shared/domain/imports/sort-files.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {publishItemUpdated, queueItem, queueStream} from '#shared/events/queue.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {type ManualFile, toManualItem} from '#shared/store/downloads/manual-item.ts';
import type {StartedImport} from './replies.ts';
import type {ChosenFile, ManualImportBody} from './schema.ts';

/**
 * Puts each file into the queue as a download that waits for its import. Nothing is imported if the body has a fault;
 * a file that is being imported already is not imported twice.
 */
export async function startImports({files, mode, queueId}: ManualImportBody, deps: RouteDeps): Promise<StartedImport[]> {
	const folders = await importFolders(deps);
	const faults: Fault[] = [];
	const wanted: ManualFile[] = [];
	const download = queueId === undefined ? null : await deps.downloads.find(queueId);
	if (queueId !== undefined && !download) {
		faults.push({path: 'queueId', message: 'queueId must be the id of an item of /api/queue'});
	}
	for (const [index, file] of files.entries()) {
		const located = locateAmong(file.path, folders);
		const ofDownload = download ? {queueId: download.id} : {};
		if (located === null || kindOf(file.path) !== 'video') {
			const message = located === null ? whyOutside(file.path, folders) : 'must be a video';
			faults.push({path: `files[${index}].path`, message: `files[${index}].path ${message}`});
		}
		faults.push(...(await titleFaults(file, `files[${index}].`, deps)));
		wanted.push(toManualFile(file, {path: file.path, within: '', ...located, mode, ...ofDownload}));
	}
	if (faults.length > 0) {
		throw invalid(faults);
	}
	await deps.importListItems.noteTouched(wanted.flatMap(({movieId, seriesId}) => movieId ?? seriesId ?? []));
	const started: StartedImport[] = [];
	for (const file of wanted) {
		started.push(await start(file, deps));
	}
	if (download && started.some(({error}) => error === null)) {
		await rest(download.id, deps);
	}
	return started;
}

/** Milliseconds after which the download is tried again by itself, if its files do not get into the library by hand. */
const retryMs = 10 * minuteMs;

/** A person decides now, so the old messages about the download are removed. */
async function rest(queueId: string, {downloads, events, now}: RouteDeps): Promise<void> {
	const change = {health: 'ok' as const, statusMessages: [], errorMessage: null, retryAt: new Date(Number(now()) + retryMs)};
	const rested = await downloads.change(queueId, change, {states: ['importPending']});
	await (rested && publishItemUpdated(rested, {events}).catch(() => {}));
}

function toManualFile(file: ChosenFile, placed: Pick<ManualFile, 'path' | 'within' | 'mode' | 'queueId'>): ManualFile {
	return {
		...placed,
		movieId: file.movieId ?? null,
		seriesId: file.seriesId ?? null,
		episodeIds: file.episodeIds ?? [],
		quality: file.quality ?? null,
		languages: file.languages ?? null,
		releaseGroup: file.releaseGroup ?? null,
	};
}

async function start(file: ManualFile, deps: RouteDeps): Promise<StartedImport> {
	const {jobs, events, now} = deps;
	try {
		const item = await addItem(toManualItem(file, now()), deps);
		// Without Redis the schedule finds the stored item within seconds.
		await events.publish(queueStream, 'queueItemAdded', queueItem.present(item)).catch(() => {});
		await jobs.enqueue(importDownload, {queueItemId: item.id}).catch(() => {});
		return {path: file.path, queueId: item.id, error: null};
	} catch (error) {
		if (error instanceof Conflict) {
			return {path: file.path, queueId: null, error: 'This file is being imported already; see its item in the queue.'};
		}
		throw error;
	}
}

/** The outcome of an earlier import of the file does not keep a person from deciding again. */
async function addItem(item: NewQueueItem, deps: RouteDeps): Promise<QueueItem> {
	const {downloads} = deps;
	try {
		return await downloads.add(item);
	} catch (error) {
		const earlier = error instanceof Conflict ? await downloads.holderOf(item.release) : null;
		if (earlier === null || !((await downloads.freeImported(earlier.id)) || (await removeRefused(earlier, deps)))) {
			throw error;
		}
		return downloads.add(item);
	}
}

/**
 * An import that was refused waits only for a person, who has decided now. One that may have left files in the library
 * stays: its journal says how it continues.
 */
async function removeRefused(
	{id, state, health, import: progress, ...earlier}: QueueItem,
	{downloads, events}: RouteDeps,
): Promise<boolean> {
	const hasPlaced = Boolean(progress?.journal ?? progress?.discarded);
	if (state !== 'importPending' || health === 'ok' || hasPlaced || !isManual(earlier) || !(await downloads.remove(id, {state}))) {
		return false;
	}
	await events.publish(queueStream, 'queueItemRemoved', {id, reason: 'deleted'}).catch(() => {});
	return true;
}
