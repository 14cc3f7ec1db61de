import type {ExecutionContext} from 'ava';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import type {MovieSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {ChallengeSolver} from '#workers/integrations/indexers/challenge-solver.ts';
import type {IndexerDeps, IndexerSettings} from '#workers/integrations/indexers/indexer.ts';
import {memoryCache} from './memory-cache.ts';
import {noSites} from './site-deps.ts';
import {withHttp} from './with-http.ts';

export function indexerDeps(t: ExecutionContext, overrides: Partial<IndexerDeps> = {}): IndexerDeps {
	return {
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date('2026-03-01T12:00:00Z'),
		network: 'any',
		solver: null,
		takeSlot: null,
		takeAnswer: null,
		sites: noSites,
		...overrides,
	};
}

export function indexerSettings(overrides: Partial<IndexerSettings> = {}): IndexerSettings {
	return {
		id: 'indexer-1',
		name: 'Quiet Harbour',
		kind: 'torznab',
		url: 'http://127.0.0.1:1',
		apiPath: '/api',
		apiKey: null,
		categories: [2000, 5000],
		priority: 25,
		timeoutSeconds: 60,
		captcha: false,
		...overrides,
	};
}

export function movieSearch(overrides: Partial<MovieSearch> = {}): MovieSearch {
	return {
		kind: 'movie',
		title: 'Lantern Tide',
		titles: [],
		year: 2019,
		imdbId: null,
		metaId: null,
		categories: null,
		limit: 100,
		...overrides,
	};
}

/** A solver that remembers nothing and returns one cookie. */
export function leavesCookie(name: string, value: string): ChallengeSolver {
	const cookie = {name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: null};
	const clearance: Clearance = {
		id: 'clearance-1',
		site: '127.0.0.1',
		kind: 'edge_challenge',
		userAgent: 'Browser/1',
		cookies: [cookie],
		solvedAt: '2026-03-01T12:00:00Z',
	};
	return {remembered: async () => null, solve: async () => clearance};
}
