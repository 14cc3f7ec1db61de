import Joi from 'joi';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {bulkOutcome, changeMany, changeTitles} from '#api/http/change-titles.ts';
import {type AutoSearchBody, autoSearchBody, idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {type References, referenceFaults} from '#api/http/references.ts';
import {
	accepted,
	added,
	changed,
	created,
	noContent,
	ok,
	okJson,
	type PageQuery,
	pageFields,
	pageOf,
	presentPagination,
	queryFlag,
	queuedSearch,
	queuedTask,
	type Route,
	route,
	type SortText,
	sortField,
	toSort,
} from '#api/http/route.ts';
import {
	about,
	dates,
	fileId,
	hasFile,
	image,
	keeping,
	movieFile,
	movieFileDetail,
	names,
	person,
	reception,
} from '#api/http/title-fields.ts';
import {
	type LabelledQuery,
	labelledQuery,
	newLibraryText,
	placeFaults,
	placeOf,
	type TagsOfTitle,
	type TagsOfTitles,
	tagFaults,
	tagsOfTitle,
	tagsOfTitles,
	takeLabels,
	toLabelled,
	toTagChange,
} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob, startPromised, toPromise} from '#shared/coordination/outbox.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {isAvailable} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type CrewMember, type MinimumAvailability, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {toLabels} from '#shared/domain/media/tags.ts';
import type {CastMember} from '#shared/domain/media/title.ts';
import {removedMovie} from '#shared/domain/notifications/notified-title.ts';
import {recordedFile} from '#shared/domain/notifications/recorded-file.ts';
import {type DeleteMovieFiles, deleteMovieFiles} from '#shared/jobs/import.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {addMovie, refreshMovie} from '#shared/jobs/refresh.ts';
import {type SearchMovie, searchMovie} from '#shared/jobs/search.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {flag, integerOrNull, oneOf, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {MovieChange} from '#shared/store/movies/movies.ts';

