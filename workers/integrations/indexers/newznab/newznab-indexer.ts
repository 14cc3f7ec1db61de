import {createHash} from 'node:crypto';
import {dayMs} from '#shared/domain/durations.ts';
import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import {knownCategories} from '#shared/domain/indexers/categories.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Invalid, isExpected} from '#shared/errors.ts';
import {hider} from '../../http/without-secrets.ts';
import {createAsk} from '../ask.ts';
import type {FeedProtocol, FeedRelease} from '../feed/feed-release.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from '../indexer.ts';
import {budgetKept} from '../indexer-rates.ts';
import {toFoundRelease} from '../to-found-release.ts';
import {uniqueByGuid} from '../unique-by-guid.ts';
import {buildQueries, buildRecentQueries} from './build-query.ts';
import {hideInNames, parseCaps} from './caps.ts';
import {apiAddress, joinQuery} from './query.ts';
import {readPages} from './read-pages.ts';

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
		for (const [index, tier] of buildQueries(criteria, settings, caps).entries()) {
			// The site has answered, so the title was searched, even if no other way of asking is left.
			const found = await readTier(tier, pages).catch(error => (index > 0 && isKept(error) ? [] : Promise.reject(error)));
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

function isKept(error: unknown): boolean {
	return isExpected(error) && error.code === budgetKept;
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
