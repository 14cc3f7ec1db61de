import {queueStream} from '#shared/events/queue.ts';
import type {retryDownload} from '#shared/jobs/retry-download.ts';
import {presentQueueItem} from '#shared/presenters/queue-item.ts';
import type {Handler} from '../handler.ts';
import {sendToClient} from './send-to-client.ts';

/** Sends the release of an item that waits for its client: a retry of the user's, or an intent that a crash left without an answer. */
export const handleRetryDownload: Handler<typeof retryDownload> = async ({queueItemId}, deps, {signal}) => {
	const item = await deps.downloads.find(queueItemId);
	if (item?.state !== 'downloading' || item.downloadId) {
		return;
	}
	const client = await deps.downloadClients.get(item.downloadClientId);
	const sent = await sendToClient(item, client, deps, signal);
	await deps.events.publish(queueStream, 'queueItemAdded', presentQueueItem(sent));
};
