import {retryDownload} from '#shared/jobs/grab/retry-download.ts';
import {importDownload} from '#shared/jobs/import/import-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {giveUpDownload} from './fail-download.ts';

/** Milliseconds that a stored intent may wait for its client's answer before it is sent again. */
const intentMs = 120_000;

/** Takes up what waits for its time, and what a crash left behind: a step without a job, or a claim that ran out. */
export async function settleWaitingItems(deps: WorkerDeps): Promise<void> {
	const {downloads, jobs, now} = deps;
	const at = now();
	for (const item of await downloads.inStates(['downloading', 'importPending', 'importing', 'failedPending'])) {
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
}
