import {
	applyClientRow,
	type ClientDownload,
	type FollowedChange,
	type FollowedItem,
	isVisibleChange,
	missAgain,
	type NextStep,
	present,
	type TransferringItem,
	withChange,
} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {publishItemsUpdated, publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {leftoverOf, type RemoveDownload, removalOfLeftover, removeDownload} from '#shared/jobs/downloads.ts';
import {retryDownload} from '#shared/jobs/grab.ts';
import {importDownload} from '#shared/jobs/import.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import type {ImportedItem, ItemChanged} from '#shared/store/downloads/followed-downloads.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type FailDeps, followUpFailure, giveUpDownload} from './fail-download.ts';

type Deps = Pick<WorkerDeps, 'downloads' | 'events' | 'history' | 'jobs' | 'now' | 'settings'>;

interface Followed {
	item: TransferringItem;
	row: ClientDownload | null;
	change: FollowedChange | null;
	next: NextStep | 'locate' | 'lose';
}

/** Items whose next steps are taken at the same time. */
const together = 8;

/**
 * Stores what the client reports about its downloads, and takes the next steps. Everything is compared in memory, so
 * that unchanged items cost nothing; changed ones are written and published in batches.
 */
export async function followItems(
	items: readonly FollowedItem[],
	{client, rows}: ClientList,
	{deps, ending}: {deps: Deps; ending: AbortSignal},
): Promise<void> {
	const all = items.flatMap(item => compare(item, rows, deps) ?? []);
	const changes = all.flatMap(({item: {id, transfer}, change}): ItemChanged[] => (change ? [{id, started: transfer.started, change}] : []));
	ending.throwIfAborted();
	const written = await deps.downloads.changeFollowed(changes);
	const visible = all.flatMap(({item, change}) => {
		const after = change && withChange(item, change);
		return after && written.has(item.id) && isVisibleChange(item, after) ? [after] : [];
	});
	await publishItemsUpdated(visible, deps);
	const steps = all.filter(({next}) => next !== 'none');
	for (let start = 0; start < steps.length; start += together) {
		ending.throwIfAborted();
		await Promise.all(steps.slice(start, start + together).map(each => takeStep(each, deps)));
	}
	if (isRemovalWanted(client, deps)) {
		await askRemovals(
			items.flatMap(item => toRemoval(item, {client, rows}) ?? []),
			deps,
		);
	}
}

function isTransferring(item: FollowedItem): item is TransferringItem {
	return item.transfer !== null;
}

/** Null for an item that the client has no more to say about. */
function compare(item: FollowedItem, rows: ClientList['rows'], {settings, now}: Pick<WorkerDeps, 'now' | 'settings'>): Followed | null {
	if (!isTransferring(item)) {
		return null;
	}
	const {transfer} = item;
	const row = rows.get(transfer.downloadId);
	if (item.state === 'importPending' && row?.status === 'completed' && row.outputPath && row.outputPath !== transfer.outputPath) {
		return {item, row, change: null, next: 'locate'};
	}
	if (item.state !== 'downloading') {
		return null;
	}
	if (!row) {
		const {isLost, ...absence} = missAgain(transfer, now());
		const isNew = absence.missedLists !== transfer.missedLists;
		return {item, row: null, change: isNew ? {transfer: absence} : null, next: isLost ? 'lose' : 'none'};
	}
	const {change, next} = applyClientRow(item, row, {stalledMinutes: settings.get('download.stalledMinutes'), now: now()});
	return {item, row, change: transfer.missingSince ? {...change, transfer: {...change?.transfer, ...present}} : change, next};
}

async function takeStep({item, row, change, next}: Followed, deps: Deps): Promise<void> {
	if (next === 'locate') {
		await locateDownload(item, row?.outputPath ?? null, deps);
	}
	if (next === 'complete') {
		await completeDownload(item, deps);
	}
	if (next === 'fail') {
		const {errorMessage} = {...item, ...change};
		await failItem(item, errorMessage ?? 'The download client reports a failure.', deps, asSeen(item));
	}
	if (next === 'lose') {
		await loseDownload(item, deps);
	}
}

/** An imported download whose seeding goals are met. The client decides about them, and then reports `removable`. */
function toRemoval({id, state, transfer}: FollowedItem, {client, rows}: ClientList): RemoveDownload | null {
	if (state !== 'imported' || !transfer || !rows.get(transfer.downloadId)?.removable) {
		return null;
	}
	const {downloadId, started} = transfer;
	return {downloadClientId: client.id, downloadId, deleteData: true, queueItemId: id, started: Number(started)};
}

/** The client has the whole download: it is imported next, unless the settings leave that to the user. */
async function completeDownload(item: TransferringItem, deps: Deps): Promise<void> {
	const {downloads, events, jobs, settings, now} = deps;
	if (!settings.get('filters.enableCompletedDownloadHandling')) {
		return;
	}
	const completed = await downloads.complete(item.id, {now: now(), started: item.transfer.started});
	if (!completed) {
		return;
	}
	await publishItemUpdated(completed, deps);
	const {id, release, target} = completed;
	await events.publish(queueStream, 'queueCompleted', {id, title: release.title, ...target});
	await jobs.enqueue(importDownload, {queueItemId: id});
}

/** A download that waits for its import learns where its files are, also when they are moved later. */
async function locateDownload({id, transfer}: TransferringItem, outputPath: string | null, {downloads, jobs}: Deps): Promise<void> {
	const change = {transfer: {outputPath}, retryAt: null};
	const located = await downloads.change(id, change, {states: ['importPending'], matching: {'transfer.outputPath': transfer.outputPath}});
	await (located && jobs.enqueue(importDownload, {queueItemId: id}));
}

/** The download was removed in the client, so it is no longer wanted. It continues if the client lists it again. */
async function loseDownload(item: TransferringItem, deps: Pick<WorkerDeps, 'downloads' | 'events' | 'now'>): Promise<void> {
	const ignored = await deps.downloads.move(
		item.id,
		'ignored',
		{status: 'warning', health: 'warning', errorMessage: 'The download is no longer in its client.', ended: deps.now()},
		asSeen(item),
	);
	if (ignored) {
		await publishItemUpdated(ignored, deps);
	}
}

/** What a client reports about its downloads, by download id. */
export interface ClientList {
	client: DownloadClientRecord;
	rows: ReadonlyMap<string, ClientDownload>;
}

export type SettleDeps = FailDeps & Pick<WorkerDeps, 'log'>;

/** Milliseconds a stored intent may wait for its client's answer before it is sent again. */
const intentMs = 120_000;
/** Milliseconds for which the queue still shows an imported download, so that people who watch it see the end. */
const shownMs = 15_000;

/**
 * Continues items whose waiting time is over, and what a crash left behind: a step without a job, or an expired claim.
 * Each kind is found by its own condition. One failing item does not hold up the others.
 */
export async function settleWaitingItems(deps: SettleDeps, ending?: AbortSignal): Promise<void> {
	const {downloads, leftovers, jobs, now} = deps;
	const at = now();
	const ago = (milliseconds: number) => new Date(Number(at) - milliseconds);
	const attempt = async (work: () => Promise<unknown>, of = {}) => {
		ending?.throwIfAborted();
		await work().catch(err => deps.log.warn({err, ...of}, 'A waiting download could not be continued; it is tried again'));
	};
	const each = async <Item extends {id: string}>(items: readonly Item[], settle: (item: Item) => Promise<unknown>) => {
		for (const item of items) {
			await attempt(() => settle(item), {queueItemId: item.id});
		}
	};
	const importItem = ({id}: {id: string}) => jobs.enqueue(importDownload, {queueItemId: id});

	await each(await downloads.failedDue(at), item => giveUpDownload(item, deps));
	await each(await downloads.followUpsDue(), item => followUpFailure(item, deps));
	await each(await downloads.importsDue(at), importItem);
	await each(await downloads.importsLeft(), importItem);
	await each(await downloads.unanswered(ago(intentMs), at), ({id}) => jobs.enqueue(retryDownload, {queueItemId: id}));
	await attempt(async () => {
		const due = await leftovers.due(at);
		await leftovers.remove(due.flatMap(({id, stays}) => (stays ? [id] : [])));
		await askRemovals(due.filter(({stays}) => !stays).map(removalOfLeftover), deps);
	});
	await attempt(async () => leaveQueue(await downloads.importedBefore(ago(shownMs)), deps));
}

/**
 * Imported downloads leave the queue; the history keeps them. Those that are to be removed from their client later are
 * remembered as leftovers first.
 */
async function leaveQueue(imported: readonly ImportedItem[], deps: SettleDeps): Promise<void> {
	if (imported.length === 0) {
		return;
	}
	const {downloads, downloadClients, leftovers, events} = deps;
	const clients = (await downloadClients.list()).filter(client => isRemovalWanted(client, deps));
	const tidied = new Set(clients.map(({id}) => id));
	const left = imported.filter(({client, transfer}) => client && tidied.has(client.id) && transfer && !transfer.removedFromClient);
	await leftovers.add(left.map(item => leftoverOf(item, {whenSeeded: true})));
	const gone = await downloads.removeImported(imported.map(({id}) => id));
	await events.publishMany(
		queueStream,
		'queueItemRemoved',
		gone.map(id => ({id, reason: 'imported' as const})),
	);
}

/** Do the settings want imported downloads removed from this client? */
export function isRemovalWanted({removeCompleted}: DownloadClientRecord, {settings}: Pick<WorkerDeps, 'settings'>): boolean {
	return removeCompleted && settings.get('filters.removeCompletedDownloads');
}

/** Removals that are requested at once; the next poll of the client requests others. */
const maxRemovals = 200;

/**
 * Asks for the removal of downloads from their client. May be repeated until the client has confirmed it: while a job
 * for a download waits, another one is not added.
 */
export async function askRemovals(removals: readonly RemoveDownload[], {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<void> {
	const start = removals.length > maxRemovals ? Math.floor(Math.random() * removals.length) : 0;
	// Begins anywhere, so that removals that never succeed do not keep the others waiting.
	const chosen = [...removals.slice(start), ...removals.slice(0, start)].slice(0, maxRemovals);
	await Promise.all(chosen.map(removal => jobs.enqueue(removeDownload, removal)));
}
