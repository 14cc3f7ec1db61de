import {wait} from '#shared/coordination/wait.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {categoriesOf, type DownloadClientSettings, type DownloadControl} from '#shared/domain/downloads/download-client-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, type JsonRecord, readNumber, readText} from '../../http/read-body.ts';
import {keptText} from '../client-folders.ts';
import {
	clientIds,
	downloadRefused,
	isAtLeast,
	onceTaken,
	readJson,
	sharedFiles,
	sharesFiles,
	toFileList,
	unexpectedStatus,
} from '../client-reply.ts';
import type {DownloadClient, NewDownload, RemovalOptions} from '../download-client.ts';
import {bodyOf, createQbittorrentApi, createQbittorrentSession, name, type QbittorrentApi} from './api.ts';
import {categoryOf, parsePreferences, parseTorrent, placeOf, removesAtLimit, torrentId} from './parse-torrents.ts';

/** qBittorrent 4.4 to 5.x, through its Web API v2. */
export function createQbittorrent(settings: DownloadClientSettings, {http, now}: {http: Http; now: () => Date}): DownloadClient {
	const client: Qbittorrent = {settings, now, api: createQbittorrentApi(createQbittorrentSession(settings, http))};
	return {
		protocol: 'torrent',
		test: signal => test(client, signal),
		ping: async signal => void (await client.api.version(signal)),
		add: (download, signal) => addTorrent(client, download, signal),
		list: signal => list(client, signal),
		files: (downloadId, signal) => files(client, downloadId, signal),
		setCategory: (downloadId, category, signal) => setCategory(client, {downloadId, category}, signal),
		control: (downloadIds, action, signal) => control(client, {downloadIds, action}, signal),
		remove: (downloadId, options, signal) => remove(client, {downloadId, ...options}, signal),
	};
}

async function test({api, settings}: Qbittorrent, signal: AbortSignal) {
	const apiVersion = await api.version(signal);
	const version = await api.applicationVersion(signal);
	const preferences = await api.preferences(signal);
	for (const category of categoriesOf(settings)) {
		await api.ensureCategory(category, signal);
	}
	const details = [`${name} ${version}, Web API ${apiVersion.join('.')}`];
	if (removesAtLimit(preferences)) {
		details.push('It removes torrents that reach their seeding limit, maybe before they are imported; let it stop them instead.');
	}

	if (!parsePreferences(preferences).dht) {
		details.push('Its DHT is off: magnet links without trackers will be refused.');
	}

	return {version, details};
}

async function list({api, settings, now}: Qbittorrent, signal: AbortSignal): Promise<ClientDownload[]> {
	const preferences = parsePreferences(await api.preferences(signal));
	const rows = await ourTorrents({api, settings}, signal);
	return rows.map(row => parseTorrent(row, {preferences, now: now()})).filter(download => download !== null);
}

/** It lists one category at a time, so a torrent that gets another one in between is in two of the lists. */
async function ourTorrents({api, settings}: Pick<Qbittorrent, 'api' | 'settings'>, signal: AbortSignal): Promise<JsonRecord[]> {
	const found = new Map<string | null, JsonRecord>();
	for (const category of categoriesOf(settings)) {
		const rows = await api.torrents({category}, signal);
		for (const row of rows.filter(each => categoryOf(each) === category)) {
			found.set(torrentId(row), row);
		}
	}
	return [...found.values()];
}

async function findOurs(client: Qbittorrent, downloadId: string, signal: AbortSignal): Promise<JsonRecord | null> {
	return (await ourTorrents(client, signal)).find(candidate => torrentId(candidate) === downloadId) ?? null;
}

async function setCategory(client: Qbittorrent, {downloadId, category}: {downloadId: string; category: string}, signal: AbortSignal) {
	const row = await findOurs(client, downloadId, signal);
	if (row && categoryOf(row) !== category) {
		await client.api.ensureCategory(category, signal);
		await client.api.setCategory(row, category, signal);
	}
}

/** A hybrid torrent has another hash in qBittorrent than for us, so it is looked up in the list. */
async function files(client: Qbittorrent, downloadId: string, signal: AbortSignal) {
	const named = {path: 'name', size: 'size', done: 'progress'};
	const {api} = client;
	const known = await api.files(downloadId, signal);
	if (known) {
		return toFileList(known, named);
	}
	const row = await findOurs(client, downloadId, signal);
	const hash = row ? readText(row, 'hash') : null;
	return hash && hash !== downloadId ? toFileList((await api.files(hash, signal)) ?? [], named) : null;
}

/** Since 5.0, pausing is called stopping. Without its queue it refuses to order torrents. */
async function control(
	client: Qbittorrent,
	{downloadIds, action}: {downloadIds: readonly string[]; action: DownloadControl},
	signal: AbortSignal,
): Promise<void> {
	const wanted = new Set(downloadIds);
	const rows = (await ourTorrents(client, signal)).filter(row => wanted.has(torrentId(row) ?? ''));
	const isNew = isAtLeast(await client.api.version(signal), stoppedSince);
	const methods = {pause: isNew ? 'stop' : 'pause', resume: isNew ? 'start' : 'resume', top: 'topPrio', bottom: 'bottomPrio'};
	await (rows.length > 0 ? client.api.control(rows, methods[action], signal) : null);
}

