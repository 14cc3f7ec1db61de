import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
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
	wordFields,
	working,
} from '../client-reply.ts';

/** The fields we request from `web.update_ui`. */
export const torrentFields = [
	'hash',
	'name',
	'state',
	'progress',
	'eta',
	'message',
	'is_finished',
	'save_path',
	'total_size',
	'total_done',
	'ratio',
	'is_auto_managed',
	'stop_at_ratio',
	'stop_ratio',
	'seeding_time',
	'total_seeds',
	'total_peers',
];

/** Where the content of a torrent is. */
export function placeOf(row: JsonRecord): string | null {
	const [savePath, name] = [readText(row, 'save_path'), readText(row, 'name')];
	return savePath && name ? pathBelow(savePath, name) : null;
}

export const hashOf = (row: JsonRecord) => readText(row, 'hash')?.toLowerCase() ?? '';

/**
 * Parses one row of a torrent that is to seed for so many minutes; null for no such goal. Null for a row without hash
 * or name, which Deluge sends briefly while it adds or removes a torrent.
 */
export function parseTorrent(row: JsonRecord, seedMinutes: number | null): ClientDownload | null {
	const downloadId = hashOf(row);
	const title = readText(row, 'name');
	if (!downloadId || !title) {
		return null;
	}
	const state = toState(row);
	const meaning = delugeMeaning({...state, progress: readNumber(row, 'progress'), message: readText(row, 'message') ?? ''});
	const size = Math.max(0, readNumber(row, 'total_size') ?? 0);
	return {
		downloadId,
		title,
		...wordFields(meaning),
		size,
		sizeLeft: Math.max(0, size - (readNumber(row, 'total_done') ?? 0)),
		secondsLeft: parseEta(readNumber(row, 'eta'), meaning.status === 'completed'),
		outputPath: placeOf(row),
		message: meaning.message ?? null,
		seeders: count(row, 'total_seeds'),
		leechers: count(row, 'total_peers'),
		removable: delugeRemovable(state, seedMinutes),
	};
}

function toState(row: JsonRecord) {
	return {
		state: readText(row, 'state') ?? '',
		isFinished: readFlag(row, 'is_finished'),
		isAutoManaged: readFlag(row, 'is_auto_managed'),
		stopAtRatio: readFlag(row, 'stop_at_ratio'),
		stopRatio: readNumber(row, 'stop_ratio') ?? 0,
		ratio: readNumber(row, 'ratio') ?? 0,
		seedingSeconds: readNumber(row, 'seeding_time') ?? 0,
	};
}

/** Seconds as a float; 0 also means unknown. */
function parseEta(eta: number | null, isCompleted: boolean): number | null {
	if (isCompleted) {
		return 0;
	}
	return eta !== null && eta > 0 ? Math.round(eta) : null;
}

function count(row: JsonRecord, key: string): number | null {
	const value = readNumber(row, key);
	return value !== null && value >= 0 ? value : null;
}

/** The fields of a Deluge row that decide its status. */
interface DelugeState {
	state: string;
	isFinished: boolean;
	isAutoManaged: boolean;
	stopAtRatio: boolean;
	stopRatio: number;
	ratio: number;
	seedingSeconds: number;
}

/**
 * True when Deluge itself stopped it at its ratio, or when it has seeded for as long as it should. One that a person
 * stopped before is kept.
 */
function delugeRemovable(
	{state, isFinished, isAutoManaged, stopAtRatio, stopRatio, ratio, seedingSeconds}: DelugeState,
	seedMinutes: number | null,
): boolean {
	const isRatioMet = isAutoManaged && stopAtRatio && ratio >= stopRatio && state === 'Paused';
	const isTimeMet = seedMinutes !== null && seedingSeconds >= seedMinutes * 60 && !['Checking', 'Error'].includes(state);
	return isFinished && (isRatioMet || isTimeMet);
}

/** The words of `state`, for a torrent that is not finished. */
export const delugeWords: ClientWords = {
	Allocating: working,
	Checking: working,
	Moving: working,
	Downloading: fetching,
	/** Finished, while `is_finished` is about to follow. */
	Seeding: fetching,
	Queued: queued,
	Paused: paused,
	/** Its library stops a torrent when it cannot read or write its files. */
	Error: clientFault,
};

/** Its words for files that have vanished. */
const missing = /missing or invalid torrent data|problem with resume data|no such file/i;

interface DelugeFlags {
	state: string;
	/** It stays true while a paused torrent is checked anew and has lost pieces. */
	isFinished: boolean;
	/** Percent of what was wanted; null for a row without it. */
	progress: number | null;
	message: string;
}

/**
 * A finished torrent counts as completed even while it is queued or paused. One that is checked may turn out to be
 * incomplete, and one that is moved is not where it will be.
 */
export function delugeMeaning({state, isFinished, progress, message}: DelugeFlags): ClientWord {
	const meaning = meaningOf(delugeWords, state, 'Deluge');
	if (state === 'Error') {
		const text = `Deluge reports: ${message || 'an error'}`;
		return missing.test(message) ? {...standing, message: text} : {...meaning, message: `${text}. ${ofItsMachine}`};
	}
	const isWhole = isFinished && (progress === null || progress >= 100);
	return isWhole && meaning.activity !== 'working' && !meaning.fault ? completed : meaning;
}
