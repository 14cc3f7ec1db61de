import type {ToldTitle} from '#shared/domain/notifications/message.ts';
import {toldMovie, toldSeries} from '#shared/domain/notifications/told-title.ts';
import type {UntoldEntry} from '#shared/store/downloads/history.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Of a pack; more would make messages too large for many receivers. */
const mostEpisodes = 100;

type Deps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes'>;

/** The library titles of these history entries, read at once. */
export async function readToldTitles(entries: readonly UntoldEntry[], deps: Deps): Promise<(entry: UntoldEntry) => ToldTitle | null> {
	const movies = byId(await deps.movies.getMany(entries.flatMap(({movieId}) => movieId ?? [])));
	const series = byId(await deps.series.getMany(entries.flatMap(({seriesId}) => seriesId ?? [])));
	const episodes = byId(await deps.episodes.getMany(entries.flatMap(({episodeIds}) => episodeIds.slice(0, mostEpisodes))));
	return ({movieId, seriesId, episodeIds, media}) => {
		const movie = movieId && movies.get(movieId);
		const show = seriesId && series.get(seriesId);
		if (movie) {
			return toldMovie(movie);
		}
		if (show) {
			return toldSeries(
				show,
				episodeIds.slice(0, mostEpisodes).flatMap(each => episodes.get(each) ?? []),
			);
		}
		const id = movieId ?? seriesId;
		return media ?? (id ? {...leftLibrary, type: movieId ? 'movie' : 'series', id} : null);
	};
}

/** All that is known of a title that is no longer in the library. */
const leftLibrary = {title: null, year: null, tmdbId: null, imdbId: null, episodes: []};

function byId<T extends {id: string}>(records: readonly T[]): Map<string, T> {
	return new Map(records.map(record => [record.id, record]));
}
