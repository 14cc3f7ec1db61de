import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {neverRefreshed} from '#shared/domain/media/next-refresh.ts';
import {noTags} from '#shared/domain/media/tags.ts';
import {isCutoffUnmet, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import {createRevisions, members} from '#shared/lists/revisions.ts';
import type {Database} from '#shared/store/database.ts';
import {isDuplicateKey} from '#shared/store/mongo/records.ts';
import {type StoredMovie, toStoredMovie} from '#shared/store/movies/movie-schema.ts';
import {toCounts} from '#shared/store/series/count-series.ts';
import type {StoredEpisode} from '#shared/store/series/episode-schema.ts';
import {fromSeriesDetails, type StoredSeries, toNewEpisode, toSeason} from '#shared/store/series/series-schema.ts';
import {madeUpMovie} from './made-up-movie.ts';
import {madeUpSeries} from './made-up-series.ts';
import {createChance} from './words.ts';

export interface SeedOptions {
	movies: number;
	/** Each has fifty episodes. */
	series: number;
	now: Date;
	reporter: Reporter;
}

interface Own {
	now: Date;
	profile: QualityProfile;
}

const connectLimitMs = 20_000;
const batch = {movies: 1000, series: 100};
/** The provider does not know made-up titles, or knows others by their numbers. */
const refreshAt = neverRefreshed;
const kindOfEpisodeIds = 3;
/** Not real folders, so nothing is ever read, moved or removed there. */
const rootFolders = {movies: '/made-up/movies', series: '/made-up/series'};

/** Fills the library with the same made-up titles in every run; existing titles are left alone. */
export async function seedLibrary(
	{connection, connected, stores, buildIndexes}: Database,
	{movies, series, now, reporter}: SeedOptions,
): Promise<void> {
	await Promise.race([connected, pause(connectLimitMs, undefined, {ref: false})]);
	await stores.qualityProfiles.ensureDefaults(now);
	const profile = await stores.qualityProfiles.getDefault();
	const own: Own = {now, profile};

	const insert = async (collection: string, rows: readonly {_id: string}[]) => {
		const documents = connection.collection<{_id: string}>(collection);
		await documents.insertMany([...rows], {ordered: false, writeConcern: {w: 1}}).catch(error => {
			if (!isDuplicateKey(error)) {
				throw error;
			}
		});
	};
	await createRevisions(connection, 'movies').during([members], async () => {
		for (let n = 0; n < movies; n += batch.movies) {
			await insert(
				'movies',
				range(n, Math.min(n + batch.movies, movies)).map(at => toMovie(at, own)),
			);
			reporter.progress(`${n} movies of ${movies}`);
		}
	});
	await createRevisions(connection, 'series').during([members], async () => {
		for (let n = 0; n < series; n += batch.series) {
			const made = range(n, Math.min(n + batch.series, series)).map(at => toSeries(at, own));
			await insert(
				'episodes',
				made.flatMap(({episodes}) => episodes),
			);
			await insert(
				'series',
				made.map(({stored}) => stored),
			);
			reporter.progress(`${n} series of ${series}`);
		}
	});
	// In an empty database this is much faster than updating the indexes while titles are inserted.
	reporter.step('the titles are stored; building their indexes');
	await buildIndexes();
}

const range = (from: number, to: number) => Array.from({length: to - from}, (_, index) => from + index);

/** A third of the files lacks a subtitle. Chosen by size, so that the made-up titles are those of earlier versions. */
function judged(file: MediaFile | null, profile: QualityProfile): MediaFile | null {
	if (!file) {
		return null;
	}
	const missing = file.size % 3 === 0 ? ['en'] : [];
	return {...file, belowCutoff: isCutoffUnmet(profile, file), subtitles: {list: [], missing, readAt: file.dateAdded, stamp: ''}};
}

function toMovie(n: number, {now, profile}: Own): StoredMovie {
	const rootFolderPath = rootFolders.movies;
	const {id, details, path, monitored, minimumAvailability, addedAt, ...state} = madeUpMovie(n, {rootFolderPath, now});
	const choice = {monitored, minimumAvailability, rootFolderPath, path, qualityProfileId: profile.id, libraryId: null, searchOnAdd: false};
	const file = judged(state.file, profile);
	return {...toStoredMovie(details, choice, addedAt), ...state, file, hasFile: file !== null, _id: id, refreshAt};
}

function toSeries(n: number, {now, profile}: Own): {stored: StoredSeries; episodes: StoredEpisode[]} {
	const {id, details, addedAt, fileOf, ...state} = madeUpSeries(n, {rootFolderPath: rootFolders.series, now});
	const ids = createChance(kindOfEpisodeIds, n);
	const seasons = details.seasons.map(season => ({...toSeason(season, {monitored: true}), id: ids.uuid()}));
	const episodes = details.seasons
		.flatMap(season => season.episodes)
		.map(numbered => {
			const episode = toNewEpisode(numbered, {seriesId: id, monitored: true, seriesMonitored: state.monitored, now: addedAt});
			const hasAired = episode.airDateUtc !== null && episode.airDateUtc <= now;
			const _id = ids.uuid();
			const file = judged(hasAired ? fileOf(numbered.seasonNumber, numbered.episodeNumber) : null, profile);
			return {...episode, _id, file, hasFile: file !== null};
		});
	const stored: StoredSeries = {
		_id: id,
		...fromSeriesDetails(details),
		...toCounts(seasons, episodes, now),
		...state,
		rootFolderPath: rootFolders.series,
		qualityProfileId: profile.id,
		libraryId: null,
		...noTags,
		searchOnAdd: false,
		addedBy: null,
		lastRefreshTime: addedAt,
		refreshAt,
		addedAt,
		createdAt: addedAt,
	};
	return {stored, episodes};
}
