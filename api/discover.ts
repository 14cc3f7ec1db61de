import Joi from 'joi';
import type {ApiDeps} from '#api/deps.ts';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {type Discover, type Discovered, type DiscoverKind, discover, discoverKinds} from '#shared/jobs/collections.ts';
import {integer} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {inLibraryOf, type LookedUpTitle, lookedUpTitle} from './http/looked-up-title.ts';
import {readCopies} from './http/title-copies.ts';

/** Milliseconds for which a list is shown as it is; the provider changes it once a day. */
const cachedMs = 6 * hourMs;

export function discoverRoutes(deps: RouteDeps): Route[] {
	const {images, movies, series, importExclusions} = deps;
	return [
		route('GET /api/discover', {access: 'write', limit: 'lookups', query: discoverQuery}, async ({query}) => {
			const {titles, pages} = await askTitles(toAsked(query), deps);
			const metaIds = titles.map(({metaId}) => metaId);
			const [copies, excluded] = await Promise.all([
				readCopies(metaIds, query.type === 'movie' ? movies : series),
				importExclusions.among(query.type, metaIds),
			]);
			const results = titles
				.filter(({metaId}) => !excluded.has(metaId))
				.map(title => ({...images.inRecord(title), ...inLibraryOf(copies(title.metaId))}));
			return ok(discovered.present({results, page: query.page, pages}));
		}),
	];
}

interface DiscoverQuery {
	type: 'movie' | 'series';
	kind: DiscoverKind;
	metaId?: number;
	page: number;
}
const discoverQuery = Joi.object<DiscoverQuery, true>({
	type: Joi.string().valid('movie', 'series').default('movie').description('Movies or series.'),
	kind: Joi.string()
		.valid(...discoverKinds)
		.default('popular')
		.description('`similar` needs `metaId`; `recommended` without it goes by the titles that were added last; `inCinemas` is for movies.'),
	metaId: Joi.number().integer().min(1).max(2_147_483_647).description('Id at the provider of the title that others are like.'),
	page: Joi.number().integer().min(1).max(500).default(1),
});

function toAsked({type, kind, page, ...query}: DiscoverQuery): Discover {
	const metaId = query.metaId ?? null;
	if (kind === 'similar' && metaId === null) {
		throw invalid([{path: 'metaId', message: 'metaId is required with the kind similar'}]);
	}
	if (kind === 'inCinemas' && type === 'series') {
		throw invalid([{path: 'kind', message: 'kind must not be inCinemas for series'}]);
	}
	return {type, kind, metaId: kind === 'similar' || kind === 'recommended' ? metaId : null, page};
}

/** Asks a worker, unless the same was asked in the last hours. */
async function askTitles(asked: Discover, deps: ApiDeps): Promise<Discovered> {
	const {producer: redis, prefix, settings} = deps;
	const answers = createHandOver<Discovered>({redis, prefix, name: 'discover', ttlMs: cachedMs, isOptional: true});
	const question = JSON.stringify([asked, settings.get('meta.language')]);
	const known = await answers.get(question);
	if (known) {
		return known;
	}
	const found = await askProvider(deps, discover, {payload: asked, about: 'series'});
	await answers.put(question, found);
	return found;
}

interface DiscoveredPage {
	results: LookedUpTitle[];
	page: number;
	pages: number;
}
const discovered = viewOf<DiscoveredPage>()({
	results: lookedUpTitle.list,
	page: integer,
	pages: integer.description('Number of pages that the provider has.'),
});

export const discoverOperations: Operations = {
	'GET /api/discover': {
		id: 'discoverTitles',
		summary: 'Find titles that people may like, without those that an import exclusion hides',
		replies: {200: discovered.schema},
		failures: [404, 502],
	},
};
