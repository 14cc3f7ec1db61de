import Joi from 'joi';
import {type Caller, callerId} from '#api/http/access/callers.ts';
import {idParams, nameField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route, sortField} from '#api/http/route.ts';
import {moviesFilter} from '#api/movies/schema.ts';
import {seriesFilter} from '#api/series/schema.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';
import {anyObject, oneOf, stamps, text, textOrNull, typed} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {type CustomFilter, filteredKinds, type NewCustomFilter} from '#shared/store/accounts/custom-filters.ts';
import {movieSortFields} from '#shared/store/movies/movie-page.ts';
import {seriesSortFields} from '#shared/store/series/series-page.ts';

const kindText = 'The list that it is for.';
const conditionsText = 'Parameters of the list, as in its address; all of them must be met.';
const sortText = 'Order of the list; null for whatever it is sorted by.';
const sortFields = {movies: movieSortFields, series: seriesSortFields};

const body = Joi.object<NewCustomFilter, true>({
	kind: Joi.string()
		.valid(...filteredKinds)
		.required()
		.description(kindText),
	name: nameField(100).required(),
	conditions: Joi.object({...moviesFilter, ...seriesFilter})
		.required()
		.description(conditionsText),
	sort: sortField([...new Set([...movieSortFields, ...seriesSortFields])], 'title:asc')
		.allow(null)
		.default(null)
		.description(sortText),
}).example({kind: 'movies', name: 'Old and missing', conditions: {downloaded: false, maxYear: 1980}, sort: 'year:asc'});

/** Conditions that the list of this kind does not have. */
async function findFaults({body: {kind, conditions, sort}}: CheckedBody<NewCustomFilter>) {
	const known = kind === 'movies' ? moviesFilter : seriesFilter;
	const given = typeof conditions === 'object' && conditions !== null ? Object.keys(conditions) : [];
	const field = typeof sort === 'string' ? (sort.split(':')[0] ?? '') : null;
	const fields: readonly string[] = kind === undefined ? [] : (sortFields[kind] ?? []);
	return [
		...given.filter(name => !(name in known)).map(name => ({path: `conditions.${name}`, message: `${name} is no condition of ${kind}`})),
		...(field === null || fields.includes(field) ? [] : [{path: 'sort', message: `${kind} cannot be sorted by ${field}`}]),
	];
}

/** Routes know their caller. */
const ownerOf = (caller: Caller | null) => (caller ? callerId(caller) : '');

const unknown = (id: string) => new NotFound('custom_filter_not_found', `There is no custom filter with the id ${id}.`);

export function customFiltersRoutes({customFilters, now}: RouteDeps): Route[] {
	const path = '/api/custom-filters';
	return [
		route(`GET ${path}`, {access: 'auth'}, async ({caller}) =>
			ok({customFilters: (await customFilters.of(ownerOf(caller))).map(customFilter.present)}),
		),
		route(`POST ${path}`, {access: 'auth', body, findFaults}, async ({body: filter, caller}) =>
			created(customFilter.present(await customFilters.add(ownerOf(caller), filter, now()))),
		),
		route(`PUT ${path}/:id`, {access: 'auth', params: idParams, body, findFaults}, async ({params, body: filter, caller}) => {
			const changed = await customFilters.change(ownerOf(caller), params.id, filter, now());
			if (!changed) {
				throw unknown(params.id);
			}
			return ok(customFilter.present(changed));
		}),
		route(`DELETE ${path}/:id`, {access: 'auth', params: idParams}, async ({params, caller}) => {
			if (!(await customFilters.remove(ownerOf(caller), params.id))) {
				throw unknown(params.id);
			}
			return noContent;
		}),
	];
}

const customFilter = viewOf<CustomFilter>()(
	{
		id: text,
		kind: oneOf(filteredKinds).description(kindText),
		name: text,
		conditions: typed<CustomFilter['conditions'], Joi.ObjectSchema>(anyObject.description(conditionsText)),
		sort: textOrNull.description(sortText),
		...stamps,
	},
	'CustomFilter',
);

export const customFiltersOperations: Operations = {
	'GET /api/custom-filters': {
		id: 'listCustomFilters',
		summary: 'List the list filters that the caller has saved',
		replies: {200: objectOf({customFilters: customFilter.list})},
	},
	'POST /api/custom-filters': {
		id: 'addCustomFilter',
		summary: 'Save a filter of a list under a name, for the caller alone',
		replies: {201: customFilter.schema},
		failures: [409],
	},
	'PUT /api/custom-filters/:id': {
		id: 'updateCustomFilter',
		summary: 'Replace a filter of the caller',
		replies: {200: customFilter.schema},
		failures: [409],
	},
	'DELETE /api/custom-filters/:id': {id: 'deleteCustomFilter', summary: 'Delete a filter of the caller', replies: {204: null}},
};
