import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadStatus} from '#shared/domain/downloads/queue-item.ts';
import {asRecord, type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	fetching,
	meaningOf,
	ofItsMachine,
	pathBelow,
	paused,
	queued,
	standing,
	undecided,
	withoutSlash,
	wordFields,
	working,
} from '../client-reply.ts';

interface TorrentFacts {
	preferences: QbittorrentPreferences;
	now: Date;
	/** `torrents/files`, for versions before 2.6.1, which do not report `content_path`. */
	files?: unknown;
	/** `torrents/properties`, for versions whose list lacks `seeding_time`. */
	properties?: unknown;
}

/** Seconds. 8,640,000 means unknown, and so do larger values. */
const longestEta = 8_640_000;

/** Parses one row of `torrents/info`. Null when it is not a torrent. */
export function parseTorrent(row: JsonRecord, facts: TorrentFacts): ClientDownload | null {
	const downloadId = torrentId(row);
	if (!downloadId) {
		return null;
	}
	const outputPath = parseOutputPath(row, facts.files);
	const meaning = torrentMeaning(row, {outputPath, dht: facts.preferences.dht});
	const {status, message = null} = meaning;
	const size = Math.max(0, readNumber(row, 'size') ?? 0);
	return {
		downloadId,
		title: readText(row, 'name') ?? downloadId,
		...wordFields(meaning),
		size,
		sizeLeft: status === 'completed' ? 0 : sizeLeft(row, size),
		secondsLeft: secondsLeft(row, status),
		outputPath,
		message,
		seeders: swarm(row, 'num_complete', 'num_seeds'),
		leechers: swarm(row, 'num_incomplete', 'num_leechs'),
		removable: qbittorrentRemovable(toState(row, facts), facts.preferences),
	};
}

/** qBittorrent lists a hybrid torrent by its v2 hash; we know it by its v1 hash. */
export function torrentId(row: JsonRecord): string | null {
	return (readText(row, 'infohash_v1') || readText(row, 'hash'))?.toLowerCase() ?? null;
}

/** Versions before 3.3.5 call the category `label`. */
export function categoryOf(row: JsonRecord): string {
	return readText(row, 'category') || readText(row, 'label') || '';
}

function torrentMeaning(row: JsonRecord, {outputPath, dht}: {outputPath: string | null; dht: boolean}): ClientWord {
	const known = qbittorrentMeaning(readText(row, 'state') || 'unknown', dht);
	const savePath = readText(row, 'save_path');
	if (known.status === 'completed' && savePath && outputPath && withoutSlash(savePath) === withoutSlash(outputPath)) {
		return withoutFolder;
	}
	return known;
}

function parseOutputPath(row: JsonRecord, files: unknown): string | null {
	const place = placeOf(row);
	if (place) {
		return place;
	}
	const savePath = readText(row, 'save_path');
	const first = Array.isArray(files) ? readText(asRecord(files[0]) ?? {}, 'name') : null;
	return savePath && first ? pathBelow(savePath, first.split(/[\\/]/)[0]!) : null; // split() returns at least one part
}

/** Where its content is. A torrent that was added a moment ago has a path without the folder it is saved in. */
export function placeOf(row: JsonRecord): string | null {
	const [content, folder] = [readText(row, 'content_path'), readText(row, 'save_path')];
	return content && folder && !/^(?:[/\\]|[A-Za-z]:)/.test(content) ? pathBelow(folder, content) : content;
}

function sizeLeft(row: JsonRecord, size: number): number {
	return Math.max(0, readNumber(row, 'amount_left') ?? Math.round(size * (1 - (readNumber(row, 'progress') ?? 0))));
}

function secondsLeft(row: JsonRecord, status: DownloadStatus): number | null {
	if (status === 'completed') {
		return 0;
	}
	const eta = readNumber(row, 'eta');
	return eta !== null && eta >= 0 && eta < longestEta ? eta : null;
}

/** The tracker's count, or that of the connected peers when the tracker reports -1 for unknown. */
function swarm(row: JsonRecord, known: string, connected: string): number | null {
	const count = readNumber(row, known);
	return count !== null && count >= 0 ? count : readNumber(row, connected);
}

function toState(row: JsonRecord, {now, properties}: TorrentFacts) {
	const lastActivity = readNumber(row, 'last_activity');
	return {
		state: readText(row, 'state') ?? '',
		ratio: readNumber(row, 'ratio') ?? 0,
		ratioLimit: readNumber(row, 'ratio_limit') ?? -2,
		seedingMinutesLimit: readNumber(row, 'seeding_time_limit') ?? -2,
		inactiveMinutesLimit: readNumber(row, 'inactive_seeding_time_limit') ?? -2,
		seedingSeconds: readNumber(row, 'seeding_time') ?? readNumber(asRecord(properties) ?? {}, 'seeding_time') ?? 0,
		inactiveSeconds: lastActivity !== null && lastActivity > 0 ? now.getTime() / 1000 - lastActivity : null,
	};
}

