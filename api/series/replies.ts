import Joi from 'joi';
import {episodeFileFields} from '#api/http/replies/media-file-fields.ts';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	changed,
	flag,
	integer,
	integerOrNull,
	isTrue,
	listOf,
	number,
	numberOrNull,
	oneOf,
	pageOf,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {seriesStatuses, seriesTypes} from '#shared/domain/media/series.ts';

const counts = {episodeCount: integer, episodeFileCount: integer, totalEpisodeCount: integer, percentOfEpisodes: number};
const images = listOf(Joi.object({url: text, type: text}));

const fields = {
	id: text,
	title: text,
	originalTitle: textOrNull,
	year: integerOrNull,
	metaId: integer,
	tvMetaId: integerOrNull,
	imdbId: textOrNull,
	overview: textOrNull,
	network: textOrNull,
	status: oneOf(seriesStatuses),
	runtime: integerOrNull,
	genres: texts,
	certification: textOrNull,
	metaRating: numberOrNull,
	metaVoteCount: integerOrNull,
	posterUrl: textOrNull,
	backdropUrl: textOrNull,
	monitored: flag,
	seasonFolder: flag,
	path: text,
	createdAt: timestamp,
	updatedAt: timestamp,
	addedAt: timestamp,
	rootFolderPath: text,
	qualityProfileId: text,
	searchOnAdd: flag,
	lastSearchTime: timestampOrNull,
};

const series = Joi.object({
	...fields,
	seasonCount: integer,
	...counts,
	nextAiring: timestampOrNull,
	previousAiring: timestampOrNull,
}).meta({schemaName: 'Series'});

const seasonFields = {id: text, seriesId: text, seasonNumber: integer, monitored: flag, statistics: Joi.object(counts), images};

const seriesDetail = Joi.object({
	...fields,
	type: oneOf(seriesTypes),
	seasons: listOf(Joi.object(seasonFields).meta({schemaName: 'Season'})),
	alternativeTitles: texts,
	actors: listOf(Joi.object({name: text, character: textOrNull, metaId: integerOrNull})),
}).meta({schemaName: 'SeriesDetail'});

const episode = Joi.object({
	id: text,
	seriesId: text,
	seasonNumber: integer,
	episodeNumber: integer,
	title: textOrNull,
	overview: textOrNull,
	airDate: textOrNull,
	runtime: integerOrNull,
	monitored: flag,
	hasFile: flag,
	downloaded: flag,
	fileId: textOrNull,
	file: Joi.object(episodeFileFields).meta({schemaName: 'EpisodeFile'}).allow(null),
}).meta({schemaName: 'Episode'});

const seasonDetail = Joi.object({...seasonFields, overview: textOrNull, airDate: textOrNull, episodes: listOf(episode)}).meta({
	schemaName: 'SeasonDetail',
});

export const seriesOperations: Operations = {
	'GET /api/library/series': {summary: 'List series', replies: {200: pageOf('series', series)}},
	'POST /api/library/series': {
		summary: 'Add a series by its id at the metadata provider',
		replies: {201: Joi.object({success: isTrue, id: text, message: text})},
		failures: [404, 409, 502],
	},
	'GET /api/library/series/:id': {summary: 'Show a series', replies: {200: seriesDetail}},
	'PUT /api/library/series/:id': {summary: 'Change a series', replies: {200: changed}},
	'DELETE /api/library/series/:id': {summary: 'Delete a series', replies: {204: null}},
	'POST /api/library/series/:id/refresh': {
		summary: 'Refresh the metadata of a series',
		replies: {202: Joi.object({success: isTrue, taskId: text, message: text})},
	},
	'GET /api/library/series/:seriesId/seasons/:seasonNumber': {summary: 'Show a season', replies: {200: seasonDetail}},
	'PUT /api/library/series/:seriesId/seasons/:seasonNumber': {summary: 'Monitor a season, or no more', replies: {200: changed}},
};
