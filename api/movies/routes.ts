import {addedByOf} from '#api/http/access/callers.ts';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {addedTitleAudit, titleAudit} from '#api/http/audit-changes.ts';
import {bulkOutcome, bulkRoutes} from '#api/http/bulk-routes.ts';
import {type AutoSearchBody, autoSearchBody, idParams} from '#api/http/fields.ts';
import {callerName, changedTitle, moveTitle} from '#api/http/file-moves.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type References, referenceFaults} from '#api/http/references.ts';
import {
	accepted,
	added,
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
import {askedFolder, orCopies} from '#api/http/title-copies.ts';
import {titleFaults, toOwnFolder} from '#api/http/title-folder.ts';
import {presentLetters} from '#api/http/title-lists.ts';
import {createListedStandings, fieldsOfStates} from '#api/http/title-standing.ts';
import {placeFaults, placeOf, type TagsOfTitles, tagFaults, takeLabels, toTagChange} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {toLabels} from '#shared/domain/media/tags.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {addMovie, refreshMovie} from '#shared/jobs/refresh.ts';
import {type SearchMovie, searchMovie} from '#shared/jobs/search.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {deleteMovie} from '#shared/tasks/delete-titles.ts';
import {changeTitles, editTitles} from '#shared/tasks/edit-titles.ts';
import {listedMovie, movieDetail} from './replies.ts';
import {
	type AddMovieBody,
	addMovieBody,
	deleteMovieQuery,
	type EditMovieBody,
	editMovieBody,
	editMoviesBody,
	type MoviesQuery,
	movieLettersQuery,
	moviesQuery,
} from './schema.ts';

export function moviesRoutes(deps: RouteDeps): Route[] {
	const {images, importListItems, movies, qualityProfiles, settings, now} = deps;
	const list = createListWriter('movies', listedMovie, {posterUrl: images.shown, backdropUrl: images.shown});
	const standings = createListedStandings(deps);
	const findFaults = async ({body}: CheckedBody<References & TagsOfTitles>) => [
		...(await referenceFaults(body, deps)),
		...(await tagFaults(body, 'movies', deps)),
	];
	const findAddFaults = async (checked: CheckedBody<AddMovieBody>) => [
		...(await findFaults(checked)),
		...(await placeFaults(checked.body, deps)),
	];
	const deletedMovie = {action: 'movies.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	const edits = {access: 'auth', right: 'editTitles'} as const;
	const findEditFaults = async (checked: CheckedBody<EditMovieBody>) => [
		...(await titleFaults(checked, movies, deps)),
		...(await tagFaults(checked.body, 'movies', deps)),
	];
	const deletes = {access: 'auth', right: 'deleteTitles', optionRights: {deleteFiles: 'deleteFiles'}, audit: deletedMovie} as const;
	const page = ({sort, withStanding: _, ...query}: MoviesQuery, fields: {_id: 1}) =>
		movies.page({...query, sort: toSort(sort), profileIds: qualityProfiles.idsByName}, fields);
	return [
		...bulkRoutes({kind: 'movie', path: 'movies', query: moviesQuery, editBody: editMoviesBody, page}, deps),
		route(
			'GET /api/library/movies',
			{access: 'auth', limit: 'lists', query: moviesQuery},
			async ({query: {sort, withStanding, ...query}}) => {
				const fields = {...list.projection, ...(withStanding && fieldsOfStates)};
				const {rows, total} = await movies.page({...query, sort: toSort(sort), profileIds: qualityProfiles.idsByName}, fields);
				const beside = withStanding ? await standings.ofMovies(rows) : undefined;
				return okJson(list.write(rows, {pagination: presentPagination(query, total)}, beside));
			},
		),
		route('GET /api/library/movies/letters', {access: 'auth', limit: 'lists', query: movieLettersQuery}, async ({query}) =>
			ok(presentLetters(await movies.letters(query))),
		),
		route(
			'POST /api/library/movies',
			{access: 'auth', right: 'addTitles', audit: addedTitleAudit('movies', deps), body: addMovieBody, findFaults: findAddFaults},
			async ({body, caller}) => {
				const tags = await takeLabels(toLabels(body.tags), deps);
				const payload = {...body, ...(await placeOf(body, 'movies', deps)), tags, addedBy: addedByOf(caller)};
				const {id, title} = await orCopies(askProvider(deps, addMovie, {payload, about: 'title'}), body.metaId, movies);
				return created(added.present({id, message: `${title} is in the library now.`}));
			},
		),
		route(
			'PUT /api/library/movies/bulk',
			{...edits, audit: 'movies.changed', findFaults, body: editMoviesBody},
			async ({body: {ids, tags, addTags, removeTags, moveFiles = false, ...body}, caller}) => {
				const folder = await askedFolder({...body, moveFiles}, null, deps);
				const change = {...body, ...folder, ...(await toTagChange({tags, addTags, removeTags}, deps))};
				const by = {moveFiles, requestedBy: callerName(caller)};
				const write = () => editTitles({ids, kind: 'movie', change}, movies, {...deps, ...by});
				return ok(bulkOutcome.present(await changeTitles({titleIds: ids, change, write}, deps)));
			},
		),
		route('GET /api/library/movies/:id', {access: 'auth', hasEtag: true, params: idParams}, async ({params}) => {
			const movie = await movies.shown(params.id);
			const usualDelay = settings.get('media.availabilityDelayDays');
			return ok(movieDetail.present({...images.inRecord(movie), now: now(), usualDelay}));
		}),
		route(
			'PUT /api/library/movies/:id',
			{...edits, audit: titleAudit('movies', deps), findFaults: findEditFaults, params: idParams, body: editMovieBody},
			async ({params, body, caller}) => {
				const {rootFolderPath: _, path: _path, tags, moveFiles = false, ...rest} = body;
				const stored = await movies.get(params.id);
				const updatedAt = now();
				const folder = await toOwnFolder(stored, await askedFolder(body, stored, deps), deps);
				const change = {...rest, ...(!moveFiles && folder), ...(await toTagChange({tags}, deps))};
				const write = () => movies.change(stored.id, change, updatedAt);
				await orCopies(changeTitles({titleIds: [stored.id], change, write}, deps), stored.metaId, movies);
				const taskId = moveFiles ? await moveTitle({movieIds: [stored.id]}, folder, {...deps, caller}) : undefined;
				return ok(changedTitle.present({id: stored.id, updatedAt, taskId}));
			},
		),
		route('DELETE /api/library/movies/:id', {...deletes, params: idParams, query: deleteMovieQuery}, async ({params, query, caller}) => {
			const {deleteFiles, addImportExclusion: exclude} = query;
			await deleteMovie(params.id, {deleteFiles, exclude, deletedBy: callerName(caller)}, deps);
			return noContent;
		}),
		route(
			'POST /api/library/movies/:id/auto-search',
			{access: 'auth', right: 'searchReleases', params: idParams, body: autoSearchBody},
			async ({params, body}) => {
				const {id, title} = await movies.get(params.id);
				await importListItems.noteTouched([id]);
				const searchId = await promiseJob(searchMovie, toSearch(id, body), {...deps, priority: personPriority});
				return accepted(queuedSearch.present({searchId, message: `The search for ${title} is queued.`}));
			},
		),
		route('POST /api/library/movies/:id/refresh', {access: 'auth', params: idParams}, async ({params}) => {
			const {id, title} = await movies.get(params.id);
			const taskId = await promiseJob(refreshMovie, {movieId: id}, deps);
			return accepted(queuedTask.present({taskId, message: `The refresh of ${title} is queued.`}));
		}),
	];
}

/** A person asks, whatever the reason; `manual` says so itself. */
function toSearch(movieId: string, {searchType: reason}: AutoSearchBody): SearchMovie {
	return {movieId, reason, ...(reason !== 'manual' && {byPerson: true})};
}
