import type {RouteDeps} from '#api/services.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {type FaceRoute, faceRoute, shown} from './faces.ts';
import {covers} from './shelf.ts';
import {idOf} from './tables.ts';
import {notFound} from './wire.ts';

/** Room for the titles of one movie in their ids, which are made of the number of the movie. */
const room = 1000;

/** Other titles of movies. Sonarr tells them only with the series. */
export function otherTitleRoutes(deps: RouteDeps): FaceRoute[] {
	async function titlesOf(number: number, shelf: Parameters<typeof covers>[0]) {
		const movie = await deps.movies.get(await idOf(deps, 'movie', number));
		if (!covers(shelf, movie.libraryId)) {
			throw notFound();
		}
		return movie.alternativeTitles.slice(0, room - 1).map((title, index) => ({
			id: number * room + index + 1,
			movieMetadataId: number,
			sourceType: 'tmdb',
			title,
			cleanTitle: foldTitle(title),
		}));
	}
	return [
		faceRoute('GET alttitle', 'movies', async ({query, shelf}) => {
			const number = query.number('movieId') ?? query.number('movieMetadataId');
			return shown(number === null ? [] : await titlesOf(number, shelf));
		}),
		faceRoute('GET alttitle/:n', 'movies', async call => {
			const number = call.number();
			const titles = await titlesOf(Math.floor(number / room), call.shelf);
			return shown(titles.find(({id}) => id === number) ?? missing());
		}),
	];
}

function missing(): never {
	throw notFound();
}
