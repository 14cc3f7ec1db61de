import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {integer, integerOrNull, oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {exclusionTypes, type ImportExclusion} from '#shared/store/libraries/import-exclusions.ts';

export const importExclusion = viewOf<ImportExclusion>()(
	{id: text, type: oneOf(exclusionTypes), metaId: integer, title: text, year: integerOrNull, ...stamps},
	'ImportExclusion',
);

export const importExclusionsOperations: Operations = {
	'GET /api/import-exclusions': {
		id: 'listImportExclusions',
		summary: 'List titles that are never added automatically',
		replies: {200: pageOf('importExclusions', importExclusion)},
	},
	'GET /api/import-exclusions/:id': {id: 'getImportExclusion', summary: 'Show an import exclusion', replies: {200: importExclusion.schema}},
	'POST /api/import-exclusions': {
		id: 'addImportExclusion',
		summary: 'Add an import exclusion',
		replies: {201: importExclusion.schema},
		failures: [409],
	},
	'PUT /api/import-exclusions/:id': {
		id: 'updateImportExclusion',
		summary: 'Change an import exclusion',
		replies: {200: importExclusion.schema},
		failures: [409],
	},
	'DELETE /api/import-exclusions/:id': {id: 'deleteImportExclusion', summary: 'Delete an import exclusion', replies: {204: null}},
};
