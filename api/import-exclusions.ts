import Joi from 'joi';
import {idParams, nameField, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {integer, integerOrNull, oneOf, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {exclusionTypes, type ImportExclusion, type NewImportExclusion} from '#shared/store/libraries/import-exclusions.ts';

const libraryText = 'Library that does not get the title; null for all of them.';
const fields = {
	type: Joi.string().valid(...exclusionTypes),
	metaId: Joi.number().integer().min(1).max(2_147_483_647),
	title: nameField(500),
	year: Joi.number().integer().min(1800).max(3000).allow(null),
	libraryId: Joi.string().max(100).allow(null).description(libraryText),
};
const listQuery = Joi.object<PageQuery, true>(pageFields());
const addBody = Joi.object<NewImportExclusion, true>({
	type: fields.type.required(),
	metaId: fields.metaId.required(),
	title: fields.title.required(),
	year: fields.year.default(null),
	libraryId: fields.libraryId.default(null),
});
const editBody = Joi.object<Partial<NewImportExclusion>>({...fields, ...readOnlyFields()});

export function importExclusionsRoutes({importExclusions, libraries, now}: RouteDeps): Route[] {
	const findFaults = async ({body: {libraryId}}: CheckedBody<NewImportExclusion>) =>
		typeof libraryId === 'string' && !(await libraries.find(libraryId))
			? [{path: 'libraryId', message: 'libraryId must be the id of a library of /api/libraries, or null'}]
			: [];
	const path = '/api/import-exclusions';
	return [
		route(`GET ${path}`, {access: 'auth', query: listQuery}, async ({query}) => {
			const {importExclusions: rows, total} = await importExclusions.page(query);
			return ok({importExclusions: rows.map(importExclusion.present), pagination: presentPagination(query, total)});
		}),
		route(`GET ${path}/:id`, {access: 'auth', params: idParams}, async ({params}) =>
			ok(importExclusion.present(await importExclusions.get(params.id))),
		),
		route(`POST ${path}`, {access: 'admin', body: addBody, findFaults}, async ({body}) =>
			created(importExclusion.present(await importExclusions.add(body, now()))),
		),
		route(`PUT ${path}/:id`, {access: 'admin', params: idParams, body: editBody, findFaults}, async ({params, body}) => {
			const {id} = await importExclusions.get(params.id);
			return ok(importExclusion.present(await importExclusions.change(id, body, now())));
		}),
		route(`DELETE ${path}/:id`, {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await importExclusions.get(params.id);
			await importExclusions.remove(id);
			return noContent;
		}),
	];
}

const importExclusion = viewOf<ImportExclusion>()(
	{
		id: text,
		type: oneOf(exclusionTypes),
		metaId: integer,
		title: text,
		year: integerOrNull,
		libraryId: textOrNull.description(libraryText),
		...stamps,
	},
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
