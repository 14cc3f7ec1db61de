import {endStates} from '#shared/domain/downloads/tracked-state.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {removeDownload} from '#shared/jobs/downloads.ts';
import type {Handler} from '../runtime/handler.ts';
import {removeUnlessNeeded} from './remove-unless-needed.ts';

/** Milliseconds until a client that did not remove a download is asked again. */
const pauseMs = 10 * minuteMs;

/**
 * Removes a download from its client, unless another item needs it by now. It is noted as removed only when the client
 * has confirmed it; one that is already gone is fine.
 */
export const handleRemoveDownload: Handler<typeof removeDownload> = async (removal, deps, {signal}) => {
	const {queueItemId} = removal;
	const {downloads, leftovers, now} = deps;
	try {
		const outcome = await removeUnlessNeeded(removal, deps, signal);
		if (queueItemId && outcome === 'mayCome') {
			await leftovers.postpone(queueItemId, new Date(removal.until ?? 0));
			return;
		}
		if (queueItemId && outcome === 'removed') {
			await downloads.change(queueItemId, {removedFromClient: true}, {states: endStates});
		}
	} catch (error) {
		if (queueItemId) {
			await leftovers.postpone(queueItemId, new Date(Number(now()) + pauseMs));
		}
		throw error;
	}
	if (queueItemId) {
		await leftovers.remove([queueItemId]);
	}
};
