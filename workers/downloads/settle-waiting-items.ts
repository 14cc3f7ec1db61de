import {removalOfLeftover} from '#shared/jobs/downloads.ts';
import {retryDownload} from '#shared/jobs/grab.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {askRemovals} from './ask-removal.ts';
import {followUpFailure} from './follow-up-failure.ts';
import {giveUpDownload} from './give-up-download.ts';
import {leaveQueue} from './leave-queue.ts';

/** Milliseconds a stored intent may wait for its client's answer before it is sent again. */
const intentMs = 120_000;
/** Milliseconds for which the queue still shows an imported download, so that people who watch it see the end. */
const shownMs = 15_000;

/**
 * Continues items whose waiting time is over, and what a crash left behind: a step without a job, or an expired claim.
 * Each kind is found by its own condition. One failing item does not hold up the others.
 */
export async function settleWaitingItems(deps: WorkerDeps, ending?: AbortSignal): Promise<void> {
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
	await each(await downloads.importsLeft(at), importItem);
	await each(await downloads.unanswered(ago(intentMs), at), ({id}) => jobs.enqueue(retryDownload, {queueItemId: id}));
	await attempt(async () => askRemovals((await leftovers.due(at)).map(removalOfLeftover), deps));
	await attempt(async () => leaveQueue(await downloads.importedBefore(ago(shownMs)), deps));
}
