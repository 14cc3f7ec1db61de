import type {MinimumAvailability} from '../media/movie.ts';
import type {SeriesType} from '../media/series.ts';
import type {ReleaseType} from '../quality/custom-format.ts';
import {flagCodes, languageOfCode, type Program, releaseTypeCodes} from '../quality/exported-codes.ts';
import {qualityOfCode} from '../quality/exported-qualities.ts';
import type {QualityName, Revision} from '../quality/qualities.ts';
import type {IndexerFlag} from '../release/release.ts';

/** A row of a table: columns that are missing in a version are undefined. */
export type SourceRow = Readonly<Record<string, unknown>>;

export const columns = {
	movies: [
		'Id',
		'TmdbId',
		'ImdbId',
		'Title',
		'Status',
		'Year',
		'Path',
		'Monitored',
		'ProfileId',
		'QualityProfileId',
		'Added',
		'Tags',
		'MovieFileId',
		'MinimumAvailability',
		'MovieMetadataId',
		'LastSearchTime',
	],
	movieMetadata: ['Id', 'TmdbId', 'ImdbId', 'Title', 'Status', 'Year'],
	movieFiles: [
		'Id',
		'MovieId',
		'RelativePath',
		'Size',
		'DateAdded',
		'SceneName',
		'ReleaseGroup',
		'Quality',
		'Edition',
		'Languages',
		'IndexerFlags',
		'OriginalFilePath',
	],
	series: [
		'Id',
		'TvdbId',
		'TmdbId',
		'Title',
		'Year',
		'Path',
		'Monitored',
		'SeasonFolder',
		'SeriesType',
		'UseSceneNumbering',
		'Seasons',
		'QualityProfileId',
		'Tags',
		'Added',
		'MonitorNewItems',
	],
	episodes: [
		'Id',
		'SeriesId',
		'SeasonNumber',
		'EpisodeNumber',
		'Title',
		'EpisodeFileId',
		'AbsoluteEpisodeNumber',
		'SceneSeasonNumber',
		'SceneEpisodeNumber',
		'SceneAbsoluteEpisodeNumber',
		'Monitored',
		'AirDate',
		'TvdbId',
	],
	episodeFiles: [
		'Id',
		'SeriesId',
		'SeasonNumber',
		'RelativePath',
		'Size',
		'DateAdded',
		'SceneName',
		'ReleaseGroup',
		'Quality',
		'Languages',
		'Language',
		'IndexerFlags',
		'ReleaseType',
		'ReleaseHash',
		'OriginalFilePath',
	],
} as const;

export interface SourceMovie {
	id: number;
	metaId: number | null;
	imdbId: string | null;
	title: string;
	year: number | null;
	/** Its provider has removed it. */
	isGone: boolean;
	path: string;
	monitored: boolean;
	profileId: number | null;
	addedAt: Date | null;
	tags: number[];
	fileId: number;
	minimumAvailability: MinimumAvailability;
	lastSearchTime: Date | null;
	/** Columns whose JSON cannot be read. */
	unreadable: string[];
}

export interface SourceSeries {
	id: number;
	tvMetaId: number | null;
	metaId: number | null;
	title: string;
	year: number | null;
	path: string;
	monitored: boolean;
	seasonFolder: boolean;
	type: SeriesType;
	/** Null where the episodes say it. */
	seasons: {seasonNumber: number; monitored: boolean}[] | null;
	profileId: number | null;
	tags: number[];
	addedAt: Date | null;
	monitorNewSeasons: boolean;
	unreadable: string[];
}

export interface SourceEpisode {
	id: number;
	seasonNumber: number;
	episodeNumber: number;
	title: string;
	airDate: string | null;
	absolute: number | null;
	/** Zero for none. */
	fileId: number;
	monitored: boolean;
}

export interface SourceFile {
	id: number;
	/** Id of its movie or series. */
	titleId: number;
	/** Below the folder of the title, in the program's own form. */
	relativePath: string;
	size: number;
	/** Null where the number is unknown. */
	quality: {name: QualityName; homeless: string | null} | null;
	revision: Revision;
	sceneName: string | null;
	releaseGroup: string | null;
	edition: string | null;
	/** ISO 639-1. */
	languages: string[];
	flags: IndexerFlag[];
	releaseType: ReleaseType | null;
	releaseHash: string | null;
	originalFile: string | null;
	dateAdded: Date | null;
}

/** Characters of a text that is kept. */
const maxText = 1000;

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, maxText) : null);
export const wholeOf = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null);
const positiveOf = (value: unknown): number | null => {
	const number = wholeOf(value);
	return number !== null && number > 0 ? number : null;
};
const flagOf = (value: unknown) => Number(value) === 1;

/** All their dates are UTC, with or without a `Z`. The year 1 means never. */
export function dateOf(value: unknown): Date | null {
	const found = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?\d*Z?$/.exec(value) : null;
	const date = found ? new Date(`${found[1]}T${found[2]}${found[3] ?? ''}Z`) : null;
	return date && !Number.isNaN(Number(date)) && date.getUTCFullYear() > 1 ? date : null;
}