/** Parses `app/preferences`. A field that an old version lacks counts as off, except DHT, which is on by default. */
export function parsePreferences(json: unknown): QbittorrentPreferences {
	const record = asRecord(json) ?? {};
	return {
		dht: record['dht'] === undefined || readFlag(record, 'dht'),
		hasFolders: readText(record, 'torrent_content_layout') !== 'NoSubfolder',
		maxRatio: limit(record, 'max_ratio'),
		maxSeedingMinutes: limit(record, 'max_seeding_time'),
		maxInactiveMinutes: limit(record, 'max_inactive_seeding_time'),
	};
}

/** Actions 1 and 3 remove a torrent when it reaches its limit, possibly before it is imported. */
export function removesAtLimit(json: unknown): boolean {
	const {maxRatio, maxSeedingMinutes, maxInactiveMinutes} = parsePreferences(json);
	const action = readNumber(asRecord(json) ?? {}, 'max_ratio_act');
	return [maxRatio, maxSeedingMinutes, maxInactiveMinutes].some(value => value !== null) && (action === 1 || action === 3);
}

function limit(record: JsonRecord, key: string): number | null {
	const value = readFlag(record, `${key}_enabled`) ? readNumber(record, key) : null;
	return value !== null && value >= 0 ? value : null;
}

/** The fields of a qBittorrent row that decide its status. */
export interface QbittorrentState {
	state: string;
	ratio: number;
	/** -2 uses the client's own limit, -1 is no limit. The limits are a ratio and minutes. */
	ratioLimit: number;
	seedingMinutesLimit: number;
	inactiveMinutesLimit: number;
	seedingSeconds: number;
	/** Null when nothing was ever sent or received. */
	inactiveSeconds: number | null;
}

/** The client's own preferences; null for a disabled limit. */
export interface QbittorrentPreferences {
	dht: boolean;
	/** False if torrents of several files are saved without the folder that they have. */
	hasFolders: boolean;
	maxRatio: number | null;
	maxSeedingMinutes: number | null;
	maxInactiveMinutes: number | null;
}

/** qBittorrent may stop slightly below the ratio limit. */
const ratioTolerance = 0.001;

/** True when it was stopped because a seeding goal was reached. A torrent that a person stopped earlier is kept. */
export function qbittorrentRemovable(row: QbittorrentState, preferences: QbittorrentPreferences): boolean {
	if (row.state !== 'pausedUP' && row.state !== 'stoppedUP') {
		return false;
	}
	const ratio = limitOf(row.ratioLimit, preferences.maxRatio);
	const seeding = limitOf(row.seedingMinutesLimit, preferences.maxSeedingMinutes);
	const inactive = limitOf(row.inactiveMinutesLimit, preferences.maxInactiveMinutes);
	return (
		(ratio !== null && ratio - row.ratio <= ratioTolerance) ||
		(seeding !== null && row.seedingSeconds >= seeding * 60) ||
		(inactive !== null && row.inactiveSeconds !== null && row.inactiveSeconds >= inactive * 60)
	);
}

function limitOf(own: number, general: number | null): number | null {
	if (own >= 0) {
		return own;
	}
	return own === -2 ? general : null;
}

/** It looks for the metadata of a magnet link: nothing is known of the torrent yet, but it runs. */
const metadata: ClientWord = {status: 'queued', activity: 'fetching', message: 'qBittorrent is downloading metadata'};
const checking: ClientWord = {status: 'queued', activity: 'working'};

/** The states of `torrents/info`. Version 5 says `stopped` where version 4 said `paused`. */
export const qbittorrentWords: ClientWords = {
	uploading: completed,
	stalledUP: completed,
	queuedUP: completed,
	forcedUP: completed,
	pausedUP: completed,
	stoppedUP: completed,
	downloading: fetching,
	forcedDL: fetching,
	pausedDL: paused,
	stoppedDL: paused,
	queuedDL: queued,
	checkingDL: checking,
	checkingUP: checking,
	checkingResumeData: checking,
	metaDL: metadata,
	forcedMetaDL: metadata,
	moving: working,
	allocating: working,
	/** A torrent has this one while it is added. */
	unknown: fetching,
	/** Its library stops a torrent when it cannot read or write its files. */
	error: {...clientFault, message: `qBittorrent reports an error; see its log. ${ofItsMachine}`},
	missingFiles: {...standing, message: 'Files of this download are missing on the disk of qBittorrent.'},
	stalledDL: {...standing, message: 'The download is stalled: no peer is sending data.'},
};

const withoutDht: ClientWord = {
	...standing,
	message: 'The metadata of this magnet link has not arrived, and DHT, which could find it, is disabled in qBittorrent.',
};

export function qbittorrentMeaning(state: string, dht: boolean): ClientWord {
	return !dht && (state === 'metaDL' || state === 'forcedMetaDL') ? withoutDht : meaningOf(qbittorrentWords, state, 'qBittorrent');
}

/** A renamed torrent may have the whole save folder as its content path; what else is there must not be imported. */
const withoutFolder: ClientWord = {
	...undecided,
	message: 'The download has no folder of its own in qBittorrent; move it into one to import it.',
};
