import Joi from 'joi';
import type {ApiDeps} from '#api/deps.ts';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Reply, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {readLookupQuery} from '#shared/domain/matching/lookup-query.ts';
import {type FoundTitle, type LookUpTitles, lookUpTitles} from '#shared/jobs/refresh.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {inLibraryOf, type LookedUpTitle, lookedUpTitle} from './http/looked-up-title.ts';
import {readCopies} from './http/title-copies.ts';

export function lookupRoutes(deps: RouteDeps): Route[] {
	const {images, movies, series} = deps;
	const options = {access: 'write', limit: 'lookups', query: lookupQuery} as const;
	return [
		route('GET /api/lookup/movies', options, ({query}) => lookUp('movie', query.query)),
		route('GET /api/lookup/series', options, ({query}) => lookUp('series', query.query)),
	];

	async function lookUp(kind: LookUpTitles['kind'], query: string): Promise<Reply> {
		const subject = readLookupQuery(query);
		if (subject === null) {
			throw invalid([{path: 'query', message: 'query must be a title, or an id as in tmdb:603, imdb:tt0133093 or tvdb:81189'}]);
		}
		const titles = await askTitles({kind, subject}, deps);
		const metaIds = titles.map(({metaId}) => metaId);
		const copies = await readCopies(metaIds, kind === 'movie' ? movies : series);
		const results = titles.map(title => ({...images.inRecord(title), ...inLibraryOf(copies(title.metaId))}));
		return ok(lookup.present({results}));
	}
}

/** People type a title, correct it, and come back to it. */
const cachedMs = 5 * minuteMs;

/** Asks a worker for the titles, unless the same was asked a moment ago. */
async function askTitles(asked: LookUpTitles, deps: ApiDeps): Promise<FoundTitle[]> {
	const {producer: redis, prefix, settings} = deps;
	const answers = createHandOver<FoundTitle[]>({redis, prefix, name: 'lookup', ttlMs: cachedMs, isOptional: true});
	const question = JSON.stringify([asked, settings.get('meta.language')]).toLowerCase();
	const known = await answers.get(question);
	if (known) {
		return known;
	}
	const {titles} = await askProvider(deps, lookUpTitles, {payload: asked, about: 'title'});
	await answers.put(question, titles);
	return titles;
}

export interface LookupQuery {
	query: string;
}
const lookupQuery = Joi.object<LookupQuery, true>({
	query: Joi.string()
		.trim()
		.min(1)
		.max(200)
		.required()
		.description('A title, with or without its year, or an id: tmdb:603, imdb:tt0133093, tvdb:81189.'),
});

const lookup = viewOf<{results: LookedUpTitle[]}>()({results: lookedUpTitle.list});

export const lookupOperations: Operations = {
	'GET /api/lookup/movies': {
		id: 'lookUpMovies',
		summary: 'Find movies at the metadata provider by title or id',
		replies: {200: lookup.schema},
		failures: [502],
	},
	'GET /api/lookup/series': {
		id: 'lookUpSeries',
		summary: 'Find series at the metadata provider by title or id',
		replies: {200: lookup.schema},
		failures: [502],
	},
};
