import {askProvider} from '#api/http/asks/ask-provider.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {addMovie, addSeries} from '#shared/jobs/refresh.ts';

export interface TitleWish {
	library: Library;
	metaId: number;
	/** Path of the library's root folder. */
	root: string;
}

/** The movie with this provider id; adds it to the library if it is new. */
export async function ensureMovie({library, metaId, root}: TitleWish, deps: RouteDeps): Promise<Movie> {
	const known = await deps.movies.findByMetaId(metaId);
	if (known) {
		return known;
	}
	const payload = {...choiceOf(library, metaId, root), minimumAvailability: 'released' as const};
	const {id} = await askProvider(deps, addMovie, {payload, about: 'title'});
	return deps.movies.get(id);
}

/** The series with this provider id; adds it to the library if it is new. */
export async function ensureSeries({library, metaId, root}: TitleWish, deps: RouteDeps): Promise<Series> {
	const known = await deps.series.findByMetaId(metaId);
	if (known) {
		return known;
	}
	const payload = {...choiceOf(library, metaId, root), seasonFolder: true, seasonOptions: []};
	const {id} = await askProvider(deps, addSeries, {payload, about: 'series'});
	return deps.series.get(id);
}

function choiceOf({id, monitored, qualityProfileId}: Library, metaId: number, root: string) {
	return {metaId, rootFolderPath: root, monitored, searchOnAdd: false, qualityProfileId, libraryId: id};
}
