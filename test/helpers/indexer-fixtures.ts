import type {ExecutionContext} from 'ava';
import type {MovieSearch} from '#shared/domain/indexers/search-criteria.ts';
import type {IndexerDeps, IndexerSettings} from '#workers/integrations/indexers/indexer.ts';
import {memoryCache} from './memory-cache.ts';
import {withHttp} from './with-http.ts';

export function indexerDeps(t: ExecutionContext, overrides: Partial<IndexerDeps> = {}): IndexerDeps {
	return {
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date('2026-03-01T12:00:00Z'),
		network: 'any',
		solve: null,
		takeTurn: null,
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
		timeoutSeconds: 5,
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
