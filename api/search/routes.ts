import {invalid} from '#api/http/input/read-input.ts';
import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Unavailable} from '#shared/errors.ts';
import {type SearchReleases, searchReleases} from '#shared/jobs/search/search-releases.ts';
import type {IndexerStore} from '#shared/store/downloads/indexers.ts';
import {search} from './replies.ts';
import {type SearchQuery, searchQuery} from './schema.ts';
import {searchSubject} from './search-subject.ts';

/** Milliseconds; the search itself may take 60 s. */
const searchLimitMs = 65_000;

export function searchRoutes(deps: RouteDeps): Route[] {
	const {movies, series, indexers, jobs, releaseShelf} = deps;
	return [
		route('GET /api/search', {access: 'auth', limit: 'searches', query: searchQuery}, async ({query}) => {
			const payload = await toPayload(query, indexers);
			if (query.movieId) {
				await movies.get(query.movieId);
			}
			if (query.seriesId) {
				await series.get(query.seriesId);
			}
			const {searchId, duration} = await jobs.ask(searchReleases, payload, {timeoutMs: searchLimitMs});
			const result = await releaseShelf.readSearch(searchId);
			if (!result) {
				throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
			}
			return ok(search.present({...result, searchDuration: duration}));
		}),
	];
}

async function toPayload(asked: SearchQuery, indexers: IndexerStore): Promise<SearchReleases> {
	const found = searchSubject(asked);
	if ('faults' in found) {
		throw invalid(found.faults);
	}
	return {
		subject: found.subject,
		indexerIds: asked.indexers === undefined ? null : await knownIndexers(asked.indexers, indexers),
		categories: asked.categories?.split(',').map(Number) ?? null,
		minSeeders: asked.minSeeders ?? null,
		maxAge: asked.maxAge ?? null,
		limit: asked.limit,
	};
}

async function knownIndexers(list: string, indexers: IndexerStore): Promise<string[]> {
	const wanted = [...new Set(list.split(',').map(id => id.trim()))];
	const known = new Set((await indexers.list()).map(({id}) => id));
	if (!wanted.every(id => known.has(id))) {
		throw invalid([{path: 'indexers', message: 'indexers must be ids of /api/indexers, separated by commas'}]);
	}
	return wanted;
}