export function moviesRoutes(deps: RouteDeps): Route[] {
	const {images, movies, outbox, now} = deps;
	const list = createListWriter('movies', listedMovie, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = async ({body}: CheckedBody<References & TagsOfTitles>) => [
		...(await referenceFaults(body, deps)),
		...(await tagFaults(body, 'movies', deps)),
	];
	const findAddFaults = async (checked: CheckedBody<AddMovieBody>) => [
		...(await findFaults(checked)),
		...(await placeFaults(checked.body, deps)),
	];
	const deletedMovie = {action: 'movies.deleted', nameOf: async ({id = ''}) => (await movies.find(id))?.title ?? null};
	const edits = {access: 'auth', right: 'editTitles', findFaults} as const;
	const deletes = {access: 'auth', right: 'deleteTitles', optionRights: {deleteFiles: 'deleteFiles'}, audit: deletedMovie} as const;
	return [
		route('GET /api/library/movies', {access: 'auth', limit: 'lists', query: moviesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await movies.page({...toLabelled(query), sort: toSort(sort)}, list.projection);
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}));
		}),
		route('POST /api/library/movies', {access: 'auth', body: addMovieBody, findFaults: findAddFaults}, async ({body}) => {
			const tags = await takeLabels(toLabels(body.tags), deps);
			const payload = {...body, ...(await placeOf(body, 'movies', deps)), tags, byPerson: true};
			const {id, title} = await askProvider(deps, addMovie, {payload, about: 'title'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route('PUT /api/library/movies/bulk', {...edits, body: editMoviesBody}, async ({body: {ids, ...body}}) => {
			const wanted = await toChange(body, deps);
			const outcome = await changeTitles(
				{titleIds: ids, change: wanted, write: () => changeMany({ids, kind: 'movie', change: wanted}, movies, now())},
				deps,
			);
			return ok(bulkOutcome.present(outcome));
		}),
		route('GET /api/library/movies/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(movieDetail.present({...images.inRecord(await movies.get(params.id)), now: now()})),
		),
		route('PUT /api/library/movies/:id', {...edits, params: idParams, body: editMovieBody}, async ({params, body}) => {
			const {id} = await movies.get(params.id);
			const updatedAt = now();
			const change = await toChange(body, deps);
			await changeTitles({titleIds: [id], change, write: () => movies.change(id, change, updatedAt)}, deps);
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
	return {movieId: movie.id, title: movie.title, path: file.path, media: removedMovie(movie), file: recordedFile(file)};
}

/** A person asks, whatever the reason; `manual` says so itself. */
function toSearch(movieId: string, {searchType: reason}: AutoSearchBody): SearchMovie {
	return {movieId, reason, ...(reason !== 'manual' && {byPerson: true})};
}

async function toChange(
	{rootFolderPath, tags, addTags, removeTags, ...change}: EditMovieBody & TagsOfTitles,
	deps: RouteDeps,
): Promise<MovieChange> {
	const tagChange = await toTagChange({tags, addTags, removeTags}, deps);
	return {
		...change,
		...(tagChange && {tagChange}),
		...(rootFolderPath !== undefined && {rootFolderPath: normalPath(rootFolderPath) ?? rootFolderPath}),
	};
}

const movieSortFields = ['title', 'year', 'createdAt', 'updatedAt', 'metaRating', 'lastSearchTime'] as const;
export type MovieSortField = (typeof movieSortFields)[number];

export interface MoviesQuery extends PageQuery, LabelledQuery {
	sort: SortText<MovieSortField>;
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
	year?: number;
}
const moviesQuery = Joi.object<MoviesQuery, true>({
	...pageFields(),
	sort: sortField(movieSortFields, 'title:asc'),
	monitored: queryFlag(),
	downloaded: queryFlag(),
	search: Joi.string().max(200),
	genre: Joi.string().max(100),
	year: Joi.number().integer(),
	...labelledQuery,
});

/** The metadata provider's id; MongoDB and JSON store integers of this size exactly. */
const metaId = Joi.number().integer().min(1).max(2_147_483_647);
const path = Joi.string().max(4096);
const minimumAvailability = Joi.string().valid(...minimumAvailabilities);

export interface AddMovieBody extends TagsOfTitle {
	metaId: number;
	rootFolderPath?: string;
	monitored: boolean;
	minimumAvailability: MinimumAvailability;
	searchOnAdd: boolean;
	qualityProfileId?: string;
	tags: string[];
}
const addMovieBody = Joi.object<AddMovieBody, true>({
	metaId: metaId.required(),
	rootFolderPath: path,
	monitored: Joi.boolean().default(true),
	minimumAvailability: minimumAvailability.default('released'),
	searchOnAdd: Joi.boolean().default(false),
	qualityProfileId: Joi.string().max(100),
	tags: tagsOfTitle.tags.default([]),
	libraryId: tagsOfTitle.libraryId.description(newLibraryText),
});

export interface EditMovieBody extends TagsOfTitle {
	monitored?: boolean;
	minimumAvailability?: MinimumAvailability;
	rootFolderPath?: string;
	qualityProfileId?: string;
}
const editFields = {
	monitored: Joi.boolean(),
	minimumAvailability,
	rootFolderPath: path,
	qualityProfileId: Joi.string().max(100),
	...tagsOfTitle,
};
const editMovieBody = Joi.object<EditMovieBody, true>(editFields);

export interface EditMoviesBody extends EditMovieBody, TagsOfTitles {
	ids: string[];
}
const editMoviesBody = Joi.object<EditMoviesBody, true>({
	ids: Joi.array().items(Joi.string().allow('')).max(1000).required(),
	...editFields,
	...tagsOfTitles,
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10'], monitored: true});

export interface DeleteMovieQuery {
	deleteFiles: boolean;
}
const deleteMovieQuery = Joi.object<DeleteMovieQuery, true>({deleteFiles: queryFlag().default(false)});

const fields = {
	id: text,
	...names,
	...about,
	runtime: integerOrNull,
	...reception,
	...dates,
	minimumAvailability: oneOf(minimumAvailabilities),
	...keeping,
	titleSlug: text,
};
const ofFile = {downloaded: hasFile, hasFile, fileId};

/** A movie as shown in lists. */
const listedMovie = viewOf<Movie>()({...fields, ...ofFile, file: movieFile.orNull}, 'Movie');

const credits = viewOf<Pick<Movie, 'cast' | 'crew'>>()({
	cast: viewOf<CastMember>()(person).list,
	crew: viewOf<CrewMember>()({name: text, job: textOrNull, metaId: integerOrNull}).list,
});

interface MovieNow extends Movie {
	now: Date;
}

/** A single movie, with the fields that lists leave out. */
const movieDetail = viewOf<MovieNow>()(
	{
		...fields,
		tagline: textOrNull,
		website: textOrNull,
		alternativeTitles: texts,
		...ofFile,
		file: movieFileDetail.orNull,
		isAvailable: from(flag, (movie: MovieNow) => isAvailable(movie.minimumAvailability, movie, movie.now)),
		credits: from(credits, (movie: MovieNow) => movie),
		images: image.list,
	},
	'MovieDetail',
);

export const moviesOperations: Operations = {
	'GET /api/library/movies': {id: 'listMovies', summary: 'List movies', replies: {200: pageOf('movies', listedMovie)}},
	'POST /api/library/movies': {
		id: 'addMovie',
		summary: 'Add a movie by its id at the metadata provider',
		replies: {201: added.schema},
		failures: [404, 409, 502],
	},
	'PUT /api/library/movies/bulk': {id: 'updateMovies', summary: 'Change many movies', replies: {200: bulkOutcome.schema}},
	'GET /api/library/movies/:id': {id: 'getMovie', summary: 'Show a movie', replies: {200: movieDetail.schema}},
	'PUT /api/library/movies/:id': {id: 'updateMovie', summary: 'Change a movie', replies: {200: changed.schema}},
	'DELETE /api/library/movies/:id': {id: 'deleteMovie', summary: 'Delete a movie', replies: {204: null}},
	'POST /api/library/movies/:id/auto-search': {
		id: 'searchMovie',
		summary: 'Search for the best release of a movie and grab it',
		replies: {202: queuedSearch.schema},
	},
	'POST /api/library/movies/:id/refresh': {
		id: 'refreshMovie',
		summary: 'Refresh the metadata of a movie',
		replies: {202: queuedTask.schema},
	},
};
