import type {MovieSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';

/** Releases requested from each indexer. */
const wantedReleases = 300;

export function movieCriteria(
	{title, originalTitle, alternativeTitles, year, imdbId, metaId}: MovieDetails,
	categories: number[] | null = null,
): MovieSearch {
	return {kind: 'movie', title, titles: [originalTitle, ...alternativeTitles], year, imdbId, metaId, categories, limit: wantedReleases};
}
