import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {integer, integerOrNull, oneOf, pageOf, stamps, text} from '#api/http/replies/reply-fields.ts';
import {exclusionTypes} from '#shared/store/libraries/import-exclusions.ts';

const exclusion = Joi.object({id: text, type: oneOf(exclusionTypes), metaId: integer, title: text, year: integerOrNull, ...stamps}).meta({
	schemaName: 'ImportExclusion',
});

export const importExclusionsOperations: Operations = {
	'GET /api/import-exclusions': {
		summary: 'List titles that are never added by lists',
		replies: {200: pageOf('importExclusions', exclusion)},
	},
	'GET /api/import-exclusions/:id': {summary: 'Show an import exclusion', replies: {200: exclusion}},
	'POST /api/import-exclusions': {summary: 'Add an import exclusion', replies: {201: exclusion}, failures: [409]},
	'PUT /api/import-exclusions/:id': {summary: 'Change an import exclusion', replies: {200: exclusion}, failures: [409]},
	'DELETE /api/import-exclusions/:id': {summary: 'Delete an import exclusion', replies: {204: null}},
};
