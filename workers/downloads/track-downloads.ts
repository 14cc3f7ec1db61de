import {randomUUID} from 'node:crypto';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {isExpected} from '#shared/errors.ts';
import type {trackDownloads} from '#shared/jobs/downloads/track-downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {checkFileLists} from './check-file-lists.ts';
import {settleWaitingItems} from './settle-waiting-items.ts';
import {trackItem, trackMissingItem} from './track-item.ts';

/** Milliseconds after which a client's lock expires if its poller has died. */
const lockMs = 25_000;
const idlePollMs = 60_000;

/**
 * Polls every client that is due. Only one process polls a client at a time. A client without active downloads is
 * polled once a minute.
 */
export const handleTrackDownloads: Handler<typeof trackDownloads> = async (_payload, deps, {signal}) => {
	const clients = await deps.downloadClients.list();
	await Promise.all(clients.map(client => trackUnderLock(client, deps, signal)));
	await settleWaitingItems(deps);
};

async function trackUnderLock(client: DownloadClientRecord, deps: WorkerDeps, signal: AbortSignal): Promise<void> {
	const {producer, prefix, log} = deps;
	const key = `${prefix}:tracking:${client.id}`;
	const token = randomUUID();
	if ((await producer.set(key, token, 'PX', lockMs, 'NX')) !== 'OK') {
		return;
	}
	try {
		await trackClient(client, deps, AbortSignal.any([signal, AbortSignal.timeout(lockMs - 5000)]));
	} catch (error) {
		log.warn({err: error, downloadClient: client.name}, 'A download client could not be polled');
	} finally {
		if ((await producer.get(key)) === token) {
			await producer.del(key);
		}
	}
}

async function trackClient(client: DownloadClientRecord, deps: WorkerDeps, signal: AbortSignal): Promise<void> {
	const {downloads, downloadClients, openDownloadClient, producer, prefix} = deps;
	const items = await downloads.tracked(client.id);
	const idleKey = `${prefix}:tracked:${client.id}`;
	if (!client.enabled && items.length === 0) {
		return;
	}
	if (items.every(({state}) => state === 'imported') && (await producer.exists(idleKey))) {
		return;
	}
	try {
		const rows = new Map((await openDownloadClient(client).list(signal)).map(row => [row.downloadId, row]));
		for (const item of items) {
			const row = item.downloadId ? rows.get(item.downloadId) : undefined;
			await (row ? trackItem(item, row, client, deps) : trackMissingItem(item, deps));
		}
		await checkFileLists({client, rows}, deps, signal);
		if (client.status !== 'ok') {
			await downloadClients.setHealth(client.id, {status: 'ok', lastError: null});
		}
		await producer.set(idleKey, '1', 'PX', idlePollMs);
	} catch (error) {
		const message = isExpected(error) ? error.message : 'The client sent an unexpected answer; see the log.';
		if (client.status !== 'error' || client.lastError !== message) {
			await downloadClients.setHealth(client.id, {status: 'error', lastError: message});
		}
		throw error;
	}
}
