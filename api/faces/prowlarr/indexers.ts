import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type Capabilities, historicCapabilities} from '#shared/domain/indexers/capabilities.ts';
import {type Indexer, isInUse} from '#shared/domain/indexers/indexer-record.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {type IndexerStatistics, statisticsDays} from '#shared/store/providers/indexer-activity.ts';
import {type AppCall, type IndexerRoute, indexerRoute, removed, shown} from '../faces.ts';
import {implementations, isAddable} from '../indexer-fields.ts';
import {createRecordTags, type RecordTags} from '../tables.ts';
import {FaceFailure, integerIn, notFound} from '../wire.ts';
import {type CategoryTree, usualCategories} from './categories.ts';

/** An indexer with what programs know of it. */
export interface ShownIndexer {
	record: Indexer;
	number: number;
	protocol: 'usenet' | 'torrent';
	privacy: 'public' | 'private';
	capabilities: ShownCapabilities;
}

interface ShownCapabilities {
	limitsMax: number;
	limitsDefault: number;
	categories: readonly CategoryTree[];
	known: Capabilities;
}

/** Those that can be searched, by number. Television over the network is none for these programs. */
export async function shownIndexers({indexers, numbers}: Pick<RouteDeps, 'indexers' | 'numbers'>): Promise<ShownIndexer[]> {
	const records = (await indexers.list()).filter(({kind}) => implementations[kind]);
	const own = await numbers.of(
		'indexer',
		records.map(({id}) => id),
	);
	return records
		.flatMap(record => {
			const number = own.get(record.id);
			return number === undefined ? [] : [toShown(record, number)];
		})
		.sort((a, b) => a.number - b.number);
}

/** Throws 404. */
export async function findShown(number: number, deps: Pick<RouteDeps, 'indexers' | 'numbers'>): Promise<ShownIndexer> {
	return (await shownIndexers(deps)).find(each => each.number === number) ?? missing();
}

function missing(): never {
	throw notFound();
}

/** Prowlarr's own page of an indexer says how many it takes at once. */
const mostOfPage = 100;

function toShown(record: Indexer, number: number): ShownIndexer {
	const known = {...historicCapabilities, ...(record.capabilities as Partial<Capabilities> | null)}; // as the test of a connection stored it
	const categories = known.categories.map(({id, name, children}) => ({id, name, subCategories: children}));
	return {
		record,
		number,
		protocol: implementations[record.kind]?.protocol ?? 'torrent',
		// No site says which it is; one that wants a key or a login is not for everybody.
		privacy: record.kind === 'newznab' || record.apiKey !== null || Object.keys(record.settings).length > 0 ? 'private' : 'public',
		capabilities: {
			limitsMax: Math.max(mostOfPage, known.maxPageSize),
			limitsDefault: mostOfPage,
			categories: categories.length > 0 ? categories : usualCategories,
			known,
		},
	};
}

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
		indexerRoute('POST indexer/test', async call => {
			const {record} = await findShown(integerIn(call.body, 'id') ?? 0, deps);
			await testStored(record, call);
			return removed;
		}),
		indexerRoute('POST indexer/testall', async call => {
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
			return shown(results);
		}),
		indexerRoute('GET indexerstatus', async () => shown((await shownIndexers(deps)).flatMap(each => presentStatus(each, deps.now())))),
		indexerRoute('GET indexerstats', async call => shown(await statistics(call, deps))),
	];
}

async function testStored({id}: Indexer, call: AppCall): Promise<void> {
	await call.ask('POST /api/indexers/:id/test', {params: {id}}).catch((error: Error & {code?: string}) => {
		throw error.code?.startsWith('indexer') || error.name === 'Invalid' ? new FaceFailure(400, error.message) : error;
	});
}

function present({record, number, protocol, privacy, capabilities}: ShownIndexer, tags: RecordTags) {
	const {kind, name, priority, createdAt, url, apiKey, definition} = record;
	const implementation = implementations[kind];
	const kinds = kindsOfSearch(record, capabilities);
	return {
		id: number,
		name,
		fields: [
			{order: 0, name: 'baseUrl', label: 'Base Url', value: url, type: 'textbox', advanced: false, privacy: 'normal', isFloat: false},
			...(isAddable(kind) && apiKey !== null
				? [
						{
							order: 1,
							name: 'apiKey',
							label: 'API Key',
							value: maskedSecret,
							type: 'textbox',
							advanced: false,
							privacy: 'apiKey',
							isFloat: false,
						},
					]
				: []),
		],
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

/** Uses are counted by day, so a part of a day counts as a whole one. */
async function statistics({query}: AppCall, deps: RouteDeps) {
	const {indexerActivity, now} = deps;
	const at = now();
	const daysSince = (date: Date | null) => (date ? Math.floor(Number(at) / dayMs) - Math.floor(Number(date) / dayMs) : null);
	const count = Math.min(Math.max((daysSince(query.date('startDate')) ?? statisticsDays) + 1, 1), statisticsDays);
	const later = Math.min(Math.max(daysSince(query.date('endDate')) ?? 0, 0), count);
	const wanted = new Set(query.numbers('indexers'));
	const [all, sinceThen, stored] = await Promise.all([
		indexerActivity.statistics(count, at),
		later > 0 ? indexerActivity.statistics(later, at) : [],
		shownIndexers(deps),
	]);
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
