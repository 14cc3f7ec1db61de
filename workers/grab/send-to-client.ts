import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {Invalid, NotFound, UpstreamFailed} from '#shared/errors.ts';
import type {DownloadClient, NewDownload} from '../integrations/download-clients/download-client.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Fetches the release, hands it to the client, and returns the item with the client's id. A client that already has it
 * returns the same id.
 */
export async function sendToClient(
	item: QueueItem,
	record: DownloadClientRecord,
	deps: WorkerDeps,
	signal: AbortSignal,
): Promise<QueueItem> {
	const {downloads, indexers, fetchRelease, now} = deps;
	const indexer = await indexers.find(item.indexerId);
	const fetched = await fetchRelease({...downloads.openAddresses(item), protocol: item.protocol, indexer}, signal);
	const download: NewDownload = {
		title: item.title,
		...fetched,
		seedRatio: indexer?.seedRatio ?? null,
		seedTimeMinutes: indexer?.seedTimeMinutes ?? null,
	};
	// Stored before the client is called, so that after a crash the hash shows whether the client has it.
	await downloads.change(item.id, {infoHash: download.infoHash});

	const downloadId = await addOrFind(deps.openDownloadClient(record), download, signal);
	const sent = await downloads.change(item.id, {downloadId, started: now()});
	if (!sent) {
		throw new NotFound('queue_item_not_found', `${item.title} was removed from the queue while it was being sent.`);
	}
	return sent;
}

/** A failed call may still have reached the client, so its list of downloads decides. */
async function addOrFind(client: DownloadClient, download: NewDownload, signal: AbortSignal): Promise<string> {
	try {
		return await client.add(download, signal);
	} catch (error) {
		const {infoHash} = download;
		const listed = infoHash ? await client.list(signal).catch(() => []) : [];
		if (infoHash && listed.some(({downloadId}) => downloadId === infoHash)) {
			return infoHash;
		}
		if (error instanceof Invalid) {
			throw new UpstreamFailed('download_client_refused', `The download client refused: ${error.message}`, {cause: error});
		}
		throw error;
	}
}
