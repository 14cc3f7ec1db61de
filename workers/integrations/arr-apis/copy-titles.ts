import {columns} from '#shared/domain/moves/source-titles.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import type {DatabaseRow} from '../arr-databases/programs.ts';
import {asRecord, asRecords, type JsonRecord, readNumber} from '../http/read-body.ts';
import type {ProgramApi} from './ask-program.ts';
import {toRow} from './to-rows.ts';
import type {ProgramCopy} from './write-copy.ts';

/** Ids in one question; an address has some kilobytes. */
const idsTogether = 100;
/** Series that are asked for at a time. Each takes two questions. */
const seriesAtOnce = 4;

export interface Copying {
	api: ProgramApi;
	copy: ProgramCopy;
}

/** Titles, files and episodes, and once more what has changed meanwhile. */
export async function copyTitles(program: Program, {api, copy}: Copying): Promise<void> {
	const since = new Date();
	copy.table(program === 'radarr' ? 'Movies' : 'Series', program === 'radarr' ? columns.movies : columns.series);
	if (program === 'radarr') {
		copy.table('MovieFiles', columns.movieFiles);
		const ids: number[] = [];
		for await (const movies of api.elements('movie')) {
			copy.add('Movies', movies.map(toMovie));
			ids.push(...movies.flatMap(movie => (hasFiles(movie) ? idsIn([movie]) : [])));
		}
		await copyMovieFiles(ids, {api, copy});
		copy.index('MovieFiles', 'MovieId');
	} else {
		const ids: number[] = [];
		for await (const series of api.elements('series')) {
			copy.add(
				'Series',
				series.map(each => toRow(each, columns.series, 'sonarr')),
			);
			ids.push(...idsIn(series));
		}
		await copySeriesContent(ids, {api, copy});
		copy.index('Episodes', 'SeriesId');
		copy.index('EpisodeFiles', 'SeriesId');
	}
	await copyChanged(program, since, {api, copy});
}

const idsIn = (records: readonly JsonRecord[]): number[] => records.flatMap(record => readNumber(record, 'id') ?? []);
const hasFiles = (movie: JsonRecord) =>
	movie['hasFile'] === true || (readNumber(movie, 'movieFileId') ?? 0) > 0 || movie['movieFile'] != null;

/** What the database has in two tables comes in one record, as older databases had it. */
function toMovie(movie: JsonRecord): DatabaseRow {
	const own = readNumber(movie, 'movieFileId') ?? readNumber(asRecord(movie['movieFile']) ?? {}, 'id') ?? 0;
	return {...toRow(movie, columns.movies, 'radarr'), MovieFileId: own};
}

async function copyMovieFiles(ids: readonly number[], {api, copy}: Copying): Promise<void> {
	for (let at = 0; at < ids.length; at += idsTogether) {
		const wanted = ids.slice(at, at + idsTogether);
		const files = await api.list(`moviefile?${wanted.map(id => `movieId=${id}`).join('&')}`);
		copy.add(
			'MovieFiles',
			files.map(file => toRow(file, columns.movieFiles, 'radarr')),
		);
	}
}

async function copySeriesContent(ids: readonly number[], {api, copy}: Copying): Promise<void> {
	copy.table('Episodes', columns.episodes);
	for (let at = 0; at < Math.max(1, ids.length); at += seriesAtOnce) {
		const read = await Promise.all(
			ids.slice(at, at + seriesAtOnce).map(async id => ({
				episodes: await api.list(`episode?seriesId=${id}`),
				files: await api.list(`episodefile?seriesId=${id}`),
			})),
		);
		const files = read.flatMap(each => each.files);
		// Until version 4 a file had one language, which is read only where there is no list of them.
		const isOld = files.some(file => !('languages' in file));
		at === 0 &&
			copy.table(
				'EpisodeFiles',
				columns.episodeFiles.filter(column => column !== (isOld ? 'Languages' : 'Language')),
			);
		copy.add(
			'Episodes',
			read.flatMap(({episodes}) => episodes.map(each => toRow(each, columns.episodes, 'sonarr'))),
		);
		copy.add(
			'EpisodeFiles',
			files.map(file => toRow(file, columns.episodeFiles, 'sonarr')),
		);
	}
}

/** Titles of which something was imported, deleted or renamed while they were read are read again. */
async function copyChanged(program: Program, since: Date, {api, copy}: Copying): Promise<void> {
	const events = asRecords(await api.get(`history/since?date=${encodeURIComponent(since.toISOString())}`));
	const key = program === 'radarr' ? 'movieId' : 'seriesId';
	for (const id of new Set(events.flatMap(event => readNumber(event, key) ?? []))) {
		const title = asRecord(await api.get(`${program === 'radarr' ? 'movie' : 'series'}/${id}`));
		if (program === 'radarr') {
			copy.remove('Movies', 'Id', id);
			copy.remove('MovieFiles', 'MovieId', id);
			copy.add('Movies', title ? [toMovie(title)] : []);
			await copyMovieFiles(title ? [id] : [], {api, copy});
		} else {
			copy.remove('Series', 'Id', id);
			copy.remove('Episodes', 'SeriesId', id);
			copy.remove('EpisodeFiles', 'SeriesId', id);
			copy.add('Series', title ? [toRow(title, columns.series, 'sonarr')] : []);
			await (title ? copySeriesContent([id], {api, copy}) : null);
		}
	}
}
