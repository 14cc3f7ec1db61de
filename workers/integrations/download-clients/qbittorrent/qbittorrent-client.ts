import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {Http} from '../../http/http.ts';
import {readText} from '../../http/read-json.ts';
import type {DownloadClient} from '../download-client.ts';
import {toFileList} from '../file-list.ts';
import {addTorrent, type Qbittorrent} from './add-torrent.ts';
import {createQbittorrentApi, name} from './api.ts';
import {parsePreferences, removesAtLimit} from './parse-preferences.ts';
import {categoryOf, parseTorrent, torrentId} from './parse-torrents.ts';
import {createQbittorrentSession} from './session.ts';

/** qBittorrent 4.4 to 5.x, through its Web API v2. */
export function createQbittorrent(settings: DownloadClientSettings, {http, now}: {http: Http; now: () => Date}): DownloadClient {
	const client: Qbittorrent = {settings, now, api: createQbittorrentApi(createQbittorrentSession(settings, http))};
	return {
		protocol: 'torrent',
		test: signal => test(client, signal),
		add: (download, signal) => addTorrent(client, download, signal),
		list: signal => list(client, signal),
		files: (downloadId, signal) => files(client, downloadId, signal),
		remove: (downloadId, {deleteData}, signal) => remove(client, {downloadId, deleteData}, signal),
	};
}

async function test({api, settings}: Qbittorrent, signal: AbortSignal) {
	const apiVersion = await api.version(signal);
	const version = await api.applicationVersion(signal);
	const preferences = await api.preferences(signal);
	await api.ensureCategory(settings.category, signal);
	const details = [`${name} ${version}, Web API ${apiVersion.join('.')}`];
	if (removesAtLimit(preferences)) {
		details.push('It removes torrents that reach their seeding limit, maybe before they are imported; let it stop them instead.');
	}

	if (!parsePreferences(preferences).dht) {
		details.push('Its DHT is off: magnet links without trackers will be refused.');
	}

	return {version, details};
}

async function list({api, settings: {category}, now}: Qbittorrent, signal: AbortSignal): Promise<ClientDownload[]> {
	const preferences = parsePreferences(await api.preferences(signal));
	const rows = await api.torrents({category}, signal);
	return rows
		.filter(row => categoryOf(row) === category)
		.map(row => parseTorrent(row, {preferences, now: now()}))
		.filter(download => download !== null);
}

/** A hybrid torrent has another hash in qBittorrent than for us, so it is looked up in the list. */
async function files({api, settings: {category}}: Qbittorrent, downloadId: string, signal: AbortSignal) {
	const named = {path: 'name', size: 'size'};
	const known = await api.files(downloadId, signal);
	if (known) {
		return toFileList(known, named);
	}

	const row = (await api.torrents({category}, signal)).find(candidate => torrentId(candidate) === downloadId);
	const hash = row ? readText(row, 'hash') : null;
	return hash && hash !== downloadId ? toFileList((await api.files(hash, signal)) ?? [], named) : null;
}

async function remove({api, settings: {category}}: Qbittorrent, wanted: {downloadId: string; deleteData: boolean}, signal: AbortSignal) {
	const rows = await api.torrents({category}, signal);
	const row = rows.find(candidate => torrentId(candidate) === wanted.downloadId);
	if (row) {
		await api.deleteTorrent(row, wanted.deleteData, signal);
	}
}
