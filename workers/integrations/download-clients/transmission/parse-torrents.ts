import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {type TransmissionGoals, transmissionRemovable, transmissionStatus} from '#shared/domain/downloads/client-state/transmission.ts';
import {asRecords, type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
import {pathBelow} from '../client-reply.ts';

/** The fields we request from `torrent-get`. */
export const torrentFields = [
	'hashString',
	'name',
	'downloadDir',
	'totalSize',
	'leftUntilDone',
	'eta',
	'status',
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
	const title = readText(row, 'name') ?? downloadId;
	return {
		downloadId,
		title,
		status: transmissionStatus(state),
		size: state.totalSize,
		sizeLeft: state.leftUntilDone,
		secondsLeft: parseEta(readNumber(row, 'eta')),
		outputPath: state.totalSize > 0 ? outputPath(readText(row, 'downloadDir'), title) : null,
		message: state.errorString === '' ? null : `Transmission reports: ${state.errorString}`,
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

/** Transmission replaces a colon in the name by an underscore on disk. */
function outputPath(directory: string | null, title: string): string | null {
	return directory ? pathBelow(directory, title.replaceAll(':', '_')) : null;
}

/** The highest count of its trackers; -1 means that a tracker did not say. */
function maxOf(row: JsonRecord, key: string): number | null {
	const counts = asRecords(row['trackerStats'])
		.map(tracker => readNumber(tracker, key) ?? -1)
		.filter(count => count >= 0);
	return counts.length > 0 ? Math.max(...counts) : null;
}
