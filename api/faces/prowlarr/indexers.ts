import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type Indexer, isInUse} from '#shared/domain/indexers/indexer-record.ts';
import {eventDays, type IndexerStatistics, statisticsDays} from '#shared/store/providers/indexer-activity.ts';
import {type AppCall, type IndexerRoute, indexerRoute, shown} from '../faces.ts';
import {addable, implementations} from '../indexer-fields.ts';
import {createRecordTags, type RecordTags} from '../tables.ts';
import {FaceFailure} from '../wire.ts';
import {usualCategories} from './categories.ts';
import {fieldsOf, indexerWrites, newFieldsOf} from './indexer-writes.ts';
import {findShown, mostOfPage, type ShownCapabilities, type ShownIndexer, shownIndexers} from './shown-indexers.ts';

/**
 * How an indexer may be asked: by ids too, because our own search turns them into what its site understands. Null for
 * what it does not have.
 */
export function kindsOfSearch({kind}: Indexer, {known}: ShownCapabilities) {
	// A feed has no search.
	const isFeed = kind === 'rss';
	return {
		search: ['q'],
		'tv-search': isFeed || !known.tvSearch ? null : ['q', 'season', 'ep', 'imdbId', 'tvdbId', 'tmdbId'],
		'movie-search': isFeed || !known.movieSearch ? null : ['q', 'imdbId', 'tmdbId', 'year'],
	};
}

export function indexerRoutes(deps: RouteDeps): IndexerRoute[] {
	return [
		indexerRoute('GET indexer', async () => {
			const [all, tags] = await Promise.all([shownIndexers(deps), createRecordTags(deps)]);
			return shown(all.map(each => present(each, tags)));
		}),
		indexerRoute('GET indexer/:n', async call => shown(present(await findShown(call.number(), deps), await createRecordTags(deps)))),
		indexerRoute('GET indexer/categories', async () => shown(usualCategories)),
		indexerRoute('GET indexer/schema', async () => shown(schemas())),
		...indexerWrites(async number => present(await findShown(number, deps), await createRecordTags(deps)), deps),
		// Homarr asks for it as for something to read.
		...['POST', 'GET'].map(method => indexerRoute(`${method} indexer/testall`, async call => shown(await testAll(call, deps)))),
		indexerRoute('GET indexerstatus', async () => shown((await shownIndexers(deps)).flatMap(each => presentStatus(each, deps.now())))),
		indexerRoute('GET indexerstats', async call => shown(await statistics(call, deps))),
	];
}

async function testAll(call: AppCall, deps: RouteDeps): Promise<object[]> {
	const results = [];
	for (const {record, number} of await shownIndexers(deps)) {
		if (record.enabled) {
			const failure = await testStored(record, call).then(
				() => null,
				(error: Error) => error,
			);
			const faults = failure === null ? [] : [{propertyName: '', errorMessage: failure.message, severity: 'error'}];
			results.push({id: number, isValid: failure === null, validationFailures: faults});
		}
	}
	return results;
}

async function testStored({id}: Indexer, call: AppCall): Promise<void> {
	await call.ask('POST /api/indexers/:id/test', {params: {id}}).catch((error: Error & {code?: string}) => {
		throw error.code?.startsWith('indexer') || error.name === 'Invalid' ? new FaceFailure(400, error.message) : error;
	});
}

function present({record, number, protocol, privacy, capabilities}: ShownIndexer, tags: RecordTags) {
	const {kind, name, priority, createdAt, url, definition} = record;
	const implementation = implementations[kind];
	const kinds = kindsOfSearch(record, capabilities);
	return {
		id: number,
		name,
		fields: fieldsOf(record, protocol),
		...implementation,
		infoLink: 'https://wiki.servarr.com/prowlarr/supported-indexers',
		tags: tags.numbersOf(record.tags),
		indexerUrls: [url],
		legacyUrls: [],
		definitionName: definition ?? implementation?.implementation ?? name,
		description: '',
		language: 'en-US',
		encoding: 'utf-8',
		enable: isInUse(record),
		redirect: false,
		supportsRss: true,
		supportsSearch: kind !== 'rss',
		supportsRedirect: false,
		supportsPagination: false,
		appProfileId: profile.id,
		protocol,
		privacy,
		capabilities: {
			limitsMax: capabilities.limitsMax,
			limitsDefault: capabilities.limitsDefault,
			categories: capabilities.categories,
			supportsRawSearch: false,
			searchParams: kinds.search,
			tvSearchParams: kinds['tv-search'] ?? [],
			movieSearchParams: kinds['movie-search'] ?? [],
			musicSearchParams: [],
			bookSearchParams: [],
		},
		priority,
		downloadClientId: 0,
		added: createdAt,
		sortName: name.toLowerCase(),
	};
}

