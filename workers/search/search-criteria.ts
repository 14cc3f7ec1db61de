import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {MovieSearch, SearchCriteria, SeriesToFind, ShowSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {earlierYear, type MovieDetails} from '#shared/domain/media/movie.ts';
import {releaseNumberOf} from '#shared/domain/media/other-numbers.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FoundSoFar, WantedReleases, WorkerDeps} from '../runtime/deps.ts';

/** Releases requested from each indexer. */
const requestedReleases = 300;

const limits = (categories: number[] | null) => ({categories, limit: requestedReleases});

export function movieCriteria(movie: MovieDetails, categories: number[] | null = null): MovieSearch {
	const {title, originalTitle, alternativeTitles, year, imdbId, metaId} = movie;
	const titles = [originalTitle, ...alternativeTitles];
	return {kind: 'movie', title, titles, year, earlierYear: earlierYear(movie), imdbId, metaId, ...limits(categories)};
}

type Known = Pick<SeriesDetails, 'title' | 'originalTitle' | 'alternativeTitles' | 'year' | 'tvMetaId' | 'metaId' | 'imdbId' | 'type'> &
	Pick<Series, 'releaseNumbering'>;
type Asked = Pick<Episode, 'seasonNumber' | 'episodeNumber' | 'absoluteEpisodeNumber' | 'numbers' | 'airDate'>;

/** A season here has rarely more seasons elsewhere; each is one query. */
const maxSeasons = 6;

/**
 * The search criteria for a whole series or one of its seasons: the seasons that its wanted episodes belong to in the
 * numbers of releases, and our own season.
 */
export function seriesCriteria(
	series: Known,
	seasonNumber: number | null,
	{categories = null, wanted = []}: {categories?: number[] | null; wanted?: readonly Asked[]} = {},
): ShowSearch[] {
	const asked = {series: toFind(series), ...limits(categories)};
	if (seasonNumber === null) {
		return [{kind: 'series', ...asked}];
	}
	const seasons = new Set([...wanted.map(episode => releaseNumberOf(episode, series.releaseNumbering).season), seasonNumber]);
	return [...seasons].slice(0, maxSeasons).map(season => ({kind: 'season', season, ...asked}));
}

/**
 * The search criteria for one episode, depending on how its type of series is released: in the numbers of releases, and
 * in our own if these differ.
 */
export function episodeCriteria(series: Known, episode: Asked, categories: number[] | null = null): ShowSearch[] {
	const {seasonNumber: season, episodeNumber, absoluteEpisodeNumber, airDate} = episode;
	const asked = {series: toFind(series), ...limits(categories)};
	if (series.type === 'daily' && airDate !== null && season > 0) {
		return [{kind: 'daily', airDate, ...asked}];
	}
	const own = {season, episode: episodeNumber, absolute: absoluteEpisodeNumber};
	const released = releaseNumberOf(episode, series.releaseNumbering);
	const isOwn = released.season === season && released.episode === episodeNumber;
	return (isOwn ? [released] : [released, own]).map(number => {
		const absoluteEpisode = number.absolute ?? absoluteEpisodeNumber;
		return series.type === 'anime' && absoluteEpisode !== null
			? {kind: 'anime', absoluteEpisode, season: number.season, episode: number.episode, ...asked}
			: {kind: 'episode', season: number.season, episode: number.episode, ...asked};
	});
}

function toFind({title, originalTitle, alternativeTitles, year, tvMetaId, metaId, imdbId}: Known): SeriesToFind {
	return {title, titles: [originalTitle, ...alternativeTitles], year, tvMetaId, metaId, imdbId};
}

interface Found {
	releases: FoundRelease[];
	indexerResults: IndexerResult[];
}

/** Searches once for each of the criteria, which are the same episodes in different numbers. */
export async function searchByNumbers(
	{criteria, onAnswer, ...wanted}: Omit<WantedReleases, 'criteria'> & {criteria: readonly SearchCriteria[]},
	signal: AbortSignal,
	{searchIndexers}: Pick<WorkerDeps, 'searchIndexers'>,
): Promise<Found> {
	const soFar: (() => FoundSoFar)[] = [];
	const join = () => {
		const begun = soFar.flatMap(read => read?.() ?? []);
		const asking = new Map(begun.flatMap(each => each.asking).map(each => [each.id, each]));
		const {releases, indexerResults} = merge(begun);
		return {releases, indexerResults: indexerResults.filter(({indexerId}) => !asking.has(indexerId)), asking: [...asking.values()]};
	};
	const tellOf = (index: number) => (found: () => FoundSoFar) => {
		soFar[index] = found;
		onAnswer?.(join);
	};
	const found = await Promise.all(
		criteria.map((each, index) => searchIndexers({...wanted, criteria: each, ...(onAnswer && {onAnswer: tellOf(index)})}, signal)),
	);
	const [only, ...others] = found;
	return only && others.length === 0 ? only : merge(found);
}

/** Each release once, and one result for each indexer, which has answered if it did so once. */
function merge(found: readonly Found[]): Found {
	const releases = new Map<string, FoundRelease>();
	const results = new Map<string, IndexerResult>();
	for (const release of found.flatMap(each => each.releases)) {
		const key = `${release.indexerId}\n${release.guid}`;
		releases.set(key, releases.get(key) ?? release);
	}
	for (const result of found.flatMap(each => each.indexerResults)) {
		const before = results.get(result.indexerId);
		const better = before && before.status === 'ok' ? before : result;
		results.set(result.indexerId, {...better, resultCount: (before?.resultCount ?? 0) + result.resultCount});
	}
	return {releases: [...releases.values()], indexerResults: [...results.values()]};
}
