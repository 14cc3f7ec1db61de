import type {MovieSearch, SeriesToFind, ShowSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {releaseNumberOf} from '#shared/domain/media/other-numbers.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';

/** Releases requested from each indexer. */
const requestedReleases = 300;

const limits = (categories: number[] | null) => ({categories, limit: requestedReleases});

export function movieCriteria(
	{title, originalTitle, alternativeTitles, year, imdbId, metaId}: MovieDetails,
	categories: number[] | null = null,
): MovieSearch {
	return {kind: 'movie', title, titles: [originalTitle, ...alternativeTitles], year, imdbId, metaId, ...limits(categories)};
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
