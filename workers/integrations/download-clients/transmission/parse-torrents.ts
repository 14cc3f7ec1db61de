import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {asRecords, type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
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
	trackerFault,
	undecided,
	wordFields,
	working,
} from '../client-reply.ts';

/** The fields we request from `torrent-get`. */
export const torrentFields = [
	'hashString',
	'name',
	'downloadDir',
	'totalSize',
	'leftUntilDone',
	'eta',
	'status',
	'error',
	'errorString',
	'isFinished',
	'labels',
	'uploadRatio',
	'uploadedEver',
	'downloadedEver',
	'secondsSeeding',
	'seedRatioMode',
	'seedRatioLimit',
	'seedIdleMode',
	'seedIdleLimit',
	'trackerStats',
];

/** Largest number of seconds a .NET TimeSpan holds. A larger `eta` is in milliseconds. */
const longestEtaSeconds = 922_337_203_685;

/** Parses one row of `torrent-get`. Null when it is not a torrent. */
export function parseTorrent(row: JsonRecord, goals: TransmissionGoals): ClientDownload | null {
	const downloadId = readText(row, 'hashString')?.toLowerCase();
	if (!downloadId) {
		return null;
	}
	const state = toState(row);
	const meaning = transmissionMeaning(state);
	const title = readText(row, 'name') ?? downloadId;
	return {
		downloadId,
		title,
		...wordFields(meaning),
		size: state.totalSize,
		sizeLeft: state.leftUntilDone,
		secondsLeft: parseEta(readNumber(row, 'eta')),
		outputPath: state.totalSize > 0 ? placeOf(row) : null,
		message: meaning.message ?? null,
		seeders: maxOf(row, 'seederCount'),
		leechers: maxOf(row, 'leecherCount'),
		removable: transmissionRemovable(state, goals),
	};
}

/** Parses `session-get`. A limit that is switched off is null. */
export function parseGoals(session: JsonRecord): TransmissionGoals {
	return {
		ratio: readFlag(session, 'seedRatioLimited') ? readNumber(session, 'seedRatioLimit') : null,
		idleMinutes: readFlag(session, 'idle-seeding-limit-enabled') ? readNumber(session, 'idle-seeding-limit') : null,
	};
}

function toState(row: JsonRecord) {
	const number = (key: string) => readNumber(row, key) ?? 0;
	return {
		status: number('status'),
		totalSize: Math.max(0, number('totalSize')),
		leftUntilDone: Math.max(0, number('leftUntilDone')),
		isFinished: readFlag(row, 'isFinished'),
		error: readNumber(row, 'error'),
		errorString: readText(row, 'errorString') ?? '',
		ratio: ratioOf(row),
		secondsSeeding: number('secondsSeeding'),
		seedRatioMode: number('seedRatioMode'),
		seedRatioLimit: number('seedRatioLimit'),
		seedIdleMode: number('seedIdleMode'),
		seedIdleLimit: number('seedIdleLimit'),
	};
}

/** `uploadRatio` is negative while nothing was downloaded, also when the files were already there. */
function ratioOf(row: JsonRecord): number {
	const downloaded = readNumber(row, 'downloadedEver') || readNumber(row, 'totalSize');
	return downloaded ? (readNumber(row, 'uploadedEver') ?? 0) / downloaded : 0;
}

function parseEta(eta: number | null): number | null {
	if (eta === null || eta < 0) {
		return null;
	}
	return eta > longestEtaSeconds ? Math.round(eta / 1000) : eta;
}

/** Where the content of a torrent is. Its files are named as on disk, while its name is that of the torrent. */
export function placeOf(row: JsonRecord): string | null {
	const [directory, name] = [readText(row, 'downloadDir'), readText(row, 'name')];
	const [file] = asRecords(row['files']);
	const onDisk = (file && readText(file, 'name')?.split('/')[0]) || name;
	return directory && onDisk ? pathBelow(directory, onDisk) : null;
}

/**
 * May a torrent have another name on disk? Which characters are replaced or left out differs between versions: 3.00
 * replaces a colon, 4.1 keeps it.
 */
