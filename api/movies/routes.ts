import type {ClientSession} from 'mongoose';
import {addedByOf} from '#api/http/access/callers.ts';
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
import {type FolderDeps, moveFolders, titleFaults, toOwnFolder} from '#api/http/title-folder.ts';
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
import type {MovieStore} from '#shared/store/movies/movies.ts';
import {countPartsOf} from '#shared/tasks/count-missing-parts.ts';
import {type BulkOutcome, bulkOutcome, listedMovie, movieDetail} from './replies.ts';
import {
	addMovieBody,
	deleteMovieQuery,
	type EditMovieBody,
	type EditMoviesBody,
	editMovieBody,
	editMoviesBody,
	moviesQuery,
} from './schema.ts';

export function moviesRoutes(deps: RouteDeps): Route[] {
	const {images, movies, qualityProfiles, outbox, settings, titleCollections, now} = deps;
	const list = createListWriter('movies', listedMovie, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = ({body}: CheckedBody<References>) => referenceFaults(body, deps);
	const deletedMovie = {action: 'movies.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	const edits = {access: 'auth', right: 'editTitles'} as const;
	const findEditFaults = (checked: CheckedBody<EditMovieBody>) => titleFaults(checked, movies, deps);
	const deletes = {access: 'auth', right: 'deleteTitles', optionRights: {deleteFiles: 'deleteFiles'}, audit: deletedMovie} as const;
	return [
		route('GET /api/library/movies', {access: 'auth', limit: 'lists', query: moviesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await movies.page({...query, sort: toSort(sort)}, list.projection);
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}));
		}),
		route('POST /api/library/movies', {access: 'auth', body: addMovieBody, findFaults}, async ({body, caller}) => {
			const qualityProfileId = body.qualityProfileId ?? (await qualityProfiles.getDefault()).id;
			const rootFolderPath = normalPath(body.rootFolderPath) ?? body.rootFolderPath;
			const payload = {...body, rootFolderPath, qualityProfileId, libraryId: null, addedBy: addedByOf(caller)};
			const {id, title} = await askProvider(deps, addMovie, {payload, about: 'title'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route('PUT /api/library/movies/bulk', {...edits, findFaults, body: editMoviesBody}, async ({body: {ids, ...body}}) => {
			const change = () => editMovies(ids, body, deps);
			const outcome = await changeTitles(
				{titleIds: ids, qualityProfileId: body.qualityProfileId, languageProfileId: body.languageProfileId, change},
				deps,
			);
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
		route(
			'PUT /api/library/movies/:id',
			{...edits, findFaults: findEditFaults, params: idParams, body: editMovieBody},
			async ({params, body: {rootFolderPath, path, ...body}}) => {
				const stored = await movies.get(params.id);
				const updatedAt = now();
				const folder = await toOwnFolder(stored, {rootFolderPath, path}, deps);
				const change = () => movies.change(stored.id, {...body, ...folder}, updatedAt);
				await changeTitles(
					{titleIds: [stored.id], qualityProfileId: body.qualityProfileId, languageProfileId: body.languageProfileId, change},
					deps,
				);
				return ok(changed.present({id: stored.id, updatedAt}));
			},
		),
		route('DELETE /api/library/movies/:id', {...deletes, params: idParams, query: deleteMovieQuery}, async ({params, query}) => {
			const movie = await movies.get(params.id);
			const deletion = query.deleteFiles && movie.file ? toPromise(deleteMovieFiles, toRemoval(movie, movie.file)) : null;
			const {metaId, collectionMetaId: collection, collectionTitle: title} = movie;
			if (collection && title) {
				await titleCollections.ensure([{metaId: collection, title}], now());
			}
			const alsoWrite = async (session: ClientSession) => {
				await (deletion && outbox.put(deletion, session));
				// No collection adds a film again that a person has deleted.
				await (collection && titleCollections.decline(collection, metaId, session));
			};
			await movies.remove(movie.id, alsoWrite, now());
			await countPartsOf(movie, deps);
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
	return {
		movieId: movie.id,
		title: movie.title,
		path: file.path,
		folder: movie.path,
		media: notifiedMovie(movie),
		file: recordedFile(file),
	};
}

/** A person asks, whatever the reason; `manual` says so itself. */
function toSearch(movieId: string, {searchType: reason}: AutoSearchBody): SearchMovie {
	return {movieId, reason, ...(reason !== 'manual' && {byPerson: true})};
}

/**
 * Changes all movies that exist. A repeated id counts once; an unknown or malformed id is reported as a failure, and so
 * is a movie whose folder below the new root folder would be another title's: nothing of it is changed.
 */
async function editMovies(
	ids: readonly string[],
	{rootFolderPath, ...change}: Omit<EditMoviesBody, 'ids'>,
	deps: FolderDeps & {movies: MovieStore; now: () => Date},
): Promise<BulkOutcome> {
	const {movies, now} = deps;
	const wanted = [...new Set(ids)];
	const stored = new Map(rootFolderPath === undefined ? [] : (await movies.getMany(wanted)).map(movie => [movie.id, movie]));
	const inOrder = wanted.flatMap(id => stored.get(id) ?? []);
	const moved = await moveFolders(inOrder, rootFolderPath ?? '', deps);
	await movies.setFolders(moved.folders);
	const stays = new Set(moved.failures.map(({id}) => id));
	const changed = new Set(
		await movies.changeMany(
			wanted.filter(id => !stays.has(id)),
			change,
			now(),
		),
	);
	const unknown = wanted.filter(id => !changed.has(id) && !stays.has(id)).map(id => ({id, error: unknownMovie(id).message}));
	return {updatedCount: changed.size, failures: [...unknown, ...moved.failures]};
}

const unknownMovie = (id: string) => new NotFound('movie_not_found', `There is no movie with the id ${id}.`);
