import Joi from 'joi';
import {askPool} from '#api/http/asks/ask-workers.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type PageQuery, pageFields, pageOf, presentPagination, queryFlag, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {CatalogueEntry} from '#shared/domain/definitions/catalogue.ts';
import {type ListedDefinition, listDefinitions, showDefinition} from '#shared/jobs/connections.ts';
import {flag, integers, numberOrNull, oneOf, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

const path = '/api/indexer-definitions';
const privacies = ['private', 'semi-private', 'public'] as const;
/** Milliseconds. All known sites take about five seconds the first time. */
const answerMs = 20_000;

interface DefinitionsQuery extends PageQuery {
	search?: string;
	language?: string;
	privacy?: CatalogueEntry['privacy'];
	type?: 'movies' | 'series';
	categories?: string;
	adult: boolean;
	faulty: boolean;
}
const definitionsQuery = Joi.object<DefinitionsQuery, true>({
	...pageFields({limit: 50}),
	search: Joi.string().max(100).description('Part of a name or description.'),
	language: Joi.string().max(20).description('Only sites in this language, such as `en-US`.'),
	privacy: Joi.string()
		.valid(...privacies)
		.description('Only sites that everybody, or only members, may use.'),
	type: Joi.string().valid('movies', 'series').description('Only sites that have movies, or series.'),
	categories: Joi.string()
		.max(100)
		.pattern(/^\d{4,6}(?:,\d{4,6})*$/, 'numbers with commas between them')
		.description('Only sites that have all of these standard categories, such as `5000,5070`; whole thousands stand for all below them.'),
	adult: queryFlag().default(false).description('Also sites of which all is for adults.'),
	faulty: queryFlag().default(false).description('Only files that cannot be used.'),
});

const keyParams = Joi.object<{key: string}, true>({
	key: Joi.string().max(200).required().description('Name of the file without `.yml`.'),
});

const fault = viewOf<ListedDefinition['faults'][number]>()(
	{
		place: text.description('Where in the file; empty for all of it.'),
		reason: text.description('What is wrong, in words.'),
		isFatal: flag.description('Whether the site cannot be searched because of it.'),
	},
	'DefinitionFault',
);
const needs = viewOf<CatalogueEntry['needs']>()({
	solver: flag.description('Its pages are behind a challenge.'),
	captcha: flag.description('Logging in takes a captcha that a person reads.'),
	cookie: flag.description('It takes the cookie of a browser.'),
	secondFactor: flag.description('Logging in takes a code of a second device.'),
});
const entry = viewOf<CatalogueEntry>()({
	name: text,
	description: textOrNull,
	language: textOrNull,
	privacy: oneOf(privacies).description('Whether everybody, or only members, may use it.'),
	links: texts.description('Addresses of the site; the first is the usual one.'),
	categories: integers.description('Standard numbers of its categories.'),
	hasMovies: flag.description('It has categories of movies.'),
	hasSeries: flag.description('It has categories of series.'),
	isAdultOnly: flag.description('All of it is for adults.'),
	needs,
});
const listed = {
	key: text.description('Name of the file without `.yml`; the `definition` of an indexer.'),
	entry: entry.orNull,
	faults: fault.list,
	isOwn: flag.description('It is in the folder, not in the package.'),
};
const definition = viewOf<ListedDefinition>()(listed, 'IndexerDefinition');

interface FormSetting {
	name: string;
	type: string;
	label: string | null;
	default: string | null;
	options: readonly (readonly [string, string])[];
}
const option = viewOf<readonly [string, string]>()({
	value: from(text, ([value]: readonly [string, string]) => value),
	label: from(text, ([, label]: readonly [string, string]) => label),
});
const setting = viewOf<FormSetting>()({
	name: text.description('Key in the `settings` of the indexer.'),
	type: text.description('`text`, `password`, `checkbox`, `select`, `multi-select`, or a kind of `info`, which takes no value.'),
	label: textOrNull,
	default: textOrNull,
	options: option.list,
});
const shown = viewOf<ListedDefinition & {settings: readonly FormSetting[]; requestDelaySeconds: number | null}>()(
	{
		...listed,
		// Programs that check the document take an example with a type and a default for a schema.
		settings: {...setting.list, schema: setting.list.schema.example([])},
		requestDelaySeconds: numberOrNull.description(
			'Seconds that the site requires between two requests, which are always kept; null for none.',
		),
	},
	'IndexerDefinitionForm',
);

export function indexerDefinitionsRoutes(deps: RouteDeps): Route[] {
	return [
		route(`GET ${path}`, {access: 'admin', limit: 'lookups', query: definitionsQuery}, async ({query}) => {
			const {search = null, language = null, privacy = null, type = null, categories = '', ...rest} = query;
			const numbers = categories.split(',').filter(Boolean).map(Number);
			const wanted = {search, language, privacy, type, categories: numbers, ...rest};
			const {definitions, languages, total} = await askPool(deps, listDefinitions, wanted, answerMs);
			return ok({definitions: definitions.map(definition.present), languages, pagination: presentPagination(query, total)});
		}),
		route(`GET ${path}/:key`, {access: 'admin', limit: 'lookups', params: keyParams}, async ({params}) =>
			ok(shown.present(await askPool(deps, showDefinition, params, answerMs))),
		),
	];
}

export const indexerDefinitionsOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listIndexerDefinitions',
		summary: 'List the sites that definitions describe, those with movies or series first',
		replies: {200: pageOf('definitions', definition).append({languages: texts.description('Languages of all sites.')})},
	},
	[`GET ${path}/:key`]: {id: 'getIndexerDefinition', summary: 'Show a site and what it asks for', replies: {200: shown.schema}},
};
