import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {integerOrNull, oneOf, pageOf, stamps, text, textOrNull, texts, timestamp} from '#api/http/replies/reply-fields.ts';
import {protocols} from '#shared/domain/release/release.ts';

const entry = Joi.object({
	id: text,
	title: text,
	guid: textOrNull,
	infoHash: textOrNull,
	indexer: textOrNull,
	indexerId: textOrNull,
	protocol: oneOf(protocols),
	size: integerOrNull,
	reason: text,
	movieId: textOrNull,
	seriesId: textOrNull,
	episodeIds: texts,
	addedAt: timestamp,
	...stamps,
}).meta({schemaName: 'BlocklistEntry'});

export const blocklistOperations: Operations = {
	'GET /api/blocklist': {summary: 'List blocklisted releases, newest first', replies: {200: pageOf('blocklist', entry)}},
	'GET /api/blocklist/:id': {summary: 'Show a blocklisted release', replies: {200: entry}},
	'POST /api/blocklist': {summary: 'Blocklist a release', replies: {201: entry}, failures: [409]},
	'DELETE /api/blocklist/:id': {summary: 'Take a release off the blocklist', replies: {204: null}},
};
