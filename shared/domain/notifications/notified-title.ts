import type {Episode} from '../media/library-episode.ts';
import type {Series} from '../media/library-series.ts';
import type {Movie} from '../media/movie.ts';
import type {LibraryFields} from '../media/title.ts';
import type {NotifiedEpisode, NotifiedTitle} from './message.ts';

type Named<Title extends Movie | Series> = Pick<Title, 'id' | 'title' | 'year' | 'metaId' | 'imdbId' | 'posterUrl'>;
type Labelled = Pick<LibraryFields, 'libraryId' | 'tags'>;
type Numbered = Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber' | 'title'>;

export function notifiedMovie(movie: Named<Movie>): NotifiedTitle {
	return {type: 'movie', ...notified(movie), episodes: []};
}

export function notifiedSeries(series: Named<Series>, episodes: readonly Numbered[]): NotifiedTitle {
	return {type: 'series', ...notified(series), episodes: episodes.map(notifiedEpisode)};
}

function notified({id, title, year, metaId, imdbId, posterUrl}: Named<Movie | Series>) {
	return {id, title, year, tmdbId: metaId, imdbId, ...(posterUrl && {posterUrl})};
}

/** What is known of a title that is deleted before its files: for messages, and to find their receivers. */
export interface RemovedTitle extends Omit<NotifiedTitle, 'library' | 'app'> {
	/** Missing in jobs and entries of earlier versions. */
	libraryId?: string | null;
	tags?: string[];
}

export function removedMovie(movie: Named<Movie> & Labelled): RemovedTitle {
	return {...notifiedMovie(movie), libraryId: movie.libraryId, tags: movie.tags};
}

export function removedSeries(series: Named<Series> & Labelled): RemovedTitle {
	return {...notifiedSeries(series, []), libraryId: series.libraryId, tags: series.tags};
}

export function notifiedEpisode({id, seasonNumber, episodeNumber, title}: Numbered): NotifiedEpisode {
	return {id, seasonNumber, episodeNumber, title};
}
