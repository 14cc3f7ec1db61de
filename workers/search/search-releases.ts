import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {JudgedRelease} from '#shared/domain/release/judged-release.ts';
import {NotFound} from '#shared/errors.ts';
import type {SearchReleases, searchReleases} from '#shared/jobs/search-releases.ts';
import type {WorkerDeps} from '../deps.ts';
import type {Handler} from '../handler.ts';
import {judgeMovieReleases} from './judge-releases.ts';
import {movieCriteria} from './movie-criteria.ts';

const millisecondsPerDay = 86_400_000;

/** Asks the indexers for a caller who waits, and lays what they found on the shelf. */
export const handleSearchReleases: Handler<typeof searchReleases> = async (payload, deps, {id, signal}) => {
	const started = performance.now();
	const {movie, criteria} = await criteriaOf(payload, deps, signal);
	const {releases, indexerResults} = await deps.searchIndexers({criteria, indexerIds: payload.indexerIds}, signal);
	const judged = await judgeMovieReleases(releases, movie, deps);
	const kept = judged.filter(release => isWithin(release, payload, deps.now())).slice(0, payload.limit);
	await deps.releaseShelf.keep(id, {releases: kept, indexerResults, searchTime: deps.now()});
	return {searchId: id, total: kept.length, duration: Math.round(performance.now() - started)};
};

async function criteriaOf(
	payload: SearchReleases,
	{movies, metadata}: WorkerDeps,
	signal: AbortSignal,
): Promise<{movie: Movie | null; criteria: SearchCriteria}> {
	const {kind, movieId, metaId, query, categories, limit} = payload;
	if (kind === 'movie') {
		const movie = movieId ? await movies.get(movieId) : await movies.findByMetaId(metaId ?? 0);
		return {movie, criteria: movieCriteria(movie ?? (await metadata.movie(metaId ?? 0, signal)), categories)};
	}
	if (kind === 'manual') {
		return {movie: null, criteria: {kind: 'text', query: query ?? '', categories, limit, media: null}};
	}
	throw new NotFound('series_not_found', 'There is no such series in the library.');
}

/** What the caller asked to leave out; the limits of settings and profiles only reject. */
function isWithin({release}: JudgedRelease, {minSeeders, maxAge}: SearchReleases, now: Date): boolean {
	const seeders = release.protocol === 'torrent' ? (release.seeders ?? 0) : Number.POSITIVE_INFINITY;
	const days = (Number(now) - Number(release.publishDate)) / millisecondsPerDay;
	return seeders >= (minSeeders ?? 0) && days <= (maxAge ?? Number.POSITIVE_INFINITY);
}
