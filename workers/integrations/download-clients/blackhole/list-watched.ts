import type {Dirent} from 'node:fs';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {BlackholeSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {isExpected} from '#shared/errors.ts';
import type {WatchedDownload, WatchedDownloadStore} from '#shared/store/downloads/watched-downloads.ts';
import {onDisk} from '../../files/disk-failure.ts';
import {isWaiting} from './outbox-folder.ts';
import {entriesOf, findEntry, inspectEntry} from './watched-folder.ts';

export interface Blackhole extends BlackholeSettings {
	clientId: string;
	store: WatchedDownloadStore;
}

/**
 * What has become of the releases that were written for the other program. One whose file could not be written is left
 * out unless there is something of it, so it is written again.
 */
export async function listWatched(blackhole: Blackhole, signal: AbortSignal): Promise<ClientDownload[]> {
	const {clientId, directory, watchFolder, store} = blackhole;
	const watched = await store.ofClient(clientId);
	const entries = await entriesOf(watchFolder);
	if (watched.some(({written}) => !written)) {
		// While the folder is away, a file cannot be said to be missing.
		await onDisk(directory, () => stat(directory));
	}
	const rows: ClientDownload[] = [];
	for (const download of watched) {
		const entry = findEntry(entries, download.names);
		const row = entry ? await arrivedOrNot(blackhole, {download, entry}, signal) : await underWay(blackhole, download);
		rows.push(...(row ? [row] : []));
	}
	return rows;
}

interface Arrival {
	download: WatchedDownload;
	entry: Dirent;
}

/** A download that cannot be read does not block the others. */
async function arrivedOrNot(blackhole: Blackhole, arrival: Arrival, signal: AbortSignal): Promise<ClientDownload> {
	try {
		return await arrived(blackhole, arrival, signal);
	} catch (error) {
		if (signal.aborted || !isExpected(error)) {
			throw error;
		}
		const {size} = arrival.download;
		return {...rowOf(arrival.download), status: 'warning', message: error.message, sizeLeft: size, outputPath: null, removable: false};
	}
}

async function underWay({directory, store}: Blackhole, download: WatchedDownload): Promise<ClientDownload | null> {
	const waits = await isWaiting(directory, download.fileName);
	if (!waits && !download.written) {
		return null;
	}
	if (!download.written) {
		// Its worker has died since. Once the other program takes the file, nothing else shows that it was written.
		await store.change(download, {written: true});
	}
	return {...rowOf(download), status: waits ? 'queued' : 'downloading', sizeLeft: download.size, outputPath: null, removable: false};
}

async function arrived(
	{store, watchFolder, stableSeconds, readOnly}: Blackhole,
	{download, entry}: Arrival,
	signal: AbortSignal,
): Promise<ClientDownload> {
	const {path, size, isPartial, fingerprint} = await inspectEntry(join(watchFolder, entry.name), signal);
	const wasFinished = download.finished === fingerprint;
	if (isPartial || !(wasFinished || (await store.unchangedSeconds(download, fingerprint)) >= stableSeconds)) {
		const sizeLeft = Math.max(0, download.size - size);
		return {...rowOf(download), status: 'downloading', sizeLeft, outputPath: null, removable: false};
	}
	if (!wasFinished) {
		await store.change(download, {finished: fingerprint});
	}
	return {...rowOf(download), status: 'completed', size, sizeLeft: 0, outputPath: path, removable: !readOnly};
}

function rowOf({downloadId, title, size}: WatchedDownload) {
	return {downloadId, title, size, secondsLeft: null, message: null, seeders: null, leechers: null};
}
