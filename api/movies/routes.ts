import {askProvider} from '#api/http/asks/ask-provider.ts';
import {changeTitles} from '#api/http/change-titles.ts';
import {type AutoSearchBody, autoSearchBody, idParams} from '#api/http/fields.ts';
import {type References, referenceFaults} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {createListWriter} from '#api/http/fast/list-writer.ts';
import {added, changed, queuedSearch, queuedTask, accepted, created, noContent, ok} from '#api/http/replies.ts';
import {presentPagination, toSort} from '#api/http/pages.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {recordedFile} from '#shared/domain/notifications/recorded-file.ts';
import {toldMovie} from '#shared/domain/notifications/told-title.ts';
import {type DeleteMovieFiles, deleteMovieFiles} from '#shared/jobs/import/delete-movie-files.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {promiseJob, startPromised, toPromise} from '#shared/jobs/promise-job.ts';
import {addMovie} from '#shared/jobs/refresh/add-movie.ts';
import {refreshMovie} from '#shared/jobs/refresh/refresh-movie.ts';
import {type SearchMovie, searchMovie} from '#shared/jobs/search/search-movie.ts';
import {editMovies} from './edit-movies.ts';
import {bulkOutcome, listedMovie, movieDetail} from './replies.ts';
import {addMovieBody, deleteMovieQuery, type EditMovieBody, editMovieBody, editMoviesBody, moviesQuery} from './schema.ts';

export function moviesRoutes(deps: RouteDeps): Route[] {
	const {images, movies, qualityProfiles, promisedJobs, now} = deps;
	const list = createListWriter('movies', listedMovie, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = ({body}: SoundBody<References>) => referenceFaults(body, deps);
	const deletedMovie = {action: 'movies.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	return [
		route('GET /api/library/movies', {access: 'auth', limit: 'lists', query: moviesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await movies.page({...query, sort: toSort(sort)}, list.projection);
			return list.reply(rows, {pagination: presentPagination(query, total)});
		}),
		route('POST /api/library/movies', {access: 'auth', body: addMovieBody, findFaults}, async ({body}) => {
			const qualityProfileId = body.qualityProfileId ?? (await qualityProfiles.getDefault()).id;
			const rootFolderPath = normalPath(body.rootFolderPath) ?? body.rootFolderPath;
			const payload = {...body, rootFolderPath, qualityProfileId, libraryId: null};
			const {id, title} = await askProvider(deps, addMovie, {payload, about: 'title'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route('PUT /api/library/movies/bulk', {access: 'auth', body: editMoviesBody, findFaults}, async ({body: {ids, ...body}}) => {
			const change = () => editMovies({ids, change: toChange(body)}, deps);
			const outcome = await changeTitles({titleIds: ids, qualityProfileId: body.qualityProfileId, change}, deps);
			return ok(bulkOutcome.present(outcome));
		}),
		route('GET /api/library/movies/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(movieDetail.present({...images.inRecord(await movies.get(params.id)), now: now()})),
		),
		route('PUT /api/library/movies/:id', {access: 'auth', params: idParams, body: editMovieBody, findFaults}, async ({params, body}) => {
			const {id} = await movies.get(params.id);
			const updatedAt = now();
			const change = () => movies.change(id, toChange(body), updatedAt);
			await changeTitles({titleIds: [id], qualityProfileId: body.qualityProfileId, change}, deps);
			return ok(changed.present({id, updatedAt}));
		}),
		route(
			'DELETE /api/library/movies/:id',
			{access: 'auth', audit: deletedMovie, params: idParams, query: deleteMovieQuery},
			async ({params, query}) => {
				const movie = await movies.get(params.id);
				const deletion = query.deleteFiles && movie.file ? toPromise(deleteMovieFiles, toRemoval(movie, movie.file)) : null;
				await movies.remove(movie.id, deletion && (session => promisedJobs.put(deletion, session)));
				if (deletion) {
					await startPromised(deleteMovieFiles, deletion, deps);
				}
				return noContent;
			},
		),
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
	return {movieId: movie.id, title: movie.title, path: file.path, media: toldMovie(movie), file: recordedFile(file)};
}

/** A person asks, whatever the reason; `manual` says so itself. */
function toSearch(movieId: string, {searchType: reason}: AutoSearchBody): SearchMovie {
	return {movieId, reason, ...(reason !== 'manual' && {byPerson: true})};
}

function toChange({rootFolderPath, ...change}: EditMovieBody) {
	return {...change, ...(rootFolderPath !== undefined && {rootFolderPath: normalPath(rootFolderPath) ?? rootFolderPath})};
}
