import {askProvider} from '#api/http/asks/ask-workers.ts';
import {changeTitles} from '#api/http/change-titles.ts';
import {type AutoSearchBody, autoSearchBody, idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type References, referenceFaults} from '#api/http/references.ts';
import {
	accepted,
	added,
	changed,
	created,
	noContent,
	ok,
	okJson,
	presentPagination,
	queuedSearch,
	queuedTask,
	type Route,
	route,
	toSort,
} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob, startPromised, toPromise} from '#shared/coordination/outbox.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {notifiedMovie} from '#shared/domain/notifications/notified-title.ts';
import {recordedFile} from '#shared/domain/notifications/recorded-file.ts';
import {NotFound} from '#shared/errors.ts';
import {type DeleteMovieFiles, deleteMovieFiles} from '#shared/jobs/import.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {addMovie, refreshMovie} from '#shared/jobs/refresh.ts';
import {type SearchMovie, searchMovie} from '#shared/jobs/search.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import type {MovieChange, MovieStore} from '#shared/store/movies/movies.ts';
import {type BulkOutcome, bulkOutcome, listedMovie, movieDetail} from './replies.ts';
import {addMovieBody, deleteMovieQuery, type EditMovieBody, editMovieBody, editMoviesBody, moviesQuery} from './schema.ts';

export function moviesRoutes(deps: RouteDeps): Route[] {
	const {images, movies, qualityProfiles, outbox, settings, now} = deps;
	const list = createListWriter('movies', listedMovie, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = ({body}: CheckedBody<References>) => referenceFaults(body, deps);
	const deletedMovie = {action: 'movies.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	const edits = {access: 'auth', right: 'editTitles', findFaults} as const;
	const deletes = {access: 'auth', right: 'deleteTitles', optionRights: {deleteFiles: 'deleteFiles'}, audit: deletedMovie} as const;
	return [
		route('GET /api/library/movies', {access: 'auth', limit: 'lists', query: moviesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await movies.page({...query, sort: toSort(sort)}, list.projection);
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}));
		}),
		route('POST /api/library/movies', {access: 'auth', body: addMovieBody, findFaults}, async ({body}) => {
			const qualityProfileId = body.qualityProfileId ?? (await qualityProfiles.getDefault()).id;
			const rootFolderPath = normalPath(body.rootFolderPath) ?? body.rootFolderPath;
			const payload = {...body, rootFolderPath, qualityProfileId, libraryId: null};
			const {id, title} = await askProvider(deps, addMovie, {payload, about: 'title'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route('PUT /api/library/movies/bulk', {...edits, body: editMoviesBody}, async ({body: {ids, ...body}}) => {
			const change = () => editMovies({ids, change: toChange(body)}, deps);
			const outcome = await changeTitles({titleIds: ids, qualityProfileId: body.qualityProfileId, change}, deps);
			return ok(bulkOutcome.present(outcome));
		}),
		route('GET /api/library/movies/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(
				movieDetail.present({
					...images.inRecord(await movies.get(params.id)),
					now: now(),
					usualDelay: settings.get('media.availabilityDelayDays'),
				}),
			),
		),
		route('PUT /api/library/movies/:id', {...edits, params: idParams, body: editMovieBody}, async ({params, body}) => {
			const {id} = await movies.get(params.id);
			const updatedAt = now();
			const change = () => movies.change(id, toChange(body), updatedAt);
			await changeTitles({titleIds: [id], qualityProfileId: body.qualityProfileId, change}, deps);
			return ok(changed.present({id, updatedAt}));
		}),
		route('DELETE /api/library/movies/:id', {...deletes, params: idParams, query: deleteMovieQuery}, async ({params, query}) => {
			const movie = await movies.get(params.id);
			const deletion = query.deleteFiles && movie.file ? toPromise(deleteMovieFiles, toRemoval(movie, movie.file)) : null;
			await movies.remove(movie.id, deletion && (session => outbox.put(deletion, session)));
			if (deletion) {
				await startPromised(deleteMovieFiles, deletion, deps);
			}
			return noContent;
		}),
		route('POST /api/library/movies/:id/auto-search', {access: 'auth', params: idParams, body: autoSearchBody}, async ({params, body}) => {
			const {id, title} = await movies.get(params.id);
			const searchId = await promiseJob(searchMovie, toSearch(id, body), {...deps, priority: personPriority});
			return accepted(queuedSearch.present({searchId, message: `The search for ${title} is queued.`}));
		}),
		route('POST /api/library/movies/:id/refresh', {access: 'auth', params: idParams}, async ({params}) => {
			const {id, title} = await movies.get(params.id);
			const taskId = await promiseJob(refreshMovie, {movieId: id}, deps);
			return accepted(queuedTask.present({taskId, message: `The refresh of ${title} is queued.`}));
		}),
	];
}

function toRemoval(movie: Movie, file: MediaFile): DeleteMovieFiles {
	return {movieId: movie.id, title: movie.title, path: file.path, media: notifiedMovie(movie), file: recordedFile(file)};
}

/** A person asks, whatever the reason; `manual` says so itself. */
function toSearch(movieId: string, {searchType: reason}: AutoSearchBody): SearchMovie {
	return {movieId, reason, ...(reason !== 'manual' && {byPerson: true})};
}

function toChange({rootFolderPath, ...change}: EditMovieBody) {
	return {...change, ...(rootFolderPath !== undefined && {rootFolderPath: normalPath(rootFolderPath) ?? rootFolderPath})};
}

/** Changes all movies that exist. A repeated id counts once; an unknown or malformed id is reported as a failure. */
async function editMovies(
	{ids, change}: {ids: readonly string[]; change: MovieChange},
	{movies, now}: {movies: MovieStore; now: () => Date},
): Promise<BulkOutcome> {
	const wanted = [...new Set(ids)];
	const changed = new Set(await movies.changeMany(wanted, change, now()));
	const failures = wanted.filter(id => !changed.has(id)).map(id => ({id, error: unknownMovie(id).message}));
	return {updatedCount: changed.size, failures};
}

const unknownMovie = (id: string) => new NotFound('movie_not_found', `There is no movie with the id ${id}.`);
