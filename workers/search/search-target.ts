import type {Decision} from '#shared/domain/decisions/decide.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {NotFound} from '#shared/errors.ts';
import type {SearchReleases} from '#shared/jobs/search/search-releases.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {divideReleases} from './divide-releases.ts';
import {decideMovieReleases} from './judge-movie-releases.ts';
import {decideSeriesReleases} from './judge-series-releases.ts';
import {movieCriteria} from './movie-criteria.ts';
import {episodeCriteria, seriesCriteria} from './series-criteria.ts';

/** What the indexers are asked, and how their answers are judged. */
export interface SearchTarget {
	criteria: SearchCriteria;
	/** A whole season is wanted. */
	wholeSeason: boolean;
	decide(releases: readonly FoundRelease[]): Promise<Decision[]>;
}

type FindTarget = (payload: SearchReleases, deps: WorkerDeps, signal: AbortSignal) => Promise<SearchTarget>;

/** Throws NotFound when the title is neither in the library nor at the provider. */
export const findSearchTarget: FindTarget = (payload, deps, signal) => finders[payload.kind](payload, deps, signal);

const finders: Record<SearchReleases['kind'], FindTarget> = {
	movie: async ({movieId, metaId, categories}, deps, signal) => {
		const {movies, metadata} = deps;
		const movie = movieId ? await movies.get(movieId) : await movies.findByMetaId(metaId ?? 0);
		return {
			criteria: movieCriteria(movie ?? (await metadata.movie(metaId ?? 0, signal)), categories),
			wholeSeason: false,
			decide: releases => decideMovieReleases(releases, movie, deps),
		};
	},
	tv: async (payload, deps, signal) => {
		const {seasonNumber, categories} = payload;
		const series = await findSeries(payload, deps);
		const known = series ?? (await deps.metadata.series(await providerId(payload, deps, signal), signal));
		const wanted = series && {series, episodeIds: seasonNumber === null ? null : await idsOfSeason(series, seasonNumber, deps)};
		return {
			criteria: seriesCriteria(known, seasonNumber, categories),
			wholeSeason: seasonNumber !== null,
			decide: releases => decideSeriesReleases(releases, wanted, deps),
		};
	},
	episode: async ({seriesId, seasonNumber, episodeNumber, categories}, deps) => {
		const series = await deps.series.get(seriesId ?? '');
		const ofSeason = await deps.episodes.ofSeason(series.id, seasonNumber ?? -1);
		const episode = ofSeason.find(each => each.episodeNumber === episodeNumber);
		if (!episode) {
			throw new NotFound('episode_not_found', `${series.title} has no episode ${episodeNumber} in season ${seasonNumber}.`);
		}
		return {
			criteria: episodeCriteria(series, episode, categories),
			wholeSeason: false,
			decide: releases => decideSeriesReleases(releases, {series, episodeIds: new Set([episode.id])}, deps),
		};
	},
	manual: async ({query, categories, limit}, deps) => ({
		criteria: {kind: 'text', query: query ?? '', categories, limit, media: null},
		wholeSeason: false,
		async decide(releases) {
			const {shows, films} = divideReleases(releases);
			return [...(await decideMovieReleases(films, null, deps)), ...(await decideSeriesReleases(shows, null, deps))];
		},
	}),
};

async function findSeries({seriesId, metaId, tvMetaId}: SearchReleases, {series}: WorkerDeps): Promise<Series | null> {
	if (seriesId) {
		return series.get(seriesId);
	}
	return metaId ? series.findByMetaId(metaId) : series.findByTvMetaId(tvMetaId ?? 0);
}

async function providerId({metaId, tvMetaId}: SearchReleases, {metadata}: WorkerDeps, signal: AbortSignal): Promise<number> {
	const found = metaId ?? (await metadata.findByTvMetaId(tvMetaId ?? 0, signal));
	if (!found) {
		throw new NotFound('title_not_found_at_provider', 'The metadata provider has no such series. Check the id.');
	}
	return found;
}

async function idsOfSeason(series: Series, seasonNumber: number, {episodes}: WorkerDeps): Promise<Set<string>> {
	const ofSeason = await episodes.ofSeason(series.id, seasonNumber);
	if (ofSeason.length === 0) {
		throw new NotFound('season_not_found', `${series.title} has no episodes in season ${seasonNumber}.`);
	}
	return new Set(ofSeason.map(({id}) => id));
}
