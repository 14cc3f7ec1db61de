import type {LibraryTitle} from '#shared/domain/matching/title-index.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';

/** What a provider would return for a made-up movie. */
export function buildMovieDetails({title, originalTitle, alternativeTitles, year, imdbId, metaId}: LibraryTitle): MovieDetails {
	return {
		metaId: metaId ?? 0,
		imdbId,
		title,
		originalTitle: originalTitle ?? title,
		originalLanguage: 'en',
		year,
		overview: `${title} was never made.`,
		tagline: null,
		website: null,
		runtime: 100,
		genres: ['Drama'],
		certification: null,
		metaRating: 7,
		metaVoteCount: 100,
		posterUrl: null,
		backdropUrl: null,
		alternativeTitles: [...alternativeTitles],
		cast: [],
		crew: [],
		images: [],
		inCinemas: null,
		digitalRelease: null,
		physicalRelease: null,
		collectionMetaId: null,
		collectionTitle: null,
	};
}
