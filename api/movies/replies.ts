import Joi from 'joi';
import {episodeFileFields, mediaInfo} from '#api/http/replies/media-file-fields.ts';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	changed,
	flag,
	integer,
	integerOrNull,
	isTrue,
	listOf,
	numberOrNull,
	oneOf,
	pageOf,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';

const fileFields = {...episodeFileFields, releaseTitle: textOrNull};

const fields = {
	id: text,
	title: text,
	originalTitle: textOrNull,
	year: integerOrNull,
	metaId: integer,
	imdbId: textOrNull,
	overview: textOrNull,
	runtime: integerOrNull,
	genres: texts,
	certification: textOrNull,
	metaRating: numberOrNull,
	metaVoteCount: integerOrNull,
	posterUrl: textOrNull,
	backdropUrl: textOrNull,
	monitored: flag,
	downloaded: flag,
	hasFile: flag,
	fileId: textOrNull,
	createdAt: timestamp,
	updatedAt: timestamp,
	addedAt: timestamp,
	minimumAvailability: oneOf(minimumAvailabilities),
	rootFolderPath: text,
	qualityProfileId: text,
	searchOnAdd: flag,
	lastSearchTime: timestampOrNull,
	titleSlug: text,
};

const movie = Joi.object({...fields, file: Joi.object(fileFields).meta({schemaName: 'MovieFile'}).allow(null)}).meta({schemaName: 'Movie'});

const movieDetail = Joi.object({
	...fields,
	file: Joi.object({...fileFields, releaseGroup: textOrNull, edition: textOrNull, languages: texts, mediaInfo: mediaInfo.allow(null)})
		.meta({schemaName: 'MovieFileDetail'})
		.allow(null),
	tagline: textOrNull,
	website: textOrNull,
	isAvailable: flag,
	alternativeTitles: texts,
	credits: Joi.object({
		cast: listOf(Joi.object({name: text, character: textOrNull, metaId: integerOrNull})),
		crew: listOf(Joi.object({name: text, job: textOrNull, metaId: integerOrNull})),
	}),
	images: listOf(Joi.object({url: text, type: text})),
}).meta({schemaName: 'MovieDetail'});

const bulkOutcome = Joi.object({
	success: flag,
	updatedCount: integer,
	failedCount: integer,
	failures: listOf(Joi.object({id: text, error: text})),
});

export const moviesOperations: Operations = {
	'GET /api/library/movies': {summary: 'List movies', replies: {200: pageOf('movies', movie)}},
	'POST /api/library/movies': {
		summary: 'Add a movie by its id at the metadata provider',
		replies: {201: Joi.object({success: isTrue, id: text, message: text})},
		failures: [404, 409, 502],
	},
	'PUT /api/library/movies/bulk': {summary: 'Change many movies', replies: {200: bulkOutcome}},
	'GET /api/library/movies/:id': {summary: 'Show a movie', replies: {200: movieDetail}},
	'PUT /api/library/movies/:id': {summary: 'Change a movie', replies: {200: changed}},
	'DELETE /api/library/movies/:id': {summary: 'Delete a movie', replies: {204: null}},
	'POST /api/library/movies/:id/auto-search': {
		summary: 'Search the best release of a movie and grab it',
		replies: {202: Joi.object({success: isTrue, searchId: text, message: text})},
	},
	'POST /api/library/movies/:id/refresh': {
		summary: 'Refresh the metadata of a movie',
		replies: {202: Joi.object({success: isTrue, taskId: text, message: text})},
	},
};
