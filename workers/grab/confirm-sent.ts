import {wait} from '#shared/coordination/wait.ts';
import {chosenFacts} from '#shared/domain/downloads/chosen-release.ts';
import {jobKeyOf} from '#shared/domain/downloads/job-name.ts';
import {itemSubject, newTransfer, type QueueItem, type Transfer} from '#shared/domain/downloads/queue-item.ts';
import {Conflict, isExpected, NotFound} from '#shared/errors.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {leftoverOf, removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import {queueItem} from '#shared/presenters/queue-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {unclear} from './outcome.ts';

type Deps = Pick<WorkerDeps, 'downloads' | 'events' | 'history' | 'jobs' | 'leftovers' | 'log' | 'now'>;

/**
 * Stores that the client has the release under this id, and publishes it. If the item was removed in the meantime, its
 * download is removed too. Throws NotFound in that case, and Unclear when MongoDB stays away.
 */
export async function confirmSent(
	item: QueueItem,
	downloadId: string,
	{deps, signal}: {deps: Deps; signal: AbortSignal},
): Promise<QueueItem> {
	const transfer = newTransfer(item.release, downloadId, deps.now());
	const write = async () => {
		await recordGrab({...item, transfer}, deps);
		return deps.downloads.confirmSent(item.id, transfer);
	};
	const sent = await throughOutage(write, signal).catch(error => {
		throw unclear(item, error);
	});
	if (!sent) {
		return takeBack({...item, transfer}, deps);
	}
	// The grab is done; listeners that miss the event see it at their next read.
	await (isResent(item) ? publishItemUpdated(sent, deps) : publishGrab(sent, deps)).catch(error =>
		deps.log.warn({err: error, queueItemId: item.id}, 'A grab could not be announced'),
	);
	return sent;
}

/**
 * The client has accepted a release that is no longer wanted: its item was removed, has failed, or has another download
 * by now. The download is removed, unless the person who removed the item wanted the client to keep it.
 */
async function takeBack(item: QueueItem & {transfer: Transfer}, {downloads, jobs, leftovers}: Deps): Promise<QueueItem> {
	if (!(await leftovers.isToStay(item.id))) {
		await leftovers.add([leftoverOf(item, {whenSeeded: false})]);
		await jobs.enqueue(removeDownload, removalOf(item));
	}
	const present = await downloads.find(item.id);
	if (present?.transfer) {
		return present;
	}
	const {title} = item.release;
	throw present
		? new Conflict('queue_item_changed', `${title} failed in the queue while it was being sent.`)
		: new NotFound('queue_item_not_found', `${title} was removed from the queue while it was being sent.`);
}

/** The item was retried after a failure, so it was in the queue before. */
function isResent({sending}: QueueItem): boolean {
	return (sending?.key ?? null) !== null;
}

/**
 * Records a release that its client has accepted. A retry is a grab of its own, with its own outcome. A second call for
 * the same sending leaves the history unchanged.
 */
async function recordGrab(item: QueueItem, {history, now}: Pick<WorkerDeps, 'history' | 'now'>): Promise<void> {
	const {guid, indexerId, size, protocol, judgement} = item.release;
	const known = {guid, indexerId, size, protocol, formatScore: judgement.formatScore};
	const data = {...known, ...chosenFacts(item)};
	await history.add({...itemSubject(item), event: 'grabbed', data, timestamp: now()}, `grabbed-${jobKeyOf(item)}`);
}

async function publishGrab(item: QueueItem, {events}: Pick<WorkerDeps, 'events'>): Promise<void> {
	await events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
}

/** Milliseconds in which MongoDB has a new primary, even after its servers were all restarted. */
const outageMs = 45_000;
/** Milliseconds that are left for it when the process stops. */
const stopMs = 5000;
const pauseMs = 250;

/**
 * Repeats `work`, which may be done twice, until MongoDB takes it. Used where the outside world has already changed and
 * only our record of it is missing.
 */
async function throughOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
	const ended = AbortSignal.timeout(outageMs);
	const stopping = AbortSignal.timeout(stopMs);
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (isExpected(error) || ended.aborted || (signal.aborted && stopping.aborted)) {
				throw error;
			}
			await wait(pauseMs, ended).catch(() => {});
		}
	}
}
