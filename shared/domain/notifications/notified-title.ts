import type {Episode} from '../media/library-episode.ts';
import type {Movie} from '../media/library-movie.ts';
import type {Series} from '../media/library-series.ts';
import type {NotifiedEpisode, NotifiedTitle} from './message.ts';

type Named<Title extends Movie | Series> = Pick<Title, 'id' | 'title' | 'year' | 'metaId' | 'imdbId'>;
type Numbered = Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber' | 'title'>;

export function notifiedMovie({id, title, year, metaId, imdbId}: Named<Movie>): NotifiedTitle {
	return {type: 'movie', id, title, year, tmdbId: metaId, imdbId, episodes: []};
}

export function notifiedSeries({id, title, year, metaId, imdbId}: Named<Series>, episodes: readonly Numbered[]): NotifiedTitle {
	return {type: 'series', id, title, year, tmdbId: metaId, imdbId, episodes: episodes.map(notifiedEpisode)};
}

export function notifiedEpisode({id, seasonNumber, episodeNumber, title}: Numbered): NotifiedEpisode {
	return {id, seasonNumber, episodeNumber, title};
}
