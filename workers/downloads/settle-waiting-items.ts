import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {retryDownload} from '#shared/jobs/grab/retry-download.ts';
import {importDownload} from '#shared/jobs/import/import-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {giveUpDownload} from './fail-download.ts';

/** Milliseconds a stored intent may wait for its client's answer before it is sent again. */
const intentMs = 120_000;

/**
 * Continues items whose waiting time is over, and what a crash left behind: a step without a job, or an expired claim.
 * One failing item does not hold up the others.
 */
export async function settleWaitingItems(deps: WorkerDeps): Promise<void> {
	const {downloads, log, now} = deps;
	const at = now();
	// Queried separately, so that a crowd of other items cannot keep a failed one waiting for good.
	const failed = await downloads.inStates(['failedPending']);
	const others = await downloads.inStates(['downloading', 'importPending', 'importing']);
	for (const item of [...failed, ...others]) {
		try {
			await settle(item, at, deps);
		} catch (error) {
			log.warn({err: error, queueItemId: item.id, release: item.title}, 'A waiting download could not be continued; it is tried again');
		}
	}
}

async function settle(item: QueueItem, at: Date, deps: WorkerDeps): Promise<void> {
	const {jobs} = deps;
	const isDue = item.retryAt === null || item.retryAt <= at;
	if (item.state === 'failedPending' && isDue) {
		await giveUpDownload(item, deps);
	}
	if (item.state === 'importPending' && isDue) {
		await jobs.enqueue(importDownload, {queueItemId: item.id});
	}
	if (item.state === 'importing' && (item.claim === null || item.claim.until < at)) {
		await jobs.enqueue(importDownload, {queueItemId: item.id});
	}
	if (item.state === 'downloading' && !item.downloadId && Number(at) - Number(item.updatedAt) > intentMs) {
		await jobs.enqueue(retryDownload, {queueItemId: item.id});
	}
}
