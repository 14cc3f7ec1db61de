import type {Episode} from '../media/library-episode.ts';
import type {Series} from '../media/library-series.ts';
import type {Movie} from '../media/movie.ts';
import type {LibraryFields} from '../media/title.ts';
import type {AppTitle, NotifiedEpisode, NotifiedTitle} from './message.ts';

type Named<Title extends Movie | Series> = Pick<Title, 'id' | 'title' | 'year' | 'metaId' | 'imdbId' | 'posterUrl'>;
type Labelled = Pick<LibraryFields, 'libraryId' | 'tags'>;
type Numbered = Pick<LibraryFields, 'path'> & {number?: number};
type Listed = Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber' | 'title'>;

export function notifiedMovie(movie: Named<Movie>): NotifiedTitle {
	return {type: 'movie', ...notified(movie), episodes: []};
}

export function notifiedSeries(series: Named<Series>, episodes: readonly Listed[]): NotifiedTitle {
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
	/** Only for receivers that were made for Radarr and Sonarr. */
	app?: Pick<AppTitle, 'number' | 'path' | 'tvdbId'>;
}

export function removedMovie(movie: Named<Movie> & Labelled & Numbered): RemovedTitle {
	return {...notifiedMovie(movie), ...placed(movie, null)};
}

export function removedSeries(series: Named<Series> & Labelled & Numbered & Pick<Series, 'tvMetaId'>): RemovedTitle {
	return {...notifiedSeries(series, []), ...placed(series, series.tvMetaId)};
}

function placed({libraryId, tags, path, number = 0}: Labelled & Numbered, tvdbId: number | null): Partial<RemovedTitle> {
	return {libraryId, tags, app: {number, path, tvdbId}};
}

export function notifiedEpisode({id, seasonNumber, episodeNumber, title}: Listed): NotifiedEpisode {
	return {id, seasonNumber, episodeNumber, title};
}
