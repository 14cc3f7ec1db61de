import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	connectionWorks,
	flag,
	integer,
	integerOrNull,
	listOf,
	number,
	numberOrNull,
	oneOf,
	stamps,
	text,
	textOrNull,
	texts,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {indexerKinds, indexerStatuses} from '#shared/domain/indexers/indexer-record.ts';

const indexer = Joi.object({
	id: text,
	name: text,
	kind: oneOf(indexerKinds),
	url: text,
	apiPath: text,
	apiKey: textOrNull,
	categories: listOf(integer),
	enabled: flag,
	priority: integer,
	minimumSeeders: integerOrNull,
	seedRatio: numberOrNull,
	seedTimeMinutes: integerOrNull,
	queryLimit: integerOrNull,
	grabLimit: integerOrNull,
	limitUnit: oneOf(['hour', 'day']),
	timeoutSeconds: integer,
	minimumIntervalSeconds: number,
	downloadClientId: textOrNull,
	captcha: flag,
	tags: texts.description('Names or ids of the libraries that it is for; empty for all titles.'),
	status: oneOf(indexerStatuses),
	lastError: textOrNull,
	disabledUntil: timestampOrNull,
	capabilities: Joi.object().unknown().allow(null),
	...stamps,
}).meta({schemaName: 'Indexer'});

export const indexersOperations: Operations = {
	'GET /api/indexers': {summary: 'List indexers', replies: {200: Joi.object({indexers: listOf(indexer)})}},
	'GET /api/indexers/:id': {summary: 'Show an indexer', replies: {200: indexer}},
	'POST /api/indexers': {summary: 'Add an indexer', replies: {201: indexer}, failures: [409]},
	'POST /api/indexers/test': {summary: 'Try the settings of an indexer that is not stored', replies: {200: connectionWorks}},
	'PUT /api/indexers/:id': {summary: 'Change an indexer', replies: {200: indexer}, failures: [409]},
	'DELETE /api/indexers/:id': {summary: 'Delete an indexer', replies: {204: null}},
	'POST /api/indexers/:id/test': {summary: 'Try a stored indexer', replies: {200: connectionWorks}, failures: [400]},
};
