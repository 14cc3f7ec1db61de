import type {RouteDeps} from '#api/services.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {addMovie} from '#shared/jobs/refresh/add-movie.ts';
import {addSeries} from '#shared/jobs/refresh/add-series.ts';

/** How long the caller waits for the metadata provider, in milliseconds. */
const addLimitMs = 15_000;

export interface TitleWish {
	library: Library;
	metaId: number;
	/** Path of the library's root folder. */
	root: string;
}

/** The movie with this provider id; adds it to the library if it is new. */
export async function ensureMovie({library, metaId, root}: TitleWish, {movies, jobs}: RouteDeps): Promise<Movie> {
	const known = await movies.findByMetaId(metaId);
	if (known) {
		return known;
	}
	const {id} = await jobs.ask(addMovie, {...choiceOf(library, metaId, root), minimumAvailability: 'released'}, {timeoutMs: addLimitMs});
	return movies.get(id);
}

/** The series with this provider id; adds it to the library if it is new. */
export async function ensureSeries({library, metaId, root}: TitleWish, {series, jobs}: RouteDeps): Promise<Series> {
	const known = await series.findByMetaId(metaId);
	if (known) {
		return known;
	}
	const {id} = await jobs.ask(
		addSeries,
		{...choiceOf(library, metaId, root), seasonFolder: true, seasonOptions: []},
		{timeoutMs: addLimitMs},
	);
	return series.get(id);
}

function choiceOf({id, monitored, qualityProfileId}: Library, metaId: number, root: string) {
	return {metaId, rootFolderPath: root, monitored, searchOnAdd: false, qualityProfileId, libraryId: id};
}
