import {isJobOf, removalKey} from '#shared/domain/downloads/client-download.ts';
import {endStates, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Unavailable} from '#shared/errors.ts';
import type {RemoveDownload, removeDownload} from '#shared/jobs/downloads.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'downloadClients' | 'downloads' | 'leases' | 'leftovers' | 'log' | 'now' | 'openDownloadClient'>;

/** Milliseconds until a client that did not remove a download is asked again. */
const pauseMs = 10 * minuteMs;

/**
 * Removes a download from its client, unless another item needs it by now. It is noted as removed only when the client
 * has confirmed it; one that is already gone is fine.
 */
export const handleRemoveDownload: Handler<typeof removeDownload, keyof Deps> = async (removal, deps, {signal}) => {
	const {queueItemId, downloadId, started = null} = removal;
	const {downloads, leftovers, log, now} = deps;
	let kept: string | null = null;
	const onKept = (reason: string) => {
		kept = reason;
		log.warn({downloadId, reason}, 'The data of a removed download was left where it is');
	};
	try {
		const outcome = await removeUnlessNeeded(removal, deps, {ending: signal, onKept});
		if (queueItemId && outcome === 'mayCome') {
			await leftovers.postpone(queueItemId, new Date(removal.until ?? 0));
			return;
		}
		if (queueItemId && outcome === 'removed') {
			const matching = {'transfer.downloadId': downloadId, ...(started !== null && {'transfer.started': new Date(started)})};
			await downloads.change(queueItemId, {transfer: {removedFromClient: true}, ...shownKept(kept)}, {states: endStates, matching});
		}
	} catch (error) {
		if (queueItemId) {
			await leftovers.postpone(queueItemId, new Date(Number(now()) + pauseMs));
		}
		throw error;
	}
	if (queueItemId) {
		await leftovers.end({id: queueItemId, downloadId, started});
	}
};

function shownKept(reason: string | null): Pick<QueueItem, 'health' | 'statusMessages'> | null {
	return reason === null ? null : {health: 'warning', statusMessages: [{title: 'Data left behind', messages: [reason]}]};
}

/** Milliseconds for all calls that a removal needs. */
const removalMs = 60_000;
/** Milliseconds. A client may take for two minutes what it was sent; a later moment comes from a wrong clock. */
const maxSendingMs = 300_000;

/**
 * Removes a download from its client; one that is already gone is fine. `needed`: it stays there, because another item
 * needs it by now, or its own item after a retry. `mayCome`: it is not there, but its client may still take it.
 */
async function removeUnlessNeeded(
	removal: RemoveDownload,
	deps: Deps,
	{ending, onKept}: {ending: AbortSignal; onKept(reason: string): void},
): Promise<'removed' | 'needed' | 'mayCome'> {
	const record = await deps.downloadClients.find(removal.downloadClientId);
	if (!record) {
		return 'removed';
	}
	const signal = AbortSignal.any([ending, AbortSignal.timeout(removalMs)]);
	const client = deps.openDownloadClient(record);
	const downloadId = await idOf(removal, client, signal);
	if (downloadId === null) {
		const leftMs = (removal.until ?? 0) - Number(deps.now());
		return leftMs > 0 && leftMs < maxSendingMs ? 'mayCome' : 'removed';
	}
	// A grab of the same torrent waits while this lease is held.
	const lease = await deps.leases.try(removalKey(record.id, downloadId), {ms: removalMs, renewed: false});
	if (!lease) {
		throw new Unavailable('removal_under_way', 'The same download is already being removed from its client.');
	}
	try {
		if (await isNeeded({...removal, downloadId}, deps)) {
			deps.log.info({downloadId}, 'A download is not removed: another item of the queue needs it by now');
			return 'needed';
		}
		// After a SIGSTOP in between, somebody may have grabbed it again.
		await lease.fence();
		await client.remove(downloadId, {deleteData: removal.deleteData, onKept}, signal);
		return 'removed';
	} finally {
		await lease.release();
	}
}

async function idOf({downloadId, jobKey}: RemoveDownload, client: DownloadClient, signal: AbortSignal): Promise<string | null> {
	if (jobKey === undefined) {
		return downloadId;
	}
	const rows = await client.list(signal);
	return rows.find(row => row.downloadId === downloadId || isJobOf(jobKey, row.title))?.downloadId ?? null;
}

/** The item of the removal itself needs the download only when it was sent again since. */
async function isNeeded(
	{downloadClientId, downloadId, queueItemId, started}: RemoveDownload,
	{downloads}: Pick<WorkerDeps, 'downloads'>,
): Promise<boolean> {
	const holders = await downloads.holdersOf(downloadClientId, downloadId);
	return holders.some(holder => {
		const isOwn = holder.id === queueItemId && (holder.transfer && Number(holder.transfer.started)) === started;
		// Jobs queued before removals named their item may come from an imported one.
		const isUnnamed = queueItemId === undefined && holder.state === 'imported';
		return !isOwn && !isUnnamed;
	});
}
