import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
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
	timestamp,
	timestampOrNull,
} from '#api/http/reply-fields.ts';
import {backfillStatuses, libraryTypes} from '#shared/domain/media/library.ts';
import {unmatchedReasons} from '#shared/store/scanned-file-schema.ts';

const fields = {
	id: text,
	name: text,
	type: oneOf(libraryTypes),
	rootFolderId: text,
	qualityProfileId: text,
	languageProfileId: text,
	enabled: flag,
	monitored: flag,
	itemCount: integer,
	createdAt: timestamp,
};
const named = {id: text, name: text};

const library = Joi.object({...fields, updatedAt: timestamp}).meta({schemaName: 'Library'});
const newLibrary = Joi.object({...fields, backfillEnabled: flag}).meta({schemaName: 'NewLibrary'});
const libraryDetail = Joi.object({
	...fields,
	updatedAt: timestamp,
	rootFolder: Joi.object({...named, path: text}).allow(null),
	qualityProfile: Joi.object(named).allow(null),
	languageProfile: Joi.object(named).allow(null),
	backfillEnabled: flag,
	backfillStatus: oneOf(backfillStatuses),
	lastScanAt: timestampOrNull,
}).meta({schemaName: 'LibraryDetail'});

const unmatchedFile = Joi.object({
	id: text,
	path: text,
	size: integer,
	reason: oneOf(unmatchedReasons),
	candidates: listOf(Joi.object({metaId: integer, title: text, year: integerOrNull})),
}).meta({schemaName: 'UnmatchedFile'});

export const librariesOperations: Operations = {
	'GET /api/libraries': {summary: 'List libraries', replies: {200: Joi.object({libraries: listOf(library)})}},
	'POST /api/libraries': {summary: 'Make a library', replies: {201: newLibrary}, failures: [409]},
	'GET /api/libraries/:id': {summary: 'Show a library', replies: {200: libraryDetail}},
	'PUT /api/libraries/:id': {summary: 'Change a library', replies: {200: changed}, failures: [409]},
	'DELETE /api/libraries/:id': {
		summary: 'Delete a library; its titles stay',
		replies: {200: Joi.object({success: isTrue, id: text, orphanedItems: integer})},
	},
	'POST /api/libraries/:id/backfill': {
		summary: "Take in what lies in a library's root folder",
		replies: {202: Joi.object({success: isTrue, taskId: text, estimatedItems: integer})},
		failures: [409],
	},
	'GET /api/libraries/:id/unmatched': {
		summary: 'List files that stand for no title',
		replies: {200: pageOf('files', unmatchedFile)},
	},
	'POST /api/libraries/:id/unmatched/:fileId/match': {
		summary: 'Say which title a file is',
		replies: {200: Joi.object({success: isTrue, id: text, titleId: text, message: text})},
		failures: [409, 502],
	},
};
