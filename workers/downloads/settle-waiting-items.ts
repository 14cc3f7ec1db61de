import {queueStream} from '#shared/events/queue.ts';
import {leftoverOf, removalOfLeftover} from '#shared/jobs/downloads.ts';
import {retryDownload} from '#shared/jobs/grab.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {ImportedItem} from '#shared/store/downloads/followed-downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {askRemovals, isRemovalWanted} from './ask-removal.ts';
import {followUpFailure, giveUpDownload} from './fail-download.ts';

type Deps = Pick<
	WorkerDeps,
	| 'blocklist'
	| 'downloadClients'
	| 'downloads'
	| 'events'
	| 'history'
	| 'jobs'
	| 'leftovers'
	| 'log'
	| 'movies'
	| 'now'
	| 'series'
	| 'settings'
>;

/** Milliseconds a stored intent may wait for its client's answer before it is sent again. */
const intentMs = 120_000;
/** Milliseconds for which the queue still shows an imported download, so that people who watch it see the end. */
const shownMs = 15_000;

/**
 * Continues items whose waiting time is over, and what a crash left behind: a step without a job, or an expired claim.
 * Each kind is found by its own condition. One failing item does not hold up the others.
 */
export async function settleWaitingItems(deps: Deps, ending?: AbortSignal): Promise<void> {
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
async function leaveQueue(imported: readonly ImportedItem[], deps: Deps): Promise<void> {
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
