import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {categoriesOf, type DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {SeedTimeStore} from '#shared/store/downloads/seed-times.ts';
import type {Http} from '../../http/http.ts';
import {asRecord, asRecords, readNumber} from '../../http/read-body.ts';
import {keptText} from '../client-folders.ts';
import {clientIds, downloadRefused, onceTaken, sharedFiles, sharesFiles, toFileList} from '../client-reply.ts';
import type {DownloadClient, NewDownload, RemovalOptions} from '../download-client.ts';
import {hashOf, parseTorrent, placeOf, torrentFields} from './parse-torrents.ts';
import {type CallDeluge, createDelugeRpc, name, rowsOf} from './rpc.ts';

export interface DelugeDeps {
	http: Http;
	seedTimes: Pick<SeedTimeStore, 'put' | 'ofClient' | 'remove'>;
	now(): Date;
}

interface Deluge extends Pick<DelugeDeps, 'seedTimes' | 'now'> {
	settings: DownloadClientSettings;
	call: CallDeluge;
}

/**
 * Deluge 1.3 and 2.x through its web interface. Categories are labels of its Label plugin. It stops at a ratio and not
 * after a time, so we store how long a torrent is to seed, and compare.
 */
export function createDeluge(settings: DownloadClientSettings, {http, seedTimes, now}: DelugeDeps): DownloadClient {
	const client = {settings, call: createDelugeRpc(settings, http), seedTimes, now};
	return {
		protocol: 'torrent',
		test: signal => test(client, signal),
		ping: async signal => void (await client.call('core.get_config_value', ['download_location'], signal)),
		add: (download, signal) => add(client, download, signal),
		list: signal => list(client, signal),
		files: (downloadId, signal) => files(client, downloadId, signal),
		setCategory: (downloadId, category, signal) => setLabel(client, {downloadId, label: category.toLowerCase()}, signal),
		async control(downloadIds, action, signal) {
			const there = await client.call('core.get_session_state', [], signal);
			const ids = downloadIds.filter(id => Array.isArray(there) && there.includes(id));
			await (ids.length > 0 ? client.call(controls[action], [ids], signal) : null);
		},
		remove: (downloadId, options, signal) => remove(client, {downloadId, ...options}, signal),
	};
}

/** Each takes a list of ids, in versions 1.3 and 2. */
const controls = {
	pause: 'core.pause_torrent',
	resume: 'core.resume_torrent',
	top: 'core.queue_top',
	bottom: 'core.queue_bottom',
} as const;

async function test({call, settings}: Deluge, signal: AbortSignal) {
	const methods = await call('system.listMethods', [], signal);
	const isNew = Array.isArray(methods) && methods.includes('daemon.get_version');
	const version = String(await call(isNew ? 'daemon.get_version' : 'daemon.info', [], signal));
	for (const label of labelsOf(settings)) {
		await ensureLabel(call, label, signal);
	}
	return {version, details: [`${name} ${version}`]};
}

async function add(client: Deluge, download: NewDownload, signal: AbortSignal): Promise<string> {
	const {call, settings, seedTimes, now} = client;
	const {hashes} = clientIds(download);
	const label = (download.category ?? settings.category).toLowerCase();
	await ensureLabel(call, label, signal);
	// Stored first: a torrent that was added never seeds longer than it should.
	if (download.seedTimeMinutes !== null) {
		await seedTimes.put({clientId: settings.id, downloadId: hashes[0], minutes: download.seedTimeMinutes}, now());
	}
	if (!(await isThere(call, hashes[0], signal))) {
		const options = {add_paused: settings.addPaused, ...(settings.directory ? {download_location: settings.directory} : {})};
		const hash = download.torrent
			? await call('core.add_torrent_file', ['release.torrent', Buffer.from(download.torrent).toString('base64'), options], signal)
			: await call('core.add_torrent_magnet', [download.magnetUrl, options], signal);
		if (typeof hash !== 'string') {
			throw downloadRefused(`${name} did not take this torrent; see its log.`);
		}
	}

	return onceTaken(name, () => finishAdd(call, {download, label, id: hashes[0]}, signal));
}

async function finishAdd(
	call: CallDeluge,
	{download, label, id}: {download: NewDownload; label: string; id: string},
	signal: AbortSignal,
): Promise<string> {
	if (label !== '') {
		await call('label.set_torrent', [id, label], signal);
	}

	if (download.seedRatio !== null) {
		await call('core.set_torrent_options', [[id], {stop_at_ratio: true, stop_ratio: download.seedRatio, remove_at_ratio: false}], signal);
	}

	return id;
}

/** Lists all hashes, because Deluge fails when asked for an unknown one. */
async function isThere(call: CallDeluge, hash: string, signal: AbortSignal): Promise<boolean> {
	const hashes = await call('core.get_session_state', [], signal);
	return Array.isArray(hashes) && hashes.includes(hash);
}

async function list({call, settings, seedTimes}: Deluge, signal: AbortSignal): Promise<ClientDownload[]> {
	const labels = labelsOf(settings);
	const rows = rowsOf(await call('web.update_ui', [torrentFields, labels.includes('') ? {} : {label: labels}], signal));
	const minutes = await seedTimes.ofClient(settings.id);
	return rows.map(row => parseTorrent(row, minutes.get(hashOf(row)) ?? null)).filter(download => download !== null);
}

async function files({call}: Deluge, downloadId: string, signal: AbortSignal) {
	if (!(await isThere(call, downloadId, signal))) {
		return null;
	}
	const status = asRecord(await call('core.get_torrent_status', [downloadId, ['files', 'file_progress']], signal));
	const progress = Array.isArray(status?.['file_progress']) ? status['file_progress'] : [];
	const rows = asRecords(status?.['files']).map((row, index) => ({...row, done: progress[readNumber(row, 'index') ?? index]}));
	return toFileList(rows, {path: 'path', size: 'size', done: 'done'});
}

async function remove(
	{call, settings, seedTimes}: Deluge,
	{downloadId, deleteData, onKept}: RemovalOptions & {downloadId: string},
	signal: AbortSignal,
): Promise<void> {
	if (await isThere(call, downloadId, signal)) {
		const rows = deleteData ? asRecord(await call('core.get_torrents_status', [{}, ['name', 'save_path']], signal)) : null;
		const {[downloadId]: own = null, ...others} = Object.fromEntries(
			Object.entries(rows ?? {}).map(([id, row]) => [id.toLowerCase(), placeOf(asRecord(row) ?? {})]),
		);
		const isShared = sharesFiles(own, Object.values(others));
		await call('core.remove_torrent', [downloadId, deleteData && !isShared], signal);
		if (isShared) {
			onKept?.(keptText(own ?? '', sharedFiles));
		}
	}
	await seedTimes.remove(settings.id, downloadId);
}

/** Deluge's labels are lower case. */
function labelsOf(settings: DownloadClientSettings): string[] {
	return [...new Set(categoriesOf(settings).map(category => category.toLowerCase()))];
}

async function setLabel({call}: Deluge, {downloadId, label}: {downloadId: string; label: string}, signal: AbortSignal) {
	if (await isThere(call, downloadId, signal)) {
		await ensureLabel(call, label, signal);
		await call('label.set_torrent', [downloadId, label], signal);
	}
}

async function ensureLabel(call: CallDeluge, label: string, signal: AbortSignal): Promise<void> {
	if (label === '') {
		return;
	}
	if (!/^[a-z0-9_-]+$/.test(label)) {
		throw new Invalid('category_missing', `${name} takes only letters, digits, - and _ in a category; "${label}" has others.`);
	}
	const labels = await readLabels(call, signal);
	if (!labels.includes(label)) {
		await call('label.add', [label], signal);
	}
}

async function readLabels(call: CallDeluge, signal: AbortSignal): Promise<unknown[]> {
	try {
		const labels = await call('label.get_labels', [], signal);
		return Array.isArray(labels) ? labels : [];
	} catch (cause) {
		if (!(cause instanceof UpstreamFailed) || cause.code !== 'call_failed') {
			throw cause;
		}
		throw new Invalid('category_missing', `The Label plugin of ${name} is switched off; switch it on, or leave the category empty.`, [], {
			cause,
		});
	}
}
