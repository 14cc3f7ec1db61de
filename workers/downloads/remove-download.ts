import {endStates} from '#shared/domain/downloads/tracked-state.ts';
import type {RemoveDownload, removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

/** Milliseconds until a client that did not remove a download is asked again. */
const pauseMs = 10 * 60_000;

/**
 * Removes a download from its client, and notes it only when the client has confirmed it. One that is already gone is
 * fine. A download that was grabbed again in the meantime stays.
 */
export const handleRemoveDownload: Handler<typeof removeDownload> = async (payload, deps, {signal}) => {
	const {downloadClientId, downloadId, queueItemId} = payload;
	const {downloads, leftovers} = deps;
	const isNeeded = await downloads.isOnItsWay(downloadClientId, downloadId);
	if (!isNeeded) {
		await removeFromClient(payload, deps, signal);
	}
	if (!queueItemId) {
		return;
	}
	if (!isNeeded) {
		await downloads.change(queueItemId, {removedFromClient: true}, {states: endStates});
	}
	await leftovers.remove([queueItemId]);
};

async function removeFromClient(
	{downloadClientId, downloadId, deleteData, queueItemId}: RemoveDownload,
	{downloadClients, leftovers, openDownloadClient, now}: WorkerDeps,
	signal: AbortSignal,
): Promise<void> {
	const client = await downloadClients.find(downloadClientId);
	try {
		await (client && openDownloadClient(client).remove(downloadId, {deleteData}, signal));
	} catch (error) {
		if (queueItemId) {
			await leftovers.postpone(queueItemId, new Date(Number(now()) + pauseMs));
		}
		throw error;
	}
}
