import type {failRefusedDownload} from '#shared/jobs/downloads.ts';
import {failItem} from '../library/fail-item.ts';
import type {Handler} from '../runtime/handler.ts';

/** Fails the download as its client's own failures are. One that somebody took over meanwhile is left alone. */
export const handleFailRefusedDownload: Handler<typeof failRefusedDownload> = async ({queueItemId, reason}, deps) => {
	const item = await deps.downloads.find(queueItemId);
	if (item?.state === 'importPending') {
		await failItem(item, reason, deps);
	}
};
