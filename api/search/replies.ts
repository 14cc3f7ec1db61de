import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, integerOrNull, listOf, number, oneOf, text, textOrNull, texts, timestamp} from '#api/http/replies/reply-fields.ts';
import {indexerResultStatuses} from '#shared/domain/decisions/judged-release.ts';
import {rejectionReasons} from '#shared/domain/decisions/rejections.ts';
import {protocols} from '#shared/domain/release/release.ts';

const release = Joi.object({
	guid: text,
	title: text,
	size: integer,
	indexer: text,
	indexerId: text,
	publishDate: timestamp,
	downloadUrl: textOrNull,
	infoUrl: textOrNull,
	category: texts,
	seeders: integerOrNull,
	leechers: integerOrNull,
	protocol: oneOf(protocols),
	quality: Joi.object({quality: text, resolution: textOrNull, source: textOrNull, modifier: textOrNull}),
	qualityScore: integer.min(0).max(100),
	customFormatScore: integer,
	rejections: listOf(oneOf(rejectionReasons)),
	rejectionDetails: listOf(Joi.object({reason: oneOf(rejectionReasons), detail: text, temporary: flag})),
	wouldHaveWaited: listOf(text).description(
		'Why it would have waited, had no person asked: the delay of its protocol, a title that is not out yet.',
	),
	approved: flag,
	releaseGroup: textOrNull,
	language: textOrNull,
	mappedMovie: Joi.object({id: text, title: text, year: integerOrNull}).allow(null),
	mappedSeries: Joi.object({id: text, title: text}).allow(null),
	mappedEpisode: Joi.object({seasonNumber: integer, episodeNumber: integer}).allow(null),
}).meta({schemaName: 'Release'});

const indexerResult = Joi.object({
	indexerId: text,
	indexerName: text,
	resultCount: integer,
	status: oneOf(indexerResultStatuses),
	errorMessage: textOrNull,
}).meta({schemaName: 'IndexerResult'});

export const searchOperations: Operations = {
	'GET /api/search': {
		summary: 'Search releases over the indexers',
		replies: {
			200: Joi.object({
				releases: listOf(release),
				indexerResults: listOf(indexerResult),
				totalResults: integer,
				searchDuration: number,
				searchTime: timestamp,
			}),
		},
		failures: [404, 502],
	},
};
