import {type TaggedTitle, untagged} from '#shared/domain/media/tags.ts';
import type {NotifiedTitle} from '#shared/domain/notifications/message.ts';
import {notifiedMovie, notifiedSeries, type RemovedTitle} from '#shared/domain/notifications/notified-title.ts';
import type {UnnotifiedEntry} from '#shared/store/downloads/history-schema.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Of a pack; more would make messages too large for many receivers. */
const maxEpisodes = 100;

type Deps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes' | 'libraries'>;

/** What a message says about a title, and the tags that decide who receives it. */
interface Concerned {
	media: NotifiedTitle | null;
	tagged: TaggedTitle;
}

/** The library titles of these history entries, read at once. */
export async function readNotifiedTitles(entries: readonly UnnotifiedEntry[], deps: Deps): Promise<(entry: UnnotifiedEntry) => Concerned> {
	const libraries = byId(await deps.libraries.list());
	const movies = byId(await deps.movies.getMany(entries.flatMap(({movieId}) => movieId ?? [])));
	const series = byId(await deps.series.getMany(entries.flatMap(({seriesId}) => seriesId ?? [])));
	const episodes = byId(await deps.episodes.getMany(entries.flatMap(({episodeIds}) => episodeIds.slice(0, maxEpisodes))));
	const works = [...(await copiesOf(movies, deps.movies)), ...(await copiesOf(series, deps.series))];
	/** The library of a title that several have. */
	const libraryOf = ({id, libraryId}: {id: string; libraryId: string | null}) => {
		const name = works.some(ids => ids.has(id)) ? libraries.get(libraryId ?? '')?.name : undefined;
		return name === undefined ? {} : {library: name};
	};
	const taggedOf = ({libraryId = null, tags = []}: Pick<RemovedTitle, 'libraryId' | 'tags'>) => ({
		library: libraries.get(libraryId ?? '') ?? null,
		labels: tags,
	});
	return entry => {
		const {movieId, seriesId, episodeIds} = entry;
		const movie = movieId && movies.get(movieId);
		const show = seriesId && series.get(seriesId);
		if (movie) {
			return {media: {...notifiedMovie(movie), ...libraryOf(movie)}, tagged: taggedOf(movie)};
		}
		if (show) {
			const held = episodeIds.slice(0, maxEpisodes).flatMap(each => episodes.get(each) ?? []);
			return {media: {...notifiedSeries(show, held), ...libraryOf(show)}, tagged: taggedOf(show)};
		}
		if (entry.media) {
			const {libraryId, tags, ...media} = entry.media;
			return {media, tagged: taggedOf(entry.media)};
		}
		return {media: whatIsLeft(entry), tagged: untagged};
	};
}

/** The ids of the titles of each work that has several. */
async function copiesOf(
	titles: ReadonlyMap<string, {metaId: number}>,
	store: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
): Promise<Set<string>[]> {
	const copies = await store.copiesOf([...new Set([...titles.values()].map(({metaId}) => metaId))]);
	const works = Map.groupBy(copies, ({metaId}) => metaId).values();
	return [...works].filter(rows => rows.length > 1).map(rows => new Set(rows.map(({id}) => id)));
}

/** All that is known of a title that is no longer in the library. */
function whatIsLeft({event, title, movieId, seriesId, data}: UnnotifiedEntry): NotifiedTitle | null {
	const id = movieId ?? seriesId;
	// An entry about a deleted file is named after its title, but one about an upgrade after the file.
	const isNamed = event === 'fileDeleted' && data['reason'] !== 'upgrade' && data['reason'] !== 'replacedByPerson';
	const known = {title: isNamed ? title : null, year: null, tmdbId: null, imdbId: null, episodes: []};
	return id ? {...known, type: movieId ? 'movie' : 'series', id} : null;
}

function byId<T extends {id: string}>(records: readonly T[]): Map<string, T> {
	return new Map(records.map(record => [record.id, record]));
}