/** Undefined for what is no JSON; null for an empty column. */
export function jsonOf(value: unknown): unknown {
	if (typeof value !== 'string' || value === '') {
		return null;
	}
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

function listOf(value: unknown): {list: unknown[]; isReadable: boolean} {
	const read = jsonOf(value);
	return {list: Array.isArray(read) ? read.slice(0, 1000) : [], isReadable: read !== undefined};
}

export const numbersOf = (list: readonly unknown[]) =>
	list.filter(each => typeof each === 'number' && Number.isSafeInteger(each)) as number[];
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const availabilities: readonly MinimumAvailability[] = ['announced', 'announced', 'inCinemas', 'released', 'released'];
const gone = -1;

/** `known` is the row of MovieMetadata, which older versions have in the same row. Null for one that cannot be used. */
export function readMovie(row: SourceRow, known: SourceRow): SourceMovie | null {
	const [id, path] = [positiveOf(row['Id']), typeof row['Path'] === 'string' ? row['Path'].slice(0, 4096) : null];
	if (id === null || path === null) {
		return null;
	}
	const tags = listOf(row['Tags']);
	return {
		id,
		metaId: positiveOf(known['TmdbId']),
		imdbId: textOf(known['ImdbId']),
		title: textOf(known['Title']) ?? `#${id}`,
		year: positiveOf(known['Year']),
		isGone: wholeOf(known['Status']) === gone,
		path,
		monitored: flagOf(row['Monitored']),
		profileId: positiveOf(row['QualityProfileId'] ?? row['ProfileId']),
		addedAt: dateOf(row['Added']),
		tags: numbersOf(tags.list),
		fileId: wholeOf(row['MovieFileId']) ?? 0,
		minimumAvailability: availabilities[wholeOf(row['MinimumAvailability']) ?? 3] ?? 'released',
		lastSearchTime: dateOf(row['LastSearchTime']),
		unreadable: tags.isReadable ? [] : ['Tags'],
	};
}

const seriesTypes: readonly SeriesType[] = ['standard', 'daily', 'anime'];

/** Null for a row that cannot be used. */
export function readSeries(row: SourceRow): SourceSeries | null {
	const [id, path] = [positiveOf(row['Id']), typeof row['Path'] === 'string' ? row['Path'].slice(0, 4096) : null];
	if (id === null || path === null) {
		return null;
	}
	const [tags, seasons] = [listOf(row['Tags']), listOf(row['Seasons'])];
	const known = seasons.list.filter(isRecord).flatMap(({seasonNumber, monitored}) => {
		const number = wholeOf(seasonNumber);
		return number === null ? [] : [{seasonNumber: number, monitored: monitored === true}];
	});
	return {
		id,
		tvMetaId: positiveOf(row['TvdbId']),
		metaId: positiveOf(row['TmdbId']),
		title: textOf(row['Title']) ?? `#${id}`,
		year: positiveOf(row['Year']),
		path,
		monitored: flagOf(row['Monitored']),
		seasonFolder: flagOf(row['SeasonFolder']),
		type: seriesTypes[wholeOf(row['SeriesType']) ?? 0] ?? 'standard',
		seasons: known.length > 0 ? known : null,
		profileId: positiveOf(row['QualityProfileId']),
		tags: numbersOf(tags.list),
		addedAt: dateOf(row['Added']),
		// 0 is all of them. Before there was a choice, all were monitored.
		monitorNewSeasons: (wholeOf(row['MonitorNewItems']) ?? 0) === 0,
		unreadable: [...(tags.isReadable ? [] : ['Tags']), ...(seasons.isReadable ? [] : ['Seasons'])],
	};
}

export function readEpisode(row: SourceRow): SourceEpisode | null {
	const [id, season, episode] = [positiveOf(row['Id']), wholeOf(row['SeasonNumber']), wholeOf(row['EpisodeNumber'])];
	if (id === null || season === null || episode === null) {
		return null;
	}
	const airDate = textOf(row['AirDate']);
	return {
		id,
		seasonNumber: season,
		episodeNumber: episode,
		title: textOf(row['Title']) ?? '',
		airDate: airDate !== null && /^\d{4}-\d\d-\d\d$/.test(airDate) ? airDate : null,
		absolute: positiveOf(row['AbsoluteEpisodeNumber']),
		fileId: wholeOf(row['EpisodeFileId']) ?? 0,
		monitored: flagOf(row['Monitored']),
	};
}

/** Null for a row that cannot be used. */
export function readFile(row: SourceRow, program: Program): SourceFile | null {
	const [id, titleId] = [positiveOf(row['Id']), positiveOf(row['MovieId'] ?? row['SeriesId'])];
	const relativePath = typeof row['RelativePath'] === 'string' ? row['RelativePath'].slice(0, 4096) : null;
	if (id === null || titleId === null || !relativePath) {
		return null;
	}
	const quality = jsonOf(row['Quality']);
	const {quality: code, revision} = isRecord(quality) ? quality : {};
	const {version, real} = isRecord(revision) ? revision : {};
	const flags = wholeOf(row['IndexerFlags']) ?? 0;
	return {
		id,
		titleId,
		relativePath,
		size: wholeOf(row['Size']) ?? 0,
		quality: typeof code === 'number' ? qualityOfCode(code, program) : null,
		revision: {version: Math.max(1, wholeOf(version) ?? 1), real: Math.max(0, wholeOf(real) ?? 0)},
		sceneName: textOf(row['SceneName']),
		releaseGroup: textOf(row['ReleaseGroup']),
		edition: textOf(row['Edition']),
		languages: languagesOf(row, program),
		flags: [...flagCodes[program]].filter(([bit]) => (flags & bit) !== 0).map(([, flag]) => flag),
		releaseType: releaseTypeCodes.get(wholeOf(row['ReleaseType']) ?? 0) ?? null,
		releaseHash: textOf(row['ReleaseHash']),
		originalFile: textOf(row['OriginalFilePath']),
		dateAdded: dateOf(row['DateAdded']),
	};
}

/** Until version 3 of Sonarr a file had one language. */
function languagesOf(row: SourceRow, program: Program): string[] {
	const codes = row['Languages'] === undefined ? [wholeOf(row['Language'])] : numbersOf(listOf(row['Languages']).list);
	return [...new Set(codes.flatMap(code => (code === null || code <= 0 ? [] : (languageOfCode(code, program) ?? []))))];
}
