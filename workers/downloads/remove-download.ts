import {randomUUID} from 'node:crypto';
import {isJobOf} from '#shared/domain/downloads/job-name.ts';
import {removalKey} from '#shared/domain/downloads/removal-key.ts';
import type {RemoveDownload, removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

/** Milliseconds for all calls that a removal needs. */
const removalMs = 60_000;

/** Removes a download from its client, unless another item needs it by now. One that is already gone is fine. */
export const handleRemoveDownload: Handler<typeof removeDownload> = async (removal, deps, run) => {
	const record = await deps.downloadClients.find(removal.downloadClientId);
	if (!record) {
		return;
	}
	const signal = AbortSignal.any([run.signal, AbortSignal.timeout(removalMs)]);
	const client = deps.openDownloadClient(record);
	const downloadId = await idOf(removal, client, signal);
	if (downloadId === null) {
		return;
	}
	// A grab of the same torrent waits while this lease is held.
	const [lease, token] = [removalKey(record.id, downloadId), randomUUID()];
	if (!(await deps.leases.take(lease, token, removalMs))) {
		throw new Error('The same download is being removed already');
	}
	try {
		if (await isNeeded({...removal, downloadId}, deps)) {
			run.log.info({downloadId}, 'A download is not removed: another item of the queue needs it by now');
			return;
		}
		await client.remove(downloadId, {deleteData: removal.deleteData}, signal);
	} finally {
		await deps.leases.release(lease, token);
	}
};

async function idOf({downloadId, jobKey}: RemoveDownload, client: DownloadClient, signal: AbortSignal): Promise<string | null> {
	if (jobKey === undefined) {
		return downloadId;
	}
	const rows = await client.list(signal);
	return rows.find(row => row.downloadId === downloadId || isJobOf(jobKey, row.title))?.downloadId ?? null;
}

/** The item of the removal itself needs the download only when it was sent again since. */
async function isNeeded({downloadClientId, downloadId, queueItemId, started}: RemoveDownload, {downloads}: WorkerDeps): Promise<boolean> {
	const holders = await downloads.holdersOf(downloadClientId, downloadId);
	return holders.some(holder => {
		const isOwn = holder.id === queueItemId && (holder.started && Number(holder.started)) === started;
		// Jobs queued before removals named their item may come from an imported one.
		const isUnnamed = queueItemId === undefined && holder.state === 'imported';
		return !isOwn && !isUnnamed;
	});
}
