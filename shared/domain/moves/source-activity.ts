import type {Program} from '../quality/exported-codes.ts';
import {qualityOfCode} from '../quality/exported-qualities.ts';
import type {QualityName} from '../quality/qualities.ts';
import {dateOf, isRecord, jsonOf, numbersOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const historyColumns = [
	'Id',
	'SourceTitle',
	'Date',
	'Quality',
	'Data',
	'EventType',
	'DownloadId',
	'MovieId',
	'SeriesId',
	'EpisodeId',
] as const;

export type MovedEvent = 'grabbed' | 'imported' | 'downloadFailed' | 'fileDeleted' | 'fileRenamed' | 'ignored';

/** Their numbers of events. Folders of series that they read in are imports, too. */
const eventCodes: Record<Program, ReadonlyMap<number, MovedEvent>> = {
	radarr: new Map([
		[1, 'grabbed'],
		[3, 'imported'],
		[4, 'downloadFailed'],
		[6, 'fileDeleted'],
		[7, 'imported'],
		[8, 'fileRenamed'],
		[9, 'ignored'],
	]),
	sonarr: new Map([
		[1, 'grabbed'],
		[2, 'imported'],
		[3, 'imported'],
		[4, 'downloadFailed'],
		[5, 'fileDeleted'],
		[6, 'fileRenamed'],
		[7, 'ignored'],
	]),
};

export interface SourceEvent {
	id: number;
	event: MovedEvent;
	title: string;
	at: Date;
	quality: QualityName | null;
	downloadId: string | null;
	/** Their numbers. */
	titleId: number;
	episodeId: number | null;
	indexer: string | null;
	downloadClient: string | null;
	/** Of the release, as the indexer calls it; it may hold a key. */
	guid: string | null;
	data: Record<string, string | number | null>;
}

const qualityOfJson = (value: unknown, program: Program): QualityName | null => {
	const read = jsonOf(value);
	const code = isRecord(read) ? read['quality'] : null;
	return typeof code === 'number' ? (qualityOfCode(code, program)?.name ?? null) : null;
};

/** Null for an event of a kind that is not kept here. */
export function readEvent(row: SourceRow, program: Program): SourceEvent | null {
	const [id, at] = [wholeOf(row['Id']), dateOf(row['Date'])];
	const event = eventCodes[program].get(wholeOf(row['EventType']) ?? 0);
	const titleId = wholeOf(program === 'radarr' ? row['MovieId'] : row['SeriesId']);
	if (id === null || at === null || event === undefined || titleId === null) {
		return null;
	}
	const read = jsonOf(row['Data']);
	// Their keys begin with small or capital letters, by version.
	const values = new Map(Object.entries(isRecord(read) ? read : {}).map(([key, value]) => [key.toLowerCase(), value]));
	const text = (key: string) => textOf(values.get(key));
	const size = Number(text('size') ?? Number.NaN);
	const data = {
		releaseGroup: text('releasegroup'),
		...(Number.isSafeInteger(size) && size > 0 && {size}),
		...(event === 'downloadFailed' && {error: text('message') ?? '', stage: 'download'}),
		...(event === 'fileDeleted' && {reason: text('reason')}),
		...(event === 'ignored' && {reason: text('message')}),
		...(event === 'imported' && {path: text('importedpath'), source: text('droppedpath')}),
		...(event === 'fileRenamed' && {from: text('sourcepath'), to: text('path')}),
	};
	return {
		id,
		event,
		title: textOf(row['SourceTitle']) ?? '',
		at,
		quality: qualityOfJson(row['Quality'], program),
		downloadId: textOf(row['DownloadId']),
		titleId,
		episodeId: wholeOf(row['EpisodeId']),
		indexer: text('indexer')?.slice(0, 100) ?? null,
		downloadClient: (text('downloadclientname') ?? text('downloadclient'))?.slice(0, 100) ?? null,
		guid: event === 'grabbed' ? text('guid') : null,
		data,
	};
}

export const blocklistColumns = [
	'Id',
	'SourceTitle',
	'Date',
	'Size',
	'Protocol',
	'Indexer',
	'Message',
	'TorrentInfoHash',
	'MovieId',
	'SeriesId',
	'EpisodeIds',
] as const;

export interface SourceBlocked {
	id: number;
	title: string;
	at: Date;
	size: number | null;
	protocol: 'torrent' | 'usenet';
	indexer: string | null;
	reason: string;
	/** In lower case. */
	infoHash: string | null;
	titleId: number;
	episodeIds: number[];
}

/** Their number of the protocol. */
const usenet = 1;

export function readBlocked(row: SourceRow, program: Program): SourceBlocked | null {
	const [id, title, at] = [wholeOf(row['Id']), textOf(row['SourceTitle']), dateOf(row['Date'])];
	if (id === null || title === null || at === null) {
		return null;
	}
	const size = wholeOf(row['Size']);
	const hash = textOf(row['TorrentInfoHash'])?.toLowerCase() ?? null;
	const episodes = jsonOf(row['EpisodeIds']);
	return {
		id,
		title,
		at,
		size: size !== null && size > 0 ? size : null,
		protocol: wholeOf(row['Protocol']) === usenet ? 'usenet' : 'torrent',
		indexer: textOf(row['Indexer'])?.slice(0, 100) ?? null,
		reason: textOf(row['Message']) ?? 'It was blocked in the other program.',
		infoHash: hash !== null && /^(?:[\da-f]{40}|[\da-f]{64})$/.test(hash) ? hash : null,
		titleId: wholeOf(program === 'radarr' ? row['MovieId'] : row['SeriesId']) ?? 0,
		episodeIds: Array.isArray(episodes) ? numbersOf(episodes.slice(0, 1000)) : [],
	};
}

/** Whether a release that is offered again can be recognised: by its hash, or by its indexer and size. */
export const isRecognisable = ({infoHash, size}: Pick<SourceBlocked, 'infoHash' | 'size'>, hasIndexer: boolean): boolean =>
	infoHash !== null || (size !== null && hasIndexer);
