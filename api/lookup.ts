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
import {monitorChoices} from '#shared/domain/media/monitor-seasons.ts';
import {seriesStatuses, seriesTypes} from '#shared/domain/media/series.ts';
import {lookUpTitle, type TitleFacts} from '#shared/jobs/look-up.ts';
import {type FoundTitle, type LookUpTitles, lookUpTitles} from '#shared/jobs/refresh.ts';
import {integer, integerOrNull, numberOrNull, oneOf, orNull, textOrNull, texts} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {inLibraryOf, type LookedUpTitle, lookedUpTitle} from './http/looked-up-title.ts';
import {readCopies} from './http/title-copies.ts';

export function lookupRoutes(deps: RouteDeps): Route[] {
	const {images, movies, series} = deps;
	const options = {access: 'write', limit: 'lookups', query: lookupQuery} as const;
	const ofOne = {access: 'write', limit: 'lookups', params: metaIdParams} as const;
	return [
		route('GET /api/lookup/movies', options, ({query}) => lookUp('movie', query.query)),
		route('GET /api/lookup/series', options, ({query}) => lookUp('series', query.query)),
		route('GET /api/lookup/movies/:metaId', ofOne, ({params}) => factsOf('movie', params.metaId)),
		route('GET /api/lookup/series/:metaId', ofOne, ({params}) => factsOf('series', params.metaId)),
	];

	/** The provider is asked once in five minutes, as for titles. */
	async function factsOf(kind: LookUpTitles['kind'], metaId: number): Promise<Reply> {
		const answers = answersOf<TitleFacts>(deps);
		const question = questionOf({kind, facts: metaId}, deps);
		const known = await answers.get(question);
		const facts = known ?? (await askProvider(deps, lookUpTitle, {payload: {kind, metaId}, about: 'title'})).facts;
		await (known ? null : answers.put(question, facts));
		return ok(titleFacts.present(facts));
	}

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
	const answers = answersOf<FoundTitle[]>(deps);
	const question = questionOf(asked, deps);
	const known = await answers.get(question);
	if (known) {
		return known;
	}
	const {titles} = await askProvider(deps, lookUpTitles, {payload: asked, about: 'title'});
	await answers.put(question, titles);
	return titles;
}

/** Answers of the provider, by question. */
const answersOf = <Answer>({producer: redis, prefix}: ApiDeps) =>
	createHandOver<Answer>({redis, prefix, name: 'lookup', ttlMs: cachedMs, isOptional: true});

const questionOf = (asked: object, {settings}: ApiDeps) => JSON.stringify([asked, settings.get('meta.language')]).toLowerCase();

interface MetaIdParams {
	metaId: number;
}
const metaIdParams = Joi.object<MetaIdParams, true>({metaId: Joi.number().integer().min(1).max(2_147_483_647).required()});

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

const seasonFacts = viewOf<TitleFacts['seasons'][number]>()(
	{
		seasonNumber: integer,
		episodes: integer.description('Episodes that the provider knows.'),
		aired: integer.description('Those of them that have aired.'),
	},
	'SeasonFacts',
);
const monitoringFacts = viewOf<TitleFacts['monitoring'][number]>()(
	{
		monitor: oneOf(monitorChoices),
		episodes: integer.description('Aired episodes that would be searched.'),
		seasons: integer.description('Seasons that they are in.'),
	},
	'MonitoringFacts',
);
const titleFacts = viewOf<TitleFacts>()(
	{
		metaId: integer,
		imdbId: textOrNull,
		tvMetaId: integerOrNull,
		runtime: integerOrNull,
		genres: texts,
		certification: textOrNull,
		metaRating: numberOrNull,
		metaVoteCount: integerOrNull,
		studios: texts.description('Companies that made it.'),
		network: textOrNull,
		status: orNull(oneOf(seriesStatuses)).description('Whether a series continues; null for a movie.'),
		type: orNull(oneOf(seriesTypes)).description('How the provider numbers its episodes; null for a movie.'),
		seasons: {...seasonFacts.list, schema: seasonFacts.list.schema.description('The seasons of a series, with specials.')},
		monitoring: {
			...monitoringFacts.list,
			schema: monitoringFacts.list.schema.description('What each choice of `monitor` would search at once, for a new series.'),
		},
	},
	'TitleFacts',
);

export const lookupOperations: Operations = {
	'GET /api/lookup/movies/:metaId': {
		id: 'lookUpMovie',
		summary: 'Show what the metadata provider knows about a movie',
		replies: {200: titleFacts.schema},
		failures: [502],
	},
	'GET /api/lookup/series/:metaId': {
		id: 'lookUpOneSeries',
		summary: 'Show what the metadata provider knows about a series, and what adding it would search',
		replies: {200: titleFacts.schema},
		failures: [502],
	},
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
