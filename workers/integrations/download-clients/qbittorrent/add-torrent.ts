import {wait} from '#shared/coordination/wait.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {buildMultipart, type FormFile} from '../../http/multipart.ts';
import {asRecord, type JsonRecord, readNumber} from '../../http/read-json.ts';
import {downloadRefused, onceTaken, readJson, unexpectedStatus} from '../client-reply.ts';
import type {NewDownload} from '../download-client.ts';
import {clientIds} from '../download-ids.ts';
import {isAtLeast} from '../version.ts';
import {bodyOf, name, type QbittorrentApi} from './api.ts';
import {parsePreferences} from './parse-preferences.ts';
import {categoryOf, torrentId} from './parse-torrents.ts';

/** Milliseconds. An added torrent usually appears in the list within about a second. */
const appearsWithinMs = 10_000;
const appearsEveryMs = 200;

export interface Qbittorrent {
	settings: DownloadClientSettings;
	api: QbittorrentApi;
	now: () => Date;
}

export async function addTorrent(client: Qbittorrent, download: NewDownload, signal: AbortSignal): Promise<string> {
	const {api, settings} = client;
	const {hashes, trackerless} = clientIds(download);
	if (trackerless && !parsePreferences(await api.preferences(signal)).dht) {
		throw downloadRefused(`This magnet link contains no tracker and the DHT of ${name} is off; switch it on or choose another release.`);
	}

	await api.ensureCategory(settings.category, signal);
	const known = await find(api, hashes, signal);
	if (known) {
		return adopt(client, known, signal);
	}

	const form = buildAdd(download, settings, await api.version(signal));
	checkAdded(await api.addTorrent(await buildMultipart(form), signal));
	return onceTaken(name, () => awaitListed(api, hashes, signal));
}

/** An existing torrent may come from an earlier try of ours, which is fine, or belong to somebody else. */
async function adopt({api, settings}: Qbittorrent, {row, id}: FoundTorrent, signal: AbortSignal): Promise<string> {
	const category = categoryOf(row);
	if (category !== '' && category !== settings.category) {
		throw downloadRefused(`${name} already has this torrent, in its category "${category}"; move or remove it there.`);
	}

	if (category !== settings.category) {
		await api.setCategory(row, settings.category, signal);
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
	download: NewDownload,
	{category, directory, addPaused}: DownloadClientSettings,
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