async function remove(
	client: Qbittorrent,
	{downloadId, deleteData, onKept}: RemovalOptions & {downloadId: string},
	signal: AbortSignal,
): Promise<void> {
	const row = await findOurs(client, downloadId, signal);
	if (!row) {
		return;
	}
	const path = placeOf(row);
	const others = deleteData && path ? (await client.api.torrents(null, signal)).filter(other => torrentId(other) !== downloadId) : [];
	const isShared = sharesFiles(path, others.map(placeOf));
	await client.api.deleteTorrent(row, deleteData && !isShared, signal);
	if (isShared) {
		onKept?.(keptText(path ?? '', sharedFiles));
	}
}

/** Milliseconds. An added torrent usually appears in the list within about a second. */
const appearsWithinMs = 10_000;
const appearsEveryMs = 200;

export interface Qbittorrent {
	settings: DownloadClientSettings;
	api: QbittorrentApi;
	now: () => Date;
}

async function addTorrent(client: Qbittorrent, download: NewDownload, signal: AbortSignal): Promise<string> {
	const {api, settings} = client;
	const {hashes, trackerless} = clientIds(download);
	const preferences = parsePreferences(await api.preferences(signal));
	if (trackerless && !preferences.dht) {
		throw downloadRefused(`This magnet link contains no tracker and the DHT of ${name} is off; switch it on or choose another release.`);
	}
	const {category = settings.category} = download;
	await api.ensureCategory(category, signal);
	const known = await find(api, hashes, signal);
	if (known) {
		return adopt(client, {...known, category}, signal);
	}
	const form = buildAdd({...download, category}, settings, await api.version(signal));
	// Without a folder of its own, nothing tells which of the files in the save folder are those of the torrent.
	const layout = preferences.hasFolders ? {} : {contentLayout: 'Original'};
	checkAdded(await api.addTorrent(await buildMultipart({...form, ...layout}), signal));
	return onceTaken(name, () => awaitListed(api, hashes, signal));
}

/** An existing torrent may come from an earlier try of ours, which is fine, or belong to another program or person. */
async function adopt({api, settings}: Qbittorrent, found: FoundTorrent & {category: string}, signal: AbortSignal): Promise<string> {
	const {row, id, category} = found;
	const present = categoryOf(row);
	if (present !== '' && !categoriesOf(settings).includes(present)) {
		throw downloadRefused(`${name} already has this torrent, in its category "${present}"; move or remove it there.`);
	}
	if (present !== category) {
		await api.setCategory(row, category, signal);
	}

	return id;
}

/** Old versions answer `Ok.` or `Fails.`. Web API 2.14 answers JSON counts, or 409 when nothing was added. */
function checkAdded(reply: HttpReply): void {
	const text = bodyOf(reply);
	if (reply.status === 415) {
		throw downloadRefused(`${name} says that this is not a valid torrent; choose another release.`);
	}
	const counts = text.startsWith('{') ? asRecord(readJson(reply, name)) : null;
	const failed = counts !== null && readNumber(counts, 'success_count') === 0 && readNumber(counts, 'pending_count') === 0;
	if (reply.status === 409 || text === 'Fails.' || failed) {
		throw downloadRefused(`${name} did not take this torrent; see its log.`);
	}
	if (reply.status !== 200 && reply.status !== 202) {
		throw unexpectedStatus(name, reply);
	}
}

async function awaitListed(api: QbittorrentApi, hashes: readonly string[], signal: AbortSignal): Promise<string> {
	for (let waited = 0; waited <= appearsWithinMs; waited += appearsEveryMs) {
		const found = await find(api, hashes, signal);
		if (found) {
			return found.id;
		}
		await wait(appearsEveryMs, signal);
	}

	throw new UpstreamFailed('outcome_unclear', `${name} accepted this torrent but does not list it; see its log.`);
}

interface FoundTorrent {
	row: JsonRecord;
	id: string;
}

async function find(api: QbittorrentApi, hashes: readonly string[], signal: AbortSignal): Promise<FoundTorrent | null> {
	for (const row of await api.torrents({hashes}, signal)) {
		const id = torrentId(row);
		if (id) {
			return {row, id};
		}
	}

	return null;
}

/** Since qBittorrent 5.0, `paused` is called `stopped`. */
const stoppedSince = [2, 11];

/** Builds the form of `torrents/add`. It accepts a seeding ratio and seeding minutes since Web API 2.8.1. */
function buildAdd(
	{category, ...download}: NewDownload & {category: string},
	{directory, addPaused}: DownloadClientSettings,
	version: readonly number[],
): Record<string, string | FormFile> {
	const paused = isAtLeast(version, stoppedSince) ? 'stopped' : 'paused';
	return {
		...(download.torrent
			? {torrents: {name: 'release.torrent', bytes: download.torrent, type: 'application/x-bittorrent'}}
			: {urls: download.magnetUrl ?? ''}),
		category,
		[paused]: String(addPaused),
		// With automatic management, the category's folder would override ours.
		...(directory ? {savepath: directory, autoTMM: 'false'} : {}),
		...(download.seedRatio === null ? {} : {ratioLimit: String(download.seedRatio)}),
		...(download.seedTimeMinutes === null ? {} : {seedingTimeLimit: String(download.seedTimeMinutes)}),
	};
}

export interface FormFile {
	name: string;
	bytes: Uint8Array;
	type: string;
}

/** Builds `multipart/form-data` with a boundary of its own. Each field may be a file or a text. */
export async function buildMultipart(fields: Record<string, string | FormFile>): Promise<{body: Uint8Array; contentType: string}> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') {
			form.append(name, value);
		} else {
			form.append(name, new Blob([Uint8Array.from(value.bytes)], {type: value.type}), value.name);
		}
	}

	const encoded = new Response(form);
	return {body: new Uint8Array(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type') ?? ''};
}
