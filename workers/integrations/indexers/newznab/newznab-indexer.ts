import {createHash} from 'node:crypto';
import {dayMs} from '#shared/domain/durations.ts';
import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import {knownCategories} from '#shared/domain/indexers/categories.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Cancelled, Invalid, isExpected} from '#shared/errors.ts';
import {hider} from '../../http/without-secrets.ts';
import {type Ask, createAsk} from '../ask.ts';
import type {FeedProtocol, FeedRelease} from '../feed/feed-release.ts';
import {parseFeed} from '../feed/parse-feed.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from '../indexer.ts';
import {budgetKept} from '../indexer-rates.ts';
import {toFoundRelease, uniqueByGuid} from '../to-found-release.ts';
import {apiAddress, buildQueries, buildRecentQueries, joinQuery} from './build-query.ts';
import {hideInNames, parseCaps} from './caps.ts';

const capsMs = 7 * dayMs;

/** Newznab and Torznab are one protocol that serves different kinds of files. */
export function createNewznab(settings: IndexerSettings & {kind: 'newznab' | 'torznab'}, deps: IndexerDeps): Indexer {
	const ask = createAsk(settings, deps);
	const protocol: FeedProtocol = settings.kind === 'newznab' ? 'usenet' : 'torrent';
	const finish = (found: FeedRelease[]): FoundRelease[] => uniqueByGuid(found).map(release => toFoundRelease(release, settings));

	async function fetchCaps(signal: AbortSignal): Promise<Capabilities> {
		const address = joinQuery(apiAddress(settings.url, settings.apiPath), ['t=caps', ...keyParam(settings)]);
		const hide = hider({addresses: [settings.url, settings.apiPath], secrets: [settings.apiKey]});
		return hideInNames(parseCaps((await ask(address, signal)).body), hide);
	}

	async function capabilities(signal: AbortSignal): Promise<Capabilities> {
		// We wrote it ourselves, under a key that changes with the settings.
		return ((await deps.cache.get(cacheKey(settings))) as Capabilities | null) ?? renewCaps(signal);
	}

	async function renewCaps(signal: AbortSignal): Promise<Capabilities> {
		const fresh = await fetchCaps(signal);
		await deps.cache.put(cacheKey(settings), fresh, capsMs);
		return fresh;
	}

	async function search(criteria: SearchCriteria, signal: AbortSignal): Promise<FoundRelease[]> {
		const caps = await capabilities(signal);
		const pages = {limit: criteria.limit, pageSize: caps.pageSize, since: null, signal};
		const tiers = buildQueries(criteria, settings, caps);
		for (const [index, tier] of tiers.entries()) {
			const found = await readTier(tier, pages).catch(error => {
				// Sites refuse parameters that their capabilities name. Then the next way of asking may do.
				const isOnlyThisWay = isRefusedWay(error) && index < tiers.length - 1;
				// The site has answered, so the title was searched, even if no other way of asking is left.
				return isOnlyThisWay || (index > 0 && isBudgetReserved(error)) ? [] : Promise.reject(error);
			});
			if (found.length > 0) {
				return finish(found).slice(0, criteria.limit);
			}
		}
		return [];
	}

	async function readTier(
		tier: string[],
		pages: {limit: number; pageSize: number; since: Date | null; signal: AbortSignal},
	): Promise<FeedRelease[]> {
		const found: FeedRelease[] = [];
		for (const address of tier) {
			found.push(...(await readPages(address, ask, {...pages, protocol})));
			if (found.length >= pages.limit) {
				break;
			}
		}
		return found;
	}

	async function recent(signal: AbortSignal, since: Date | null = null): Promise<FoundRelease[]> {
		const {pageSize, ...caps} = await capabilities(signal);
		const limit = since ? Number.POSITIVE_INFINITY : pageSize;
		return finish(await readTier(buildRecentQueries(settings, {...caps, pageSize}), {limit, pageSize, since, signal}));
	}

	async function test(signal: AbortSignal): Promise<{version: string | null; details: string[]}> {
		const caps = await renewCaps(signal);
		const usable = knownCategories(settings.categories, caps);
		if (usable.length === 0) {
			throw new Invalid('no_categories', 'The indexer has none of the configured categories. Choose categories that it offers.');
		}
		const found = await recent(signal);
		return {version: caps.version, details: describe(caps, {usable: usable.length, found: found.length})};
	}

	return {kind: settings.kind, search, recent, test, capabilities};
}

function isBudgetReserved(error: unknown): boolean {
	return isExpected(error) && error.code === budgetKept;
}

function isRefusedWay(error: unknown): boolean {
	return isExpected(error) && error.code === 'indexer_refused';
}

function keyParam({apiKey}: IndexerSettings): string[] {
	return apiKey ? [`apikey=${encodeURIComponent(apiKey)}`] : [];
}

/** Changes with every setting that affects the answer, so that an edit causes a new request. */
function cacheKey({id, url, apiPath, apiKey}: IndexerSettings): string {
	const print = createHash('sha256')
		.update(JSON.stringify([url, apiPath, apiKey]))
		.digest('hex');
	return `caps:${id}:${print.slice(0, 16)}`;
}

function describe(caps: Capabilities, {usable, found}: {usable: number; found: number}): string[] {
	const modes = Object.entries({text: caps.search, TV: caps.tvSearch, movies: caps.movieSearch}).filter(([, mode]) => mode !== null);
	return [
		`Searches by ${modes.map(([name]) => name).join(', ') || 'nothing'}`,
		`${usable} of the configured categories are offered`,
		`${found} releases in the recent feed`,
	];
}

/** A query with more pages than this is too broad. */
const maxPages = 30;

interface Pages {
	pageSize: number;
	protocol: FeedProtocol;
	/** Stop after this many releases. */
	limit: number;
	/** Stop at the page whose oldest release is older than this. */
	since: Date | null;
	signal: AbortSignal;
}

/**
 * Requests page after page until one is short or has nothing new, or there are enough releases. A failure after the
 * first page ends it without an error.
 */
async function readPages(address: string, ask: Ask, {pageSize, protocol, limit, since, signal}: Pages): Promise<FeedRelease[]> {
	const found = new Map<string, FeedRelease>();
	for (let page = 0; page < maxPages && found.size < limit; page += 1) {
		const url = joinQuery(address, [`offset=${page * pageSize}`, `limit=${pageSize}`]);
		const read = await orNullAfter(page > 0, async () => {
			const reply = await ask(url, signal);
			return parseFeed(reply.body, {url: reply.url, protocol});
		});
		const fresh = read?.releases.filter(({guid}) => !found.has(guid)) ?? [];
		for (const release of fresh) {
			found.set(release.guid, release);
		}
		const isPast = since !== null && fresh.some(({publishDate}) => publishDate < since);
		if (!read || fresh.length === 0 || read.itemCount < pageSize || isPast || read.total === (page + 1) * pageSize) {
			break;
		}
	}
	return [...found.values()];
}

async function orNullAfter<T>(isLater: boolean, work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		if (isLater && isExpected(error) && !(error instanceof Cancelled)) {
			return null;
		}
		throw error;
	}
}
