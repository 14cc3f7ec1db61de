import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {nzbgetGroupStatus, nzbgetHistoryStatus} from '#shared/domain/downloads/client-state/nzbget.ts';
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
