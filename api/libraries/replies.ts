import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	changed,
	flag,
	integer,
	integerOrNull,
	isTrue,
	listOf,
	oneOf,
	pageOf,
	text,
	textOrNull,
	timestamp,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {backfillStatuses, libraryTypes} from '#shared/domain/media/library.ts';

const newFields = {
	id: text,
	name: text,
	type: oneOf(libraryTypes),
	rootFolderId: text,
	qualityProfileId: text,
	languageProfileId: textOrNull,
	enabled: flag,
	monitored: flag,
	itemCount: integer,
	createdAt: timestamp,
};
const fields = {...newFields, updatedAt: timestamp};
const named = {id: text, name: text};

const library = Joi.object(fields).meta({schemaName: 'Library'});
const libraryDetail = Joi.object({
	...fields,
	rootFolder: Joi.object({...named, path: text}).allow(null),
	qualityProfile: Joi.object(named).allow(null),
	languageProfile: Joi.object(named).allow(null),
	backfillEnabled: flag,
	backfillStatus: oneOf(backfillStatuses),
	lastScanAt: timestampOrNull,
}).meta({schemaName: 'LibraryDetail'});

const unmatched = Joi.object({
	id: text,
	path: text,
	size: integer,
	reason: textOrNull,
	candidates: listOf(Joi.object({metaId: integer, title: text, year: integerOrNull})),
}).meta({schemaName: 'UnmatchedFile'});

export const librariesOperations: Operations = {
	'GET /api/libraries': {summary: 'List custom libraries', replies: {200: Joi.object({libraries: listOf(library)})}},
	'POST /api/libraries': {
		summary: 'Add a custom library',
		replies: {201: Joi.object({...newFields, backfillEnabled: flag})},
		failures: [409],
	},
	'GET /api/libraries/:id': {summary: 'Show a custom library', replies: {200: libraryDetail}},
	'PUT /api/libraries/:id': {summary: 'Change a custom library', replies: {200: changed}, failures: [409]},
	'DELETE /api/libraries/:id': {
		summary: 'Delete a custom library; its titles stay',
		replies: {200: Joi.object({success: isTrue, id: text, orphanedItems: integer})},
	},
	'POST /api/libraries/:id/backfill': {
		summary: 'Take in what lies below the root folder',
		replies: {202: Joi.object({success: isTrue, taskId: text, estimatedItems: integer})},
		failures: [409],
	},
	'GET /api/libraries/:id/unmatched': {summary: 'List files that belong to no title', replies: {200: pageOf('files', unmatched)}},
	'POST /api/libraries/:id/unmatched/:fileId/match': {
		summary: 'Say which title a file is',
		replies: {200: Joi.object({success: isTrue, id: text, titleId: text, message: text})},
		failures: [409, 502],
	},
};
