import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Fault, Unavailable} from '#shared/errors.ts';
import {type SearchReleases, searchReleases} from '#shared/jobs/search.ts';
import type {IndexerStore} from '#shared/store/providers/provider-stores.ts';
import {search} from './replies.ts';
import {type SearchQuery, searchQuery} from './schema.ts';
import {searchSubject, subjectFaults} from './search-subject.ts';

/** Milliseconds; the search itself may take 60 s. */
const searchLimitMs = 65_000;

export function searchRoutes(deps: RouteDeps): Route[] {
	const {movies, series, indexers, jobs, releaseCache} = deps;
	const findQueryFaults = async (query: Partial<SearchQuery>, wrong: ReadonlySet<string>) => [
		...subjectFaults(query, wrong),
		...(await indexerFaults(query, indexers)),
	];
	return [
		route('GET /api/search', {access: 'auth', limit: 'searches', query: searchQuery, findQueryFaults}, async ({query}) => {
			const payload = toPayload(query);
			if (query.movieId) {
				await movies.get(query.movieId);
			}
			if (query.seriesId) {
				await series.get(query.seriesId);
			}
			const {searchId, duration} = await jobs.ask(searchReleases, payload, {timeoutMs: searchLimitMs});
			const result = await releaseCache.readSearch(searchId);
			if (!result) {
				throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
			}
			return ok(search.present({...result, searchDuration: duration}));
		}),
	];
}

function toPayload(asked: SearchQuery): SearchReleases {
	return {
		subject: searchSubject(asked)!, // subjectFaults found nothing missing
		indexerIds: asked.indexers === undefined ? null : idsOf(asked.indexers),
		categories: asked.categories?.split(',').map(Number) ?? null,
		minSeeders: asked.minSeeders ?? null,
		maxAge: asked.maxAge ?? null,
		limit: asked.limit,
	};
}

async function indexerFaults({indexers: asked}: Partial<SearchQuery>, indexers: IndexerStore): Promise<Fault[]> {
	if (asked === undefined) {
		return [];
	}
	const known = new Set((await indexers.list()).map(({id}) => id));
	return idsOf(asked).every(id => known.has(id))
		? []
		: [{path: 'indexers', message: 'indexers must be ids of /api/indexers, separated by commas'}];
}

const idsOf = (list: string) => [...new Set(list.split(',').map(id => id.trim()))];
