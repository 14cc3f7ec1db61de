import {missAgain, present} from '#shared/domain/downloads/absence.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {applyClientRow, type FollowedItem, isVisibleChange, type NextStep} from '#shared/domain/downloads/follow-client.ts';
import {publishItemsUpdated} from '#shared/events/queue.ts';
import {type RemoveDownload, removalOf} from '#shared/jobs/downloads.ts';
import type {FollowedChange} from '#shared/store/downloads/followed-downloads.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {askRemovals, isRemovalWanted} from './ask-removal.ts';
import type {ClientList} from './client-list.ts';
import {completeDownload} from './complete-download.ts';
import {loseDownload} from './lose-download.ts';

interface Followed {
	item: FollowedItem;
	row: ClientDownload | null;
	change: Partial<FollowedItem> | null;
	next: NextStep | 'lose';
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
	{deps, ending}: {deps: WorkerDeps; ending: AbortSignal},
): Promise<void> {
	const all = items.flatMap(item => compare(item, rows, deps) ?? []);
	const changes = all.flatMap(({item, change}): FollowedChange[] => (change ? [{id: item.id, change}] : []));
	ending.throwIfAborted();
	const written = await deps.downloads.changeFollowed(changes);
	const visible = all.flatMap(({item, change}) => {
		const after = {...item, ...change};
		return change && written.has(item.id) && isVisibleChange(item, after) ? [after] : [];
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

/** Null for an item that the client has no more to say about. */
function compare(item: FollowedItem, rows: ClientList['rows'], {settings, now}: WorkerDeps): Followed | null {
	if (item.state !== 'downloading' || !item.downloadId) {
		return null;
	}
	const row = rows.get(item.downloadId);
	if (!row) {
		const {isLost, ...absence} = missAgain(item, now());
		const isNew = absence.missedLists !== item.missedLists;
		return {item, row: null, change: isNew ? absence : null, next: isLost ? 'lose' : 'none'};
	}
	const {change, next} = applyClientRow(item, row, {stalledMinutes: settings.get('download.stalledMinutes'), now: now()});
	return {item, row, change: item.missingSince ? {...change, ...present} : change, next};
}

async function takeStep({item, change, next}: Followed, deps: WorkerDeps): Promise<void> {
	if (next === 'complete') {
		await completeDownload(item, deps);
	}
	if (next === 'fail') {
		const {errorMessage} = {...item, ...change};
		await failItem(item, errorMessage ?? 'The download client reports a failure.', deps);
	}
	if (next === 'lose') {
		await loseDownload(item, deps);
	}
}

/** An imported download whose seeding goals are met. The client decides about them, and then reports `removable`. */
function toRemoval({id, state, downloadId, started}: FollowedItem, {client, rows}: ClientList): RemoveDownload | null {
	const isDone = state === 'imported' && downloadId && rows.get(downloadId)?.removable;
	return isDone ? removalOf({id, downloadClientId: client.id, downloadId, infoHash: null, started}) : null;
}
