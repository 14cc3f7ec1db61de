import Joi from 'joi';
import {type IdParams, idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {
	type countNames,
	type IndexerAction,
	type IndexerDay,
	type IndexerStatistics,
	indexerActions,
	type LoggedEvent,
	statisticsDays,
} from '#shared/store/providers/indexer-activity.ts';

interface StatisticsQuery {
	days: number;
}
const statisticsQuery = Joi.object<StatisticsQuery, true>({
	days: Joi.number()
		.integer()
		.min(1)
		.max(statisticsDays)
		.default(30)
		.description(`The latest days of UTC that are added up, today included; ${statisticsDays} are kept.`),
});

interface HistoryQuery extends PageQuery {
	action?: IndexerAction;
}
const historyQuery = Joi.object<HistoryQuery, true>({
	...pageFields(),
	action: Joi.string()
		.valid(...indexerActions)
		.description('Only these.'),
});

/** Before the routes of single indexers, whose path takes any word as an id. */
export function indexerActivityRoutes({indexerActivity, indexers, now}: RouteDeps): Route[] {
	return [
		route('GET /api/indexers/statistics', {access: 'auth', query: statisticsQuery}, async ({query: {days}}) => {
			const [found, stored] = await Promise.all([indexerActivity.statistics(days, now()), indexers.list()]);
			const names = new Map(stored.map(({id, name}) => [id, name]));
			const named = found.map(({name, ...each}) => ({
				...each,
				name: names.get(each.indexerId) ?? name,
				isStored: names.has(each.indexerId),
			}));
			return ok(statistics.present({days, indexers: named}));
		}),
		route(
			'GET /api/indexers/:id/history',
			{access: 'admin', params: idParams, query: historyQuery},
			async ({params, query}: {params: IdParams; query: HistoryQuery}) => {
				const {id: indexerId} = await indexers.get(params.id);
				const {events, total} = await indexerActivity.page({...query, indexerId}, now());
				return ok({events: events.map(event.present), pagination: presentPagination(query, total)});
			},
		),
	];
}

const counted = {
	queries: integer.description('Searches that asked it.'),
	failedQueries: integer.description('Searches that it did not answer.'),
	rss: integer.description('Times that its feed was read.'),
	failedRss: integer.description('Times that its feed could not be read.'),
	grabs: integer.description('Releases that were to be fetched from it, also by a magnet link.'),
	failedGrabs: integer.description('Releases that could not be fetched.'),
	logins: integer.description('Logins to its site.'),
	failedLogins: integer.description('Logins that its site refused.'),
	requests: integer.description('Requests that its searches and feeds took: further pages, capabilities and logins included.'),
	releases: integer.description('Releases in its answers.'),
	answers: integer.description('Answers whose time was measured: those of searches and feeds that did not fail.'),
	answerMs: integer.description('Milliseconds of all these answers together.'),
} satisfies Record<(typeof countNames)[number], typeof integer>;

const day = viewOf<IndexerDay>()(
	{
		day: text.description('Such as 2026-11-28, in UTC.'),
		queries: counted.queries,
		rss: counted.rss,
		grabs: counted.grabs,
		requests: counted.requests,
		failures: integer.description('Failures of all kinds.'),
	},
	'IndexerDay',
);

type Named = IndexerStatistics & {isStored: boolean};

const ofIndexer = viewOf<Named>()(
	{
		indexerId: text,
		name: text.description('Its name, or the last one of an indexer that was removed.'),
		isStored: flag.description('Whether it is still there.'),
		...counted,
		meanMs: integerOrNull.description('Mean time of an answer in milliseconds, without our own waiting; null without an answer.'),
		p95Ms: integerOrNull.description('Milliseconds within which 95 of 100 answers came, estimated from the counted ranges.'),
		days: {...day.list, schema: day.list.schema.description('The days on which it was used, at most the latest 30.')},
	},
	'IndexerStatistics',
);

const statistics = viewOf<{days: number; indexers: Named[]}>()({
	days: integer.description('The days that were added up.'),
	indexers: ofIndexer.list,
});

const event = viewOf<LoggedEvent>()(
	{
		id: text,
		at: timestamp.description('When it ended.'),
		action: oneOf(indexerActions).description('A search (query), a read of the feed (rss), a grab or a login.'),
		subject: textOrNull.description('What was searched, or the release; null for feeds and logins.'),
		error: textOrNull.description('Why it failed; null for a success.'),
		answerMs: integerOrNull.description('Milliseconds until the whole answer was there; null where it is not measured.'),
		requests: integer.description('Requests that it took.'),
		releases: integer.description('Releases in the answer.'),
	},
	'IndexerEvent',
);

export const indexerActivityOperations: Operations = {
	'GET /api/indexers/statistics': {
		id: 'getIndexerStatistics',
		summary: 'Show how often each indexer was used, and how it answered',
		replies: {200: statistics.schema},
	},
	'GET /api/indexers/:id/history': {
		id: 'listIndexerHistory',
		summary: 'List searches, feeds, grabs and logins of an indexer in the last two weeks, newest first',
		replies: {200: pageOf('events', event)},
	},
};
