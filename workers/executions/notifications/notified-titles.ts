import type {NotifiedTitle} from '#shared/domain/notifications/message.ts';
import {notifiedMovie, notifiedSeries} from '#shared/domain/notifications/notified-title.ts';
import type {UnnotifiedEntry} from '#shared/store/downloads/history-schema.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Of a pack; more would make messages too large for many receivers. */
const maxEpisodes = 100;

type Deps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes'>;

/** The library titles of these history entries, read at once. */
export async function readNotifiedTitles(
	entries: readonly UnnotifiedEntry[],
	deps: Deps,
): Promise<(entry: UnnotifiedEntry) => NotifiedTitle | null> {
	const movies = byId(await deps.movies.getMany(entries.flatMap(({movieId}) => movieId ?? [])));
	const series = byId(await deps.series.getMany(entries.flatMap(({seriesId}) => seriesId ?? [])));
	const episodes = byId(await deps.episodes.getMany(entries.flatMap(({episodeIds}) => episodeIds.slice(0, maxEpisodes))));
	return entry => {
		const {movieId, seriesId, episodeIds} = entry;
		const movie = movieId && movies.get(movieId);
		const show = seriesId && series.get(seriesId);
		if (movie) {
			return notifiedMovie(movie);
		}
		if (show) {
			return notifiedSeries(
				show,
				episodeIds.slice(0, maxEpisodes).flatMap(each => episodes.get(each) ?? []),
			);
		}
		return entry.media ?? whatIsLeft(entry);
	};
}

/** All that is known of a title that is no longer in the library. */
function whatIsLeft({event, title, movieId, seriesId, data}: UnnotifiedEntry): NotifiedTitle | null {
	const id = movieId ?? seriesId;
	// An entry about a deleted file is named after its title, but one about an upgrade after the file.
	const isNamed = event === 'fileDeleted' && data['reason'] !== 'upgrade';
	const known = {title: isNamed ? title : null, year: null, tmdbId: null, imdbId: null, episodes: []};
	return id ? {...known, type: movieId ? 'movie' : 'series', id} : null;
}

function byId<T extends {id: string}>(records: readonly T[]): Map<string, T> {
	return new Map(records.map(record => [record.id, record]));
}
