import type {Episode} from '../media/library-episode.ts';
import type {Movie} from '../media/library-movie.ts';
import type {Series} from '../media/library-series.ts';
import type {ToldEpisode, ToldTitle} from './message.ts';

type Named<Title extends Movie | Series> = Pick<Title, 'id' | 'title' | 'year' | 'metaId' | 'imdbId'>;
type Numbered = Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber' | 'title'>;

export function toldMovie({id, title, year, metaId, imdbId}: Named<Movie>): ToldTitle {
	return {type: 'movie', id, title, year, tmdbId: metaId, imdbId, episodes: []};
}

export function toldSeries({id, title, year, metaId, imdbId}: Named<Series>, episodes: readonly Numbered[]): ToldTitle {
	return {type: 'series', id, title, year, tmdbId: metaId, imdbId, episodes: episodes.map(toldEpisode)};
}

export function toldEpisode({id, seasonNumber, episodeNumber, title}: Numbered): ToldEpisode {
	return {id, seasonNumber, episodeNumber, title};
}
