import type {RouteDeps} from '#api/services.ts';
import {integerOrNull, oneOf, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** A title of the library as lists of other things name it. */
interface NamedTitle {
	kind: 'movie' | 'series';
	id: string;
	title: string;
	year: number | null;
	posterUrl: string | null;
	/** Such as S01E02. */
	episodes: string[];
}

export interface Concerning {
	movieId: string | null;
	seriesId: string | null;
	episodeIds?: readonly string[];
}

/** Episodes that are named one by one. */
const maxEpisodes = 10;

export const namedTitle = viewOf<NamedTitle>()(
	{
		kind: oneOf(['movie', 'series']).description('What it is.'),
		id: text,
		title: text,
		year: integerOrNull,
		posterUrl: textOrNull,
		episodes: texts.description('The first ten episodes that are meant, such as S01E02; empty for a movie.'),
	},
	'NamedTitle',
);

/** The library titles of these rows, read at once. The answer is null for a title that has left the library. */
export async function namedTitles(
	rows: readonly Concerning[],
	{movies, series, episodes, images}: Pick<RouteDeps, 'movies' | 'series' | 'episodes' | 'images'>,
): Promise<(row: Concerning) => NamedTitle | null> {
	const ids = (some: readonly (string | null)[]) => [...new Set(some.filter(id => id !== null))];
	const episodeIds = ids(rows.flatMap(row => (row.episodeIds ?? []).slice(0, maxEpisodes)));
	const [ownMovies, ownSeries, ownEpisodes] = await Promise.all([
		movies.getMany(ids(rows.map(({movieId}) => movieId))),
		series.getMany(ids(rows.map(({seriesId}) => seriesId))),
		episodeIds.length > 0 ? episodes.getMany(episodeIds) : [],
	]);
	const titles = new Map([...ownMovies, ...ownSeries].map(each => [each.id, each]));
	const codes = new Map(ownEpisodes.map(({id, ...numbers}) => [id, codeOf(numbers)]));
	return ({movieId, seriesId, episodeIds = []}) => {
		const found = titles.get(movieId ?? seriesId ?? '');
		return found
			? {
					kind: movieId === null ? 'series' : 'movie',
					id: found.id,
					title: found.title,
					year: found.year,
					posterUrl: images.shown(found.posterUrl),
					episodes: episodeIds.slice(0, maxEpisodes).flatMap(id => codes.get(id) ?? []),
				}
			: null;
	};
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const codeOf = ({seasonNumber, episodeNumber}: {seasonNumber: number; episodeNumber: number}) =>
	`S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`;
