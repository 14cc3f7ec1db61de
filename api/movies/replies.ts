import {bulkOperations, bulkOutcome} from '#api/http/bulk-routes.ts';
import {changedTitle} from '#api/http/file-moves.ts';
import type {Operations} from '#api/http/operation.ts';
import {added, queuedSearch, queuedTask} from '#api/http/route.ts';
import {copyView} from '#api/http/title-copies.ts';
import {
	about,
	addedBy,
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
import {lettersReply} from '#api/http/title-lists.ts';
import {pageWithStanding} from '#api/http/title-standing.ts';
import {availabilityDelayOf, isAvailable} from '#shared/domain/media/availability.ts';
import {type CrewMember, type Movie, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import type {CastMember} from '#shared/domain/media/title.ts';
import {flag, integerOrNull, oneOf, text, textOrNull, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, textsOf, viewOf} from '#shared/presenters/view.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';

const fields = {
	id: text,
	...names,
	...about,
	runtime: integerOrNull,
	...reception,
	path: text,
	...dates,
	addedBy,
	minimumAvailability: oneOf(minimumAvailabilities),
	...keeping,
	titleSlug: text,
};
const ofFile = {downloaded: hasFile, hasFile, fileId};

/** A movie as shown in lists. */
export const listedMovie = viewOf<Movie>()(
	{
		...fields,
		inCinemas: timestampOrNull,
		digitalRelease: timestampOrNull,
		physicalRelease: timestampOrNull,
		studios: textsOf('studios', 'Companies that made it.'),
		lastRefreshTime: timestampOrNull,
		...ofFile,
		file: movieFile.orNull,
	},
	'Movie',
);

const credits = viewOf<Pick<Movie, 'cast' | 'crew'>>()({
	cast: viewOf<CastMember>()(person).list,
	crew: viewOf<CrewMember>()({name: text, job: textOrNull, metaId: integerOrNull}).list,
});

interface MovieNow extends Movie {
	now: Date;
	/** Days of the setting. */
	usualDelay: number;
	copies: TitleCopy[];
}

/** A single movie, with the fields that lists leave out. */
export const movieDetail = viewOf<MovieNow>()(
	{
		...fields,
		tagline: textOrNull,
		website: textOrNull,
		trailerUrl: from(textOrNull, ({trailerUrl}: Movie) => trailerUrl ?? null),
		inCinemas: timestampOrNull,
		digitalRelease: timestampOrNull,
		physicalRelease: timestampOrNull,
		collectionMetaId: integerOrNull,
		collectionTitle: textOrNull,
		alternativeTitles: texts,
		...ofFile,
		file: movieFileDetail.orNull,
		isAvailable: from(flag, (movie: MovieNow) =>
			isAvailable(movie.minimumAvailability, movie, availabilityDelayOf(movie, movie.usualDelay), movie.now),
		),
		availabilityDelayDays: from(integerOrNull, ({availabilityDelayDays}: Movie) => availabilityDelayDays ?? null),
		credits: from(credits, (movie: MovieNow) => movie),
		images: image.list,
		copies: copyView.list,
	},
	'MovieDetail',
);

export const moviesOperations: Operations = {
	...bulkOperations('movies'),
	'GET /api/library/movies': {id: 'listMovies', summary: 'List movies', replies: {200: pageWithStanding('movies', listedMovie)}},
	'GET /api/library/movies/letters': {
		id: 'listLettersOfMovies',
		summary: 'List the first letters of movies, with the position of each in the list by title',
		replies: {200: lettersReply},
	},
	'POST /api/library/movies': {
		id: 'addMovie',
		summary: 'Add a movie by its id at the metadata provider',
		replies: {201: added.schema},
		failures: [404, 409, 502],
	},
	'PUT /api/library/movies/bulk': {id: 'updateMovies', summary: 'Change many movies', replies: {200: bulkOutcome.schema}, failures: [409]},
	'GET /api/library/movies/:id': {id: 'getMovie', summary: 'Show a movie', replies: {200: movieDetail.schema}},
	'PUT /api/library/movies/:id': {id: 'updateMovie', summary: 'Change a movie', replies: {200: changedTitle.schema}, failures: [409]},
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