export function isRenamedOnDisk(row: JsonRecord): boolean {
	return /[<>:"/\\|?*\p{Cc}]|^[\s.]|[\s.]$/u.test(readText(row, 'name') ?? '');
}

/** The highest count of its trackers; -1 means that a tracker did not say. */
function maxOf(row: JsonRecord, key: string): number | null {
	const counts = asRecords(row['trackerStats'])
		.map(tracker => readNumber(tracker, key) ?? -1)
		.filter(count => count >= 0);
	return counts.length > 0 ? Math.max(...counts) : null;
}

/** The fields of a Transmission row that decide its status. */
interface TransmissionState {
	/** 0 stopped, 1 queued to check, 2 checking, 3 queued to download, 4 downloading, 5 queued to seed, 6 seeding. */
	status: number;
	/** Bytes; 0 while a magnet link has no metadata. */
	totalSize: number;
	leftUntilDone: number;
	/** True only once a seeding goal was met; false while seeding. */
	isFinished: boolean;
	/** Null for versions that do not send it. */
	error: number | null;
	errorString: string;
	ratio: number;
	secondsSeeding: number;
	/** 0 uses the client's own limit, 1 the torrent's, 2 none. */
	seedRatioMode: number;
	seedRatioLimit: number;
	seedIdleMode: number;
	/** Minutes. */
	seedIdleLimit: number;
}

/** The client's own limits; null for a disabled one. */
interface TransmissionGoals {
	ratio: number | null;
	idleMinutes: number | null;
}

const stopped = 0;
const checkWait = 1;
const checking = 2;
const queuedToDownload = 3;
const downloading = 4;
const seedWait = 5;
const seeding = 6;

function transmissionMeaning(row: TransmissionState): ClientWord {
	const error = transmissionError(row.error, row.errorString);
	if (error) {
		return error;
	}
	if (row.totalSize === 0) {
		return row.status === stopped
			? paused
			: row.status === queuedToDownload
				? meaningOf(transmissionWords, String(queuedToDownload), 'Transmission')
				: transmissionMetadata;
	}
	if (isComplete(row)) {
		return completed;
	}
	// One that stopped at a goal and has lost pieces since does not go on by itself.
	return meaningOf(transmissionWords, String(row.status === stopped && row.isFinished ? downloading : row.status), 'Transmission');
}

function isComplete({status, leftUntilDone, isFinished}: TransmissionState): boolean {
	const isAtRest = [stopped, seedWait, seeding].includes(status);
	return leftUntilDone === 0 && (isAtRest || (isFinished && status !== checkWait && status !== checking));
}

/**
 * A ratio limit and the client's general idle limit count once the client has stopped the torrent. Transmission has
 * no seeding time, so we store it as the torrent's own idle limit. That limit also counts while the torrent seeds,
 * but not while it is queued.
 */
function transmissionRemovable(row: TransmissionState, goals: TransmissionGoals): boolean {
	if (row.leftUntilDone > 0 || row.totalSize === 0 || row.status === checking || row.status === checkWait) {
		return false;
	}
	return ratioMet(row, goals) || idleMet(row, goals);
}

function ratioMet({status, seedRatioMode, seedRatioLimit, ratio}: TransmissionState, goals: TransmissionGoals): boolean {
	const limit = seedRatioMode === 1 ? seedRatioLimit : goals.ratio;
	return status === stopped && seedRatioMode !== 2 && limit !== null && ratio >= limit;
}

function idleMet({status, seedIdleMode, seedIdleLimit, secondsSeeding}: TransmissionState, goals: TransmissionGoals): boolean {
	if (seedIdleMode === 1) {
		return (status === stopped || status === seeding) && secondsSeeding >= seedIdleLimit * 60;
	}
	return seedIdleMode === 0 && status === stopped && goals.idleMinutes !== null;
}

/** The numbers of `status`, for a torrent that is not complete. */
export const transmissionWords: ClientWords = {
	0: paused,
	/** Waits to be checked. */
	1: {...working, status: 'downloading'},
	2: working,
	3: queued,
	4: fetching,
	/** Seeds, or waits to, although something is missing that it was told to leave out. */
	5: fetching,
	6: fetching,
};

/** The numbers of `error`. Versions before 2.0 only had the text. */
const errors: ClientWords = {
	/** A tracker warns or refuses. */
	1: trackerFault,
	2: trackerFault,
	/** Something is wrong where it runs. */
	3: clientFault,
};

/** Its words for files that have vanished. */
const missing = /\bno data (?:was )?found/i;

/** What an error means; null for none. */
export function transmissionError(error: number | null, text: string): ClientWord | null {
	if (error === 0 || (error === null && text === '')) {
		return null;
	}
	const message = `Transmission reports: ${text || `error ${error}`}`;
	if (missing.test(text)) {
		return {...standing, message};
	}
	const meaning = error === null ? trackerFault : (errors[error] ?? undecided);
	return {...meaning, message: meaning.fault === 'client' ? `${message}. ${ofItsMachine}` : message};
}

/** Without metadata a magnet link has no size. It stands still while nobody sends it. */
export const transmissionMetadata: ClientWord = {
	status: 'queued',
	activity: 'fetching',
	message: 'Transmission looks for the metadata of this magnet link.',
};
