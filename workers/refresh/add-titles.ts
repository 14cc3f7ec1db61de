import {join} from 'node:path';
import {promiseForNew} from '#shared/coordination/outbox.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {Conflict} from '#shared/errors.ts';
import type {addMovie, addSeries} from '#shared/jobs/refresh.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import {episodeNaming} from '#shared/settings/episode-naming.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'importExclusions' | 'jobs' | 'metadata' | 'movies' | 'now' | 'outbox' | 'series' | 'settings'>;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddMovie: Handler<typeof addMovie, keyof Deps> = async (
	{metaId, byPerson, ...choice},
	{movies, importExclusions, metadata, jobs, outbox, now},
	{signal},
) => {
	const known = await movies.findByMetaId(metaId);
	if (known) {
		throw new Conflict('movie_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && !byPerson && (await importExclusions.has('movie', metaId))) {
		throw new Conflict('title_excluded', 'This movie is excluded from being added automatically; see /api/import-exclusions.');
	}
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchMovie, missing, {jobs, outbox});
	const details = await metadata.movie(metaId, signal);
	const movie = await movies.add(details, {...choice, ...(isSearched && {alsoWrite: search.alsoWrite})}, now());
	await search.start(movie.id);
	return {id: movie.id, title: movie.title};
};

const missing = (movieId: string) => ({movieId, reason: 'missing'}) as const;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddSeries: Handler<typeof addSeries, keyof Deps> = async ({metaId, byPerson, ...choice}, deps, {signal}) => {
	const {series, importExclusions, metadata, now} = deps;
	const known = await series.findByMetaId(metaId);
	if (known) {
		throw new Conflict('series_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && !byPerson && (await importExclusions.has('series', metaId))) {
		throw new Conflict('title_excluded', 'This series is excluded from being added automatically; see /api/import-exclusions.');
	}
	const details = await metadata.series(metaId, signal);
	const path = await newSeriesPath(details, choice.rootFolderPath, deps);
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchEpisodes, everyEpisodeOf, deps);
	const added = await series.add(details, {...choice, path, ...(isSearched && {alsoWrite: search.alsoWrite})}, now());
	await keepApart(added, deps);
	await search.start(added.id);
	return {id: added.id, title: added.title};
};

const everyEpisodeOf = (seriesId: string) => ({seriesId, seasonNumber: null, episodeIds: null, reason: 'missing'}) as const;

/**
 * Picks the folder of a new series below its root folder. If another series has that folder, the
 * provider's id is appended.
 */
async function newSeriesPath(
	details: SeriesDetails,
	rootFolderPath: string,
	{series, settings}: Pick<WorkerDeps, 'series' | 'settings'>,
): Promise<string> {
	const path = join(rootFolderPath, seriesFolder(details, episodeNaming(settings)));
	return (await series.titleAtFolder(path, {except: null})) === null ? path : namesakePath(path, details);
}

/** Two series with the same folder may be added at the same moment, so check again once both are stored. */
async function keepApart(
	{id, path, metaId}: Pick<Series, 'id' | 'path' | 'metaId'>,
	{series, now}: Pick<WorkerDeps, 'series' | 'now'>,
): Promise<void> {
	if ((await series.titleAtFolder(path, {except: id})) !== null) {
		await series.change(id, {path: namesakePath(path, {metaId})}, now());
	}
}

function namesakePath(path: string, {metaId}: {metaId: number}): string {
	return `${path} {tmdb-${metaId}}`;
}
