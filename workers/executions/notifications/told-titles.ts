import type {ToldTitle} from '#shared/domain/notifications/message.ts';
import type {HistoryEntry} from '#shared/store/downloads/history.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Of a pack; more would make messages too large for many receivers. */
const mostEpisodes = 100;

type Deps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes'>;

/** The library titles of these history entries, read at once. */
export async function readToldTitles(entries: readonly HistoryEntry[], deps: Deps): Promise<(entry: HistoryEntry) => ToldTitle | null> {
	const movies = byId(await deps.movies.getMany(entries.flatMap(({movieId}) => movieId ?? [])));
	const series = byId(await deps.series.getMany(entries.flatMap(({seriesId}) => seriesId ?? [])));
	const episodes = byId(await deps.episodes.getMany(entries.flatMap(({episodeIds}) => episodeIds.slice(0, mostEpisodes))));
	return ({event, title, movieId, seriesId, episodeIds}) => {
		const id = movieId ?? seriesId;
		if (!id) {
			return null;
		}
		const found = movieId ? movies.get(id) : series.get(id);
		const told = episodeIds.slice(0, mostEpisodes).flatMap(each => episodes.get(each) ?? []);
		return {
			type: movieId ? 'movie' : 'series',
			id,
			// The entry about a deleted file is named after its title, which may be gone with it.
			title: found?.title ?? (event === 'fileDeleted' ? title : null),
			year: found?.year ?? null,
			tmdbId: found?.metaId ?? null,
			imdbId: found?.imdbId ?? null,
			episodes: told.map(episode => ({
				id: episode.id,
				seasonNumber: episode.seasonNumber,
				episodeNumber: episode.episodeNumber,
				title: episode.title,
			})),
		};
	};
}

function byId<T extends {id: string}>(records: readonly T[]): Map<string, T> {
	return new Map(records.map(record => [record.id, record]));
}
