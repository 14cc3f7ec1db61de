import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {integerOrNull, oneOf, pageOf, stamps, text, textOrNull, texts, timestamp} from '#api/http/replies/reply-fields.ts';
import {historyEvents} from '#shared/store/downloads/history.ts';

const entry = Joi.object({
	id: text,
	event: oneOf(historyEvents),
	title: text,
	movieId: textOrNull,
	seriesId: textOrNull,
	episodeIds: texts,
	quality: textOrNull,
	qualityScore: integerOrNull,
	indexer: textOrNull,
	downloadClient: textOrNull,
	downloadId: textOrNull,
	data: Joi.object().unknown(),
	timestamp,
	...stamps,
}).meta({schemaName: 'HistoryEntry'});

export const historyOperations: Operations = {
	'GET /api/history': {summary: 'List what happened, newest first', replies: {200: pageOf('history', entry)}},
	'GET /api/history/:id': {summary: 'Show what happened', replies: {200: entry}},
	'DELETE /api/history/:id': {summary: 'Forget what happened', replies: {204: null}},
};
