import type {MovieSearch, SeriesToFind, ShowSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
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

type Known = Pick<SeriesDetails, 'title' | 'originalTitle' | 'alternativeTitles' | 'year' | 'tvMetaId' | 'metaId' | 'imdbId' | 'type'>;
type Asked = Pick<Episode, 'seasonNumber' | 'episodeNumber' | 'absoluteEpisodeNumber' | 'airDate'>;

/** The search criteria for a whole series or one of its seasons. */
export function seriesCriteria(series: Known, seasonNumber: number | null, categories: number[] | null = null): ShowSearch {
	const asked = {series: toFind(series), ...limits(categories)};
	return seasonNumber === null ? {kind: 'series', ...asked} : {kind: 'season', season: seasonNumber, ...asked};
}

/** The search criteria for one episode, depending on how its type of series is released. */
export function episodeCriteria(series: Known, episode: Asked, categories: number[] | null = null): ShowSearch {
	const {seasonNumber: season, episodeNumber, absoluteEpisodeNumber, airDate} = episode;
	const asked = {series: toFind(series), ...limits(categories)};
	if (series.type === 'daily' && airDate !== null && season > 0) {
		return {kind: 'daily', airDate, ...asked};
	}
	if (series.type === 'anime' && absoluteEpisodeNumber !== null) {
		return {kind: 'anime', absoluteEpisode: absoluteEpisodeNumber, season, episode: episodeNumber, ...asked};
	}
	return {kind: 'episode', season, episode: episodeNumber, ...asked};
}

function toFind({title, originalTitle, alternativeTitles, year, tvMetaId, metaId, imdbId}: Known): SeriesToFind {
	return {title, titles: [originalTitle, ...alternativeTitles], year, tvMetaId, metaId, imdbId};
}
