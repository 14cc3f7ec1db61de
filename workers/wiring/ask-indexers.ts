import {healthRules, recordFailure, recordSuccess, withCappedPause} from '#shared/coordination/backoff.ts';
import {createHandOver, type HandOver} from '#shared/coordination/cache.ts';
import {createTurns} from '#shared/coordination/wait.ts';
import type {Counters} from '#shared/counters.ts';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import {describeSearch, mediaOf, type SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import {isForTitle} from '#shared/domain/media/tags.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {isFor} from '#shared/domain/scope.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import type {IndexerStore} from '#shared/store/providers/provider-stores.ts';
import type {AnswerTime, TakeAnswer} from '../integrations/indexers/answer-limits.ts';
import {downloadFromSite} from '../integrations/indexers/definition/download-from-site.ts';
import type {SiteDeps} from '../integrations/indexers/definition/site-deps.ts';
import type {FetchOptions} from '../integrations/indexers/fetch-release.ts';
import type {Indexer} from '../integrations/indexers/indexer.ts';
import type {IndexerRates} from '../integrations/indexers/indexer-rates.ts';
import {type AskedIndexer, type SearchResult, searchAll} from '../integrations/indexers/search-all.ts';
import {pausedOnes} from '../library/pauses.ts';
import type {FoundSoFar, WorkerDeps} from '../runtime/deps.ts';

interface SearchOptions
	extends Pick<
		WorkerDeps,
		| 'indexerActivity'
		| 'indexers'
		| 'log'
		| 'now'
		| 'openIndexer'
		| 'pauses'
		| 'prefix'
		| 'producer'
		| 'releaseGuids'
		| 'secrets'
		| 'settings'
	> {
	counters: Counters;
	/** These are for tests; see `searchAll`. */
	totalSeconds?: number;
	leastMs?: number;
}

/** Queries the stored indexers and records how each did, so that a failing one is paused for a while. */
export function createSearchIndexers({
	indexers,
	pauses,
	indexerActivity,
	log,
	releaseGuids,
	openIndexer,
	settings,
	counters,
	producer: redis,
	prefix,
	secrets,
	now,
	totalSeconds,
	leastMs = 0,
}: SearchOptions): Pick<WorkerDeps, 'searchIndexers' | 'recentReleases'> {
	const startedAt = now();
	// One line for all searches of this process.
	const takeTurn = createTurns();
	// Encrypted because addresses contain keys.
	const cachedAnswers = createHandOver<FoundRelease[]>({
		redis,
		prefix,
		secrets,
		name: 'search-answers',
		ttlMs: cachedAnswerMs,
		isOptional: true,
	});
	const askAll = async (stored: readonly IndexerRecord[], open: Open, {action, ...search}: Search & {action: 'query' | 'rss'}) => {
		const hide = await releaseGuids.load();
		const records = await Promise.all(stored.map(record => withCappedPause(indexers, record, now(), healthRules.indexer)));
		// Solving a challenge takes time on top of the indexer's own time limit.
		const solveSeconds = settings.get('captcha.timeout');
		const paused = await pausedOnes('indexer', 'The indexer', {pauses, now});
		const toAsk = records.map(record => ({
			...record,
			paused: paused.get(record.id),
			timeoutSeconds: record.timeoutSeconds + (record.captcha ? solveSeconds : 0),
			open: (time: AnswerTime, takeAnswer: TakeAnswer) => withHiddenGuids(open(record, {...time, takeAnswer}), hide),
		}));
		const toFound = ({releases, results}: SearchResult) => ({releases, indexerResults: results.map(toResult)});
		const {onAnswer, ...asked} = search;
		const tell = onAnswer && {
			onAnswer: (read: () => SearchResult & Pick<FoundSoFar, 'asking'>) =>
				onAnswer(() => {
					const {asking, ...soFar} = read();
					return {...toFound(soFar), asking: asking.map(({id, name}) => ({id, name}))};
				}),
		};
		const {releases, results} = await searchAll(toAsk, {...asked, ...tell, now, takeTurn, leastMs, ...(totalSeconds && {totalSeconds})});
		const subject = action === 'query' ? describeSearch(search.criteria) : null;
		const events = results.filter(wasUsed).map(row => toEvent(row, {action, subject}));
		await Promise.all([
			...results.map((row, index) => noteHealth(row, records[index]!, {indexers, now: now(), startedAt})), // one row per record, in the same order
			indexerActivity.note(events, now()).catch(error => log.warn({err: error}, 'A search is missing in the statistics of indexers')),
		]);
		for (const {status} of results) {
			counters.add('indexer_results_total', {status});
		}
		return toFound({releases, results});
	};
	return {
		async searchIndexers({criteria, use, indexerIds, title, reserved, hasCopies = false, onAnswer}, signal) {
			const media = mediaOf(criteria);
			const isFeed = criteria.kind === 'text' && criteria.query === '';
			const serves = ({tags, ...record}: IndexerRecord) =>
				record.enabled &&
				record[use] &&
				(media === null || isFor(record, media === 'movie' ? 'movies' : 'tv')) &&
				(title === undefined || [title].flat().some(each => isForTitle(tags, each)));
			const records = (await indexers.list()).filter(record => (indexerIds ? indexerIds.includes(record.id) : serves(record)));
			const open: Open = (record, time) => {
				const indexer = openIndexer(record, 'indexer', {...time, reserved: reserved?.get(record.id) ?? 0});
				if (isFeed) {
					return asFeed(indexer);
				}
				return hasCopies ? withCachedAnswers(indexer, record, {cachedAnswers, isRead: use === 'automatic'}) : indexer;
			};
			return askAll(records, open, {action: isFeed ? 'rss' : 'query', criteria, signal, ...(onAnswer && {onAnswer})});
		},
		async recentReleases(signal, reading) {
			const isAsked = ({id}: IndexerRecord) => reading?.indexerIds?.includes(id) !== false;
			const records = (await indexers.list()).filter(record => record.enabled && record.rss && isAsked(record));
			const open: Open = (record, time) => {
				const feed = asFeed(openIndexer(record, 'indexer', time));
				return reading ? withCachedAnswers(feed, record, {cachedAnswers, isRead: true, of: reading.id}) : feed;
			};
			return askAll(records, open, {action: 'rss', criteria: everything, signal});
		},
	};
}

type Open = (record: IndexerRecord, time: AnswerTime & {takeAnswer: TakeAnswer}) => Indexer;

interface Search {
	criteria: SearchCriteria;
	signal: AbortSignal;
	onAnswer?(soFar: () => FoundSoFar): void;
}

/** Guids may contain keys. They are hidden as each answer comes: all at once would take a second. */
function withHiddenGuids(indexer: Indexer, hide: (guid: string) => string): Indexer {
	return {
		...indexer,
		async search(criteria, signal) {
			return (await indexer.search(criteria, signal)).map(release => ({...release, guid: hide(release.guid)}));
		},
	};
}

const everything: SearchCriteria = {kind: 'text', query: '', categories: null, limit: 0, media: null};

/** Milliseconds in which the copies of a title are searched. */
const cachedAnswerMs = 10 * minuteMs;

interface AnswerCache {
	cachedAnswers: HandOver<FoundRelease[]>;
	/** A person wants to know what is there now. */
	isRead: boolean;
	/** The reading of feeds that the answers belong to. */
	of?: string;
}

/** Wraps an indexer so that its answers are cached for the searches of other copies, or for the same reading again. */
function withCachedAnswers(indexer: Indexer, {id, updatedAt}: IndexerRecord, {cachedAnswers, isRead, of}: AnswerCache): Indexer {
	return {
		...indexer,
		async search(criteria, signal) {
			const question = JSON.stringify(of === undefined ? [id, updatedAt, criteria] : ['feed', of, id]);
			const cached = isRead ? await cachedAnswers.get(question) : null;
			if (cached) {
				return cached.map(release => ({...release, publishDate: release.publishDate && new Date(release.publishDate)}));
			}
			const found = await indexer.search(criteria, signal);
			await cachedAnswers.put(question, found);
			return found;
		},
	};
}

/** Wraps an indexer so that every search returns its recent releases. */
function asFeed(indexer: Indexer): Indexer {
	return {...indexer, search: (_criteria, signal) => indexer.recent(signal)};
}

interface HealthContext {
	indexers: IndexerStore;
	now: Date;
	startedAt: Date;
}

async function noteHealth(
	{status, errorMessage, retryAfterSeconds, wasAsked}: AskedIndexer,
	record: IndexerRecord,
	{indexers, now, startedAt}: HealthContext,
): Promise<void> {
	if (!wasAsked) {
		return;
	}
	if (status === 'ok') {
		await recordSuccess(indexers, record, healthRules.indexer);
		return;
	}
	const failure = {message: errorMessage ?? '', isLimit: status === 'rate_limited', retryAfterSeconds};
	await recordFailure(indexers, record, failure, {rules: healthRules.indexer, now, startedAt});
}

/** Cached answers cost nothing, and neither does a limit of our own. */
function wasUsed({wasAsked, status, requests}: AskedIndexer): boolean {
	return wasAsked && (requests > 0 || (status !== 'ok' && status !== 'rate_limited'));
}

function toEvent(
	{indexerId, indexerName, errorMessage, answerMs, requests, resultCount}: AskedIndexer,
	what: Pick<IndexerEvent, 'action' | 'subject'>,
): IndexerEvent {
	return {indexerId, indexerName, ...what, error: errorMessage, answerMs, requests, releases: resultCount};
}

function toResult({indexerId, indexerName, resultCount, status, errorMessage}: AskedIndexer): IndexerResult {
	return {indexerId, indexerName, resultCount, status, errorMessage: errorMessage && maskSecrets(errorMessage)};
}

interface SiteOptions {
	now(): Date;
	indexerRates: Pick<IndexerRates, 'oneAtATime' | 'waitForRate'>;
	sites: SiteDeps;
}

/** How the files of indexers by definition are fetched: their requests are paced like any others. */
export function createDownloadsFromSites({now, indexerRates: {waitForRate, oneAtATime}, sites}: SiteOptions): FetchOptions['fromSite'] {
	return (indexer, way) => {
		const takeSlot = async (_id: string, signal: AbortSignal, leastSeconds?: number) => {
			await waitForRate(indexer, signal, leastSeconds);
			return oneAtATime(indexer, signal);
		};
		return (url, limit) => downloadFromSite(url, indexer, {...way, now, sites, takeAnswer: null, takeSlot}, limit);
	};
}
