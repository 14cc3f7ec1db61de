import Joi from 'joi';
import type {ApiDeps} from '#api/deps.ts';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {movieGenres, networks, seriesGenres, studios} from '#shared/domain/media/discovered-lists.ts';
import {type Discover, type Discovered, type DiscoverKind, discover, discoverKinds} from '#shared/jobs/collections.ts';
import {integer, texts} from '#shared/presenters/fields.ts';
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
			return ok(discovered.present({results, page: query.page, pages, ...choicesOf(query)}));
		}),
	];
}

interface DiscoverQuery {
	type: 'movie' | 'series';
	kind: DiscoverKind;
	metaId?: number;
	page: number;
	genre?: string;
	studio?: string;
	network?: string;
}
const discoverQuery = Joi.object<DiscoverQuery, true>({
	type: Joi.string().valid('movie', 'series').default('movie').description('Movies or series.'),
	kind: Joi.string()
		.valid(...discoverKinds)
		.default('popular')
		.description('`similar` needs `metaId`; `recommended` without it goes by the titles that were added last; `inCinemas` is for movies.'),
	metaId: Joi.number().integer().min(1).max(2_147_483_647).description('Id at the provider of the title that others are like.'),
	page: Joi.number().integer().min(1).max(500).default(1),
	genre: Joi.string()
		.valid(...new Set([...Object.keys(movieGenres), ...Object.keys(seriesGenres)]))
		.description('Only titles of this genre, with the kinds popular, upcoming and topRated; movies and series have their own.'),
	studio: Joi.string()
		.valid(...Object.keys(studios))
		.description('Only movies of this studio, with the kinds popular, upcoming and topRated.'),
	network: Joi.string()
		.valid(...Object.keys(networks))
		.description('Only series of this network, with the kinds popular, upcoming and topRated.'),
});

function toAsked({type, kind, page, ...query}: DiscoverQuery): Discover {
	const metaId = query.metaId ?? null;
	if (kind === 'similar' && metaId === null) {
		throw invalid([{path: 'metaId', message: 'metaId is required with the kind similar'}]);
	}
	if (kind === 'inCinemas' && type === 'series') {
		throw invalid([{path: 'kind', message: 'kind must not be inCinemas for series'}]);
	}
	return {...toFilters({type, kind, ...query}), type, kind, metaId: kind === 'similar' || kind === 'recommended' ? metaId : null, page};
}

const filteredKinds: readonly DiscoverKind[] = ['popular', 'upcoming', 'topRated'];

type Listed = Pick<DiscoverQuery, 'type' | 'kind'>;

/** By what a list can be filtered. */
function knownTo({type, kind}: Listed): Record<'genre' | 'studio' | 'network', Readonly<Record<string, number>>> {
	const isFiltered = filteredKinds.includes(kind);
	const isMovie = type === 'movie';
	return {
		genre: isFiltered ? (isMovie ? movieGenres : seriesGenres) : {},
		studio: isFiltered && isMovie ? studios : {},
		network: isFiltered && !isMovie ? networks : {},
	};
}

function choicesOf(listed: Listed) {
	const {genre, studio, network} = knownTo(listed);
	return {genres: Object.keys(genre), studios: Object.keys(studio), networks: Object.keys(network)};
}

/** @throws Invalid if the list cannot be filtered so */
function toFilters({type, kind, genre, studio, network}: Omit<DiscoverQuery, 'page'>): Pick<Discover, 'genreId' | 'makerId'> {
	const known = knownTo({type, kind});
	const given = Object.entries({genre, studio, network}).filter(([, value]) => value !== undefined) as [keyof typeof known, string][];
	const faults = given
		.filter(([path, value]) => known[path][value] === undefined)
		.map(([path, value]) => ({path, message: `the list ${kind} of type ${type} has no ${path} ${value}`}));
	if (faults.length > 0) {
		throw invalid(faults);
	}
	const genreId = known.genre[genre ?? ''];
	const makerId = known.studio[studio ?? ''] ?? known.network[network ?? ''];
	return {...(genreId !== undefined && {genreId}), ...(makerId !== undefined && {makerId})};
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
	genres: readonly string[];
	studios: readonly string[];
	networks: readonly string[];
}
const discovered = viewOf<DiscoveredPage>()({
	results: lookedUpTitle.list,
	page: integer,
	pages: integer.description('Number of pages that the provider has.'),
	genres: texts.description('Genres by which this list can be filtered.'),
	studios: texts.description('Studios by which this list can be filtered.'),
	networks: texts.description('Networks by which this list can be filtered.'),
});

export const discoverOperations: Operations = {
	'GET /api/discover': {
		id: 'discoverTitles',
		summary: 'Find titles that people may like, without those that an import exclusion hides',
		replies: {200: discovered.schema},
		failures: [404, 502],
	},
};