/** What may be added: sites that have a definition are added on the page. */
function schemas(): object[] {
	return (['newznab', 'torznab'] as const).map(kind => ({
		...{id: 0, name: '', fields: newFieldsOf(kind), ...addable[kind], infoLink: 'https://wiki.servarr.com/prowlarr/supported-indexers'},
		...{tags: [], presets: [], indexerUrls: [], legacyUrls: [], definitionName: addable[kind].implementation, description: ''},
		...{language: 'en-US', encoding: 'utf-8', enable: true, redirect: false, supportsRss: true, supportsSearch: true},
		...{supportsRedirect: false, supportsPagination: false, appProfileId: profile.id, privacy: 'private', priority: 25},
		...{downloadClientId: 0, sortName: '', added: '0001-01-01T00:00:00Z'},
		capabilities: {
			...{limitsMax: mostOfPage, limitsDefault: mostOfPage, categories: usualCategories, supportsRawSearch: false},
			...{searchParams: ['q'], tvSearchParams: [], movieSearchParams: [], musicSearchParams: [], bookSearchParams: []},
		},
	}));
}

/** There is one for all: which indexer is used for what is set at each. */
export const profile = {
	id: 1,
	name: 'Standard',
	enableRss: true,
	enableAutomaticSearch: true,
	enableInteractiveSearch: true,
	minimumSeeders: 1,
};

/** Only those that are left alone after failures. */
function presentStatus({record: {disabledUntil, updatedAt}, number}: ShownIndexer, now: Date): object[] {
	if (!disabledUntil || disabledUntil <= now) {
		return [];
	}
	const failedAt = updatedAt < now ? updatedAt : now;
	return [{id: number, indexerId: number, disabledTill: disabledUntil, mostRecentFailure: failedAt, initialFailure: failedAt}];
}

const counted = {
	numberOfQueries: 'queries',
	numberOfGrabs: 'grabs',
	numberOfRssQueries: 'rss',
	numberOfAuthQueries: 'logins',
	numberOfFailedQueries: 'failedQueries',
	numberOfFailedGrabs: 'failedGrabs',
	numberOfFailedRssQueries: 'failedRss',
	numberOfFailedAuthQueries: 'failedLogins',
} as const satisfies Record<string, keyof IndexerStatistics>;

type Counts = Pick<IndexerStatistics, 'indexerId' | 'answers' | 'answerMs' | (typeof counted)[keyof typeof counted]>;

/**
 * What was done from one moment to another. Some programs ask for the time since they asked last and add it up, so days
 * will do only where single uses are forgotten.
 */
async function usesBetween(query: AppCall['query'], {indexerActivity, now}: RouteDeps): Promise<{used: Counts[]; later: Counts[]}> {
	const at = now();
	const [start, end] = [query.date('startDate'), query.date('endDate')];
	if (start && Number(at) - Number(start) < eventDays * dayMs) {
		return {used: await indexerActivity.between(start, end ?? at), later: []};
	}
	const daysSince = (date: Date | null) => (date ? Math.floor(Number(at) / dayMs) - Math.floor(Number(date) / dayMs) : null);
	const count = Math.min(Math.max((daysSince(start) ?? statisticsDays) + 1, 1), statisticsDays);
	const later = Math.min(Math.max(daysSince(end) ?? 0, 0), count);
	const [used, sinceThen] = await Promise.all([
		indexerActivity.statistics(count, at),
		later > 0 ? indexerActivity.statistics(later, at) : [],
	]);
	return {used, later: sinceThen};
}

async function statistics({query}: AppCall, deps: RouteDeps) {
	const wanted = new Set(query.numbers('indexers'));
	const [{used: all, later: sinceThen}, stored] = await Promise.all([usesBetween(query, deps), shownIndexers(deps)]);
	const before = new Map(sinceThen.map(each => [each.indexerId, each]));
	const used = new Map(all.map(each => [each.indexerId, each]));
	const indexers = stored
		.filter(({number}) => wanted.size === 0 || wanted.has(number))
		.map(({record, number}) => {
			const of = (name: (typeof counted)[keyof typeof counted] | 'answers' | 'answerMs') =>
				(used.get(record.id)?.[name] ?? 0) - (before.get(record.id)?.[name] ?? 0);
			const counts = Object.fromEntries(Object.entries(counted).map(([name, own]) => [name, of(own)]));
			const mean = of('answers') > 0 ? Math.round(of('answerMs') / of('answers')) : 0;
			return {indexerId: number, indexerName: record.name, averageResponseTime: mean, averageGrabResponseTime: 0, ...counts};
		});
	// Which program asked is not counted.
	return {id: 1, indexers, userAgents: [], hosts: []};
}
