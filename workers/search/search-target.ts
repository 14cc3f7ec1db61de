import type {Decision} from '#shared/domain/decisions/decide.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {TaggedTitle} from '#shared/domain/media/tags.ts';
import {divideReleases} from '#shared/domain/release/guess-mode.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {NotFound} from '#shared/errors.ts';
import type {SearchReleases, SearchSubject, SeriesName} from '#shared/jobs/search.ts';
import {taggedTitle} from '../library/tagged-title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {byHand} from './collect-facts.ts';
import {decideMovieReleases, decideSeriesReleases, type JudgeDeps} from './judge-releases.ts';
import {episodeCriteria, movieCriteria, seriesCriteria} from './search-criteria.ts';

/** What the indexers are asked for, and how their answers are judged. */
interface SearchTarget {
	/** The same in different numbers, of which each is asked for. */
	criteria: readonly SearchCriteria[];
	/** Whether a whole season is wanted. */
	wholeSeason: boolean;
	/** The title whose indexers are asked; undefined for one that we do not have. */
	title?: TaggedTitle;
	decide(releases: readonly FoundRelease[]): Promise<Decision[]>;
}

export type TargetDeps = JudgeDeps & Pick<WorkerDeps, 'metadata' | 'libraries'>;

type Asked<Kind extends SearchSubject['kind']> = Extract<SearchSubject, {kind: Kind}>;

interface Circumstances {
	categories: number[] | null;
	limit: number;
	signal: AbortSignal;
}

/** Throws NotFound when the title is neither in the library nor at the provider. */
export async function findSearchTarget({subject, ...rest}: SearchReleases, deps: TargetDeps, signal: AbortSignal): Promise<SearchTarget> {
	const circumstances = {...rest, signal};
	switch (subject.kind) {
		case 'movie':
			return movieTarget(subject, circumstances, deps);
		case 'tv':
			return seriesTarget(subject, circumstances, deps);
		case 'episode':
			return episodeTarget(subject, circumstances, deps);
		case 'manual':
			return manualTarget(subject, circumstances, deps);
	}
}

async function movieTarget({movie: name}: Asked<'movie'>, {categories, signal}: Circumstances, deps: TargetDeps): Promise<SearchTarget> {
	const {movies, metadata} = deps;
	const movie = 'id' in name ? await movies.get(name.id) : await movies.findByMetaId(name.metaId);
	const known = movie ?? ('metaId' in name ? await metadata.movie(name.metaId, signal) : null);
	if (!known) {
		throw new NotFound('movie_not_found', 'The library has no such movie.');
	}
	return {
		criteria: [movieCriteria(known, categories)],
		wholeSeason: false,
		...(movie && {title: await taggedTitle(movie, deps)}),
		decide: releases => decideMovieReleases(releases, {wanted: movie, ...byHand}, deps),
	};
}

async function seriesTarget(
	{series: name, seasonNumber}: Asked<'tv'>,
	{categories, signal}: Circumstances,
	deps: TargetDeps,
): Promise<SearchTarget> {
	const series = await findSeries(name, deps);
	const known = series ?? (await deps.metadata.series(await providerId(name, deps, signal), signal));
	const wanted = series && seasonNumber !== null ? await episodesOfSeason(series, seasonNumber, deps) : null;
	const episodeIds = wanted && new Set(wanted.map(({id}) => id));
	return {
		criteria: seriesCriteria(known, seasonNumber, {categories, wanted: wanted ?? []}),
		wholeSeason: seasonNumber !== null,
		...(series && {title: await taggedTitle(series, deps)}),
		decide: releases => decideSeriesReleases(releases, {series, episodeIds, ...byHand}, deps),
	};
}

async function episodeTarget(
	{seriesId, seasonNumber, episodeNumber}: Asked<'episode'>,
	{categories}: Circumstances,
	deps: TargetDeps,
): Promise<SearchTarget> {
	const series = await deps.series.get(seriesId);
	const ofSeason = await deps.episodes.ofSeason(series.id, seasonNumber);
	const episode = ofSeason.find(each => each.episodeNumber === episodeNumber);
	if (!episode) {
		throw new NotFound('episode_not_found', `${series.title} has no episode ${episodeNumber} in season ${seasonNumber}.`);
	}
	return {
		criteria: episodeCriteria(series, episode, categories),
		wholeSeason: false,
		title: await taggedTitle(series, deps),
		decide: releases => decideSeriesReleases(releases, {series, episodeIds: new Set([episode.id]), ...byHand}, deps),
	};
}

function manualTarget({query}: Asked<'manual'>, {categories, limit}: Circumstances, deps: TargetDeps): SearchTarget {
	return {
		criteria: [{kind: 'text', query, categories, limit, media: null}],
		wholeSeason: false,
		async decide(releases) {
			const {shows, films} = divideReleases(releases);
			const anySeries = {series: null, episodeIds: null, ...byHand};
			return [
				...(await decideMovieReleases(films, {wanted: null, ...byHand}, deps)),
				...(await decideSeriesReleases(shows, anySeries, deps)),
			];
		},
	};
}

async function findSeries(name: SeriesName, {series}: Pick<WorkerDeps, 'series'>): Promise<Series | null> {
	if ('id' in name) {
		return series.get(name.id);
	}
	return 'metaId' in name ? series.findByMetaId(name.metaId) : series.findByTvMetaId(name.tvMetaId);
}

async function providerId(name: SeriesName, {metadata}: Pick<WorkerDeps, 'metadata'>, signal: AbortSignal): Promise<number> {
	const found = 'tvMetaId' in name ? await metadata.findByTvMetaId(name.tvMetaId, signal) : 'metaId' in name ? name.metaId : null;
	if (!found) {
		throw new NotFound('title_not_found_at_provider', 'The metadata provider has no such series. Check the id.');
	}
	return found;
}

async function episodesOfSeason(series: Series, seasonNumber: number, {episodes}: Pick<WorkerDeps, 'episodes'>): Promise<Episode[]> {
	const ofSeason = await episodes.ofSeason(series.id, seasonNumber);
	if (ofSeason.length === 0) {
		throw new NotFound('season_not_found', `${series.title} has no episodes in season ${seasonNumber}.`);
	}
	return ofSeason;
}
