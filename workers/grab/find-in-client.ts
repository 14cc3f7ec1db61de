import {isJobOf, jobKeyOf} from '#shared/domain/downloads/job-name.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';

/** Milliseconds for the client's whole list. */
const listMs = 30_000;

/**
 * The id under which a client has the release of an item: a torrent by its info hash, a usenet job by its name. Null
 * when its complete list does not show it. Throws what the client's `list` throws.
 */
export async function findInClient(client: DownloadClient, item: QueueItem, signal: AbortSignal): Promise<string | null> {
	const rows = await client.list(AbortSignal.any([signal, AbortSignal.timeout(listMs)]));
	const {protocol, infoHash} = item.release;
	const key = jobKeyOf(item);
	const found = rows.find(({downloadId, title}) =>
		protocol === 'usenet' ? isJobOf(key, title) : infoHash !== null && downloadId === infoHash,
	);
	return found?.downloadId ?? null;
}
