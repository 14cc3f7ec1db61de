import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadStatus} from '#shared/domain/downloads/queue-item.ts';
import {asRecords, type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';

const job = {seeders: null, leechers: null, removable: true};

/** Parses a row of `listgroups` together with the global `status`. Null when it has no id. */
export function parseGroup(row: JsonRecord, globalStatus: JsonRecord): ClientDownload | null {
	const downloadId = idOf(row);
	if (downloadId === null) {
		return null;
	}
	const remaining = sizeOf(row, 'RemainingSize');
	const status = nzbgetGroupStatus(
		{remaining, paused: sizeOf(row, 'PausedSize'), activeDownloads: readNumber(row, 'ActiveDownloads') ?? 0},
		readFlag(globalStatus, 'DownloadPaused'),
	);
	const rate = readNumber(globalStatus, 'DownloadRate') ?? 0;
	return {
		...job,
		downloadId,
		title: readText(row, 'NZBName') ?? downloadId,
		status,
		size: sizeOf(row, 'FileSize'),
		sizeLeft: remaining,
		secondsLeft: status === 'downloading' && rate > 0 ? Math.round(remaining / rate) : null,
		outputPath: null,
		message: null,
	};
}

/** Parses a row of `history`. Null for one that a person deleted. */
export function parseHistory(row: JsonRecord): ClientDownload | null {
	const downloadId = idOf(row);
	const words = {
		par: readText(row, 'ParStatus') ?? '',
		unpack: readText(row, 'UnpackStatus') ?? '',
		move: readText(row, 'MoveStatus') ?? '',
		script: readText(row, 'ScriptStatus') ?? '',
		deletion: readText(row, 'DeleteStatus') ?? '',
		mark: readText(row, 'MarkStatus') ?? '',
	};
	const status = nzbgetHistoryStatus(words);
	if (downloadId === null || status === null) {
		return null;
	}
	return {
		...job,
		downloadId,
		title: readText(row, 'Name') ?? downloadId,
		status,
		size: sizeOf(row, 'FileSize'),
		sizeLeft: 0,
		secondsLeft: 0,
		outputPath: readText(row, 'FinalDir') || readText(row, 'DestDir'),
		message: status === 'completed' ? null : `NZBGet reports: ${describe(words)}`,
	};
}

/** The id a program like ours stored with the job, otherwise NZBGet's own. */
function idOf(row: JsonRecord): string | null {
	const stored = asRecords(row['Parameters']).find(parameter => readText(parameter, 'Name') === 'drone');
	const own = readNumber(row, 'NZBID') ?? readNumber(row, 'ID');
	return (stored && readText(stored, 'Value')) || (own === null ? null : String(own));
}

/** Bytes, sent as two unsigned 32-bit halves. */
function sizeOf(row: JsonRecord, key: string): number {
	return (readNumber(row, `${key}Hi`) ?? 0) * 2 ** 32 + (readNumber(row, `${key}Lo`) ?? 0);
}

function describe(words: Record<string, string>): string {
	return Object.entries(words)
		.filter(([, word]) => !['', 'NONE', 'SUCCESS'].includes(word))
		.map(([step, word]) => `${step} ${word}`)
		.join(', ');
}

interface NzbgetGroup {
	/** Bytes. */
	remaining: number;
	paused: number;
	activeDownloads: number;
}

/** Status of a job in the queue. With nothing left to fetch, it is being repaired or unpacked. */
function nzbgetGroupStatus({remaining, paused, activeDownloads}: NzbgetGroup, isDownloadPaused: boolean): DownloadStatus {
	if (remaining > 0 && (isDownloadPaused || paused === remaining)) {
		return 'paused';
	}
	return remaining > 0 && activeDownloads === 0 ? 'queued' : 'downloading';
}

/** The status fields of a history row. */
interface NzbgetHistory {
	par: string;
	unpack: string;
	move: string;
	script: string;
	deletion: string;
	mark: string;
}

const fine = ['SUCCESS', 'NONE', ''];
const fatalDeletions = ['HEALTH', 'DUPE', 'SCAN', 'COPY', 'BAD'];

/**
 * Status of a job in the history; null for one that a person deleted. A step that failed for good outweighs one that a
 * person can fix, such as a full disk. Unlike in Sonarr, a failed repair stays failed whatever follows.
 */
function nzbgetHistoryStatus({par, unpack, move, script, deletion, mark}: NzbgetHistory): DownloadStatus | null {
	if (deletion === 'MANUAL') {
		return mark === 'BAD' ? 'failed' : null;
	}
	const isFailed = [
		!fine.includes(par),
		!fine.includes(unpack) && unpack !== 'SPACE',
		!fine.includes(script),
		fatalDeletions.includes(deletion),
	].includes(true);
	if (isFailed) {
		return 'failed';
	}
	const isWarning = unpack === 'SPACE' || !fine.includes(move) || !fine.includes(deletion);
	return isWarning ? 'warning' : 'completed';
}
