import type {Decision} from '#shared/domain/decisions/decide.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {TaggedTitle} from '#shared/domain/media/tags.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {NotFound} from '#shared/errors.ts';
import type {SearchReleases, SearchSubject, SeriesName} from '#shared/jobs/search.ts';
import {taggedTitle} from '../library/tagged-title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {byHand} from './collect-facts.ts';
import {decideMovieReleases, decideSeriesReleases, divideReleases, type JudgeDeps} from './judge-releases.ts';
import {episodeCriteria, movieCriteria, seriesCriteria} from './search-criteria.ts';

/** What the indexers are asked for, and how their answers are judged. */
interface SearchTarget {
	/** The same in different numbers, of which each is asked for. */
	criteria: readonly SearchCriteria[];
	/** Whether a whole season is wanted. */
	wholeSeason: boolean;
	/** The title or copies whose indexers are asked; undefined for one that we do not have. */
	title?: TaggedTitle | readonly TaggedTitle[];
	hasCopies?: boolean;
	decide(releases: readonly FoundRelease[]): Promise<Decision[]>;
}

export type TargetDeps = JudgeDeps & Pick<WorkerDeps, 'metadata' | 'libraries'>;

type Asked<Kind extends SearchSubject['kind']> = Extract<SearchSubject, {kind: Kind}>;

interface TargetOptions {
	categories: number[] | null;
	limit: number;
	libraryId?: string | undefined;
	signal: AbortSignal;
}

/** Throws NotFound when the title is neither in the library nor at the provider. */
export async function findSearchTarget({subject, ...rest}: SearchReleases, deps: TargetDeps, signal: AbortSignal): Promise<SearchTarget> {
	const options = {...rest, signal};
	switch (subject.kind) {
		case 'movie':
			return movieTarget(subject, options, deps);
		case 'tv':
			return seriesTarget(subject, options, deps);
		case 'episode':
			return episodeTarget(subject, options, deps);
		case 'manual':
			return manualTarget(subject, options, deps);
	}
}

async function movieTarget(
	{movie: name}: Asked<'movie'>,
	{categories, libraryId, signal}: TargetOptions,
	deps: TargetDeps,
): Promise<SearchTarget> {
	const {movies, metadata} = deps;
	const copies = 'id' in name ? [await movies.get(name.id)] : inLibrary(await movies.findCopies(name.metaId), libraryId);
	const known = copies[0] ?? ('metaId' in name ? await metadata.movie(name.metaId, signal) : null);
	if (!known) {
		throw new NotFound('movie_not_found', 'The library has no such movie.');
	}
	return {
		criteria: [movieCriteria(known, categories)],
		wholeSeason: false,
		...(await titlesOf(copies, deps)),
		hasCopies: (await movies.copiesOf([known.metaId])).length > 1,
		decide: releases => decideMovieReleases(releases, {wanted: copies.length > 0 ? copies : null, ...byHand}, deps),
	};
}

const inLibrary = <Title extends {libraryId: string | null}>(copies: readonly Title[], libraryId: string | undefined): Title[] =>
	copies.filter(copy => libraryId === undefined || copy.libraryId === libraryId);

/** The titles whose indexers are asked. */
async function titlesOf(
	copies: readonly (Movie | Series)[],
	deps: Pick<WorkerDeps, 'libraries'>,
): Promise<{title?: TaggedTitle | readonly TaggedTitle[]}> {
	const [title, ...others] = await Promise.all(copies.map(copy => taggedTitle(copy, deps)));
	return title ? {title: others.length > 0 ? [title, ...others] : title} : {};
}

async function seriesTarget(
	{series: name, seasonNumber}: Asked<'tv'>,
	{categories, libraryId, signal}: TargetOptions,
	deps: TargetDeps,
): Promise<SearchTarget> {
	const copies = inLibrary(await findSeries(name, deps), 'id' in name ? undefined : libraryId);
	const known = copies[0] ?? (await deps.metadata.series(await providerId(name, deps, signal), signal));
	const ofCopies = seasonNumber === null ? [] : await Promise.all(copies.map(copy => episodesOfSeason(copy, seasonNumber, deps)));
	const isSeason = seasonNumber !== null && copies.length > 0;
	return {
		criteria: seriesCriteria(known, seasonNumber, {categories, wanted: ofCopies[0] ?? []}),
		wholeSeason: seasonNumber !== null,
		...(await titlesOf(copies, deps)),
		hasCopies: (await deps.series.copiesOf([known.metaId])).length > 1,
		decide: releases => {
			const episodeIds = isSeason ? new Set(ofCopies.flat().map(({id}) => id)) : null;
			return decideSeriesReleases(releases, {wanted: copies.length > 0 ? copies : null, episodeIds, ...byHand}, deps);
		},
	};
}

async function episodeTarget(
	{seriesId, seasonNumber, episodeNumber}: Asked<'episode'>,
	{categories}: TargetOptions,
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
		hasCopies: (await deps.series.copiesOf([series.metaId])).length > 1,
		decide: releases => decideSeriesReleases(releases, {wanted: [series], episodeIds: new Set([episode.id]), ...byHand}, deps),
	};
}

function manualTarget({query}: Asked<'manual'>, {categories, limit, libraryId}: TargetOptions, deps: TargetDeps): SearchTarget {
	return {
		criteria: [{kind: 'text', query, categories, limit, media: null}],
		wholeSeason: false,
		async decide(releases) {
			const {shows, films} = await divideReleases(releases);
			const any = {wanted: null, libraryId, ...byHand};
			return [...(await decideMovieReleases(films, any, deps)), ...(await decideSeriesReleases(shows, {...any, episodeIds: null}, deps))];
		},
	};
}

async function findSeries(name: SeriesName, {series}: Pick<WorkerDeps, 'series'>): Promise<Series[]> {
	if ('id' in name) {
		return [await series.get(name.id)];
	}
	const metaId = 'metaId' in name ? name.metaId : (await series.findByTvMetaId(name.tvMetaId))?.metaId;
	return metaId === undefined ? [] : series.findCopies(metaId);
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
