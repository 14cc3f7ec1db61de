import Joi from 'joi';
import {callerId} from '#api/http/access/callers.ts';
import {accepted, noContent, ok, queuedSearch, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import {controlStream} from '#shared/events/control.ts';
import {searchReleases} from '#shared/jobs/search.ts';
import {hasEnded, type StartedSearch} from '#shared/store/downloads/release-cache.ts';
import {search, searchSoFar} from './replies.ts';
import {findSearchFaults, fromQuery, type SearchBody, searchBody, searchQuery, toPayload} from './schema.ts';

/** Milliseconds; the search itself may take 60 s. */
const searchLimitMs = 65_000;

/** Searches of one caller that go on at the same time; fewer than the pool has slots. */
const maxOpen = 3;
/** Seconds after which a caller with so many may try again. */
const retryAfter = 5;

export function searchRoutes(deps: RouteDeps): Route[] {
	const {movies, series, jobs, releaseCache} = deps;
	const getTitles = async ({movieId, seriesId}: Pick<SearchBody, 'movieId' | 'seriesId'>) => {
		await (movieId ? movies.get(movieId) : undefined);
		await (seriesId ? series.get(seriesId) : undefined);
	};
	return [
		route(
			'GET /api/search',
			{
				access: 'auth',
				right: 'searchReleases',
				limit: 'searches',
				query: searchQuery,
				findQueryFaults: ({indexers, categories, ...query}, wrong) =>
					findSearchFaults({...query, ...(indexers !== undefined && fromQuery({limit: 0, indexers}))}, wrong, deps),
			},
			async ({query}) => {
				const payload = toPayload(fromQuery(query));
				await getTitles(query);
				const {searchId, duration} = await jobs.ask(searchReleases, payload, {timeoutMs: searchLimitMs});
				const result = await releaseCache.readSearch(searchId);
				if (!result) {
					throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
				}
				return ok(search.present({...result, searchDuration: duration}));
			},
		),
		...startedSearchRoutes(deps, getTitles),
	];
}

const byId = Joi.object<{id: string}, true>({id: Joi.string().max(100).required()});
const since = Joi.object<{after?: string}, true>({
	after: Joi.string().max(100).description('The `revision` that the caller has read: unless it changed, the lists are left out.'),
});

function startedSearchRoutes(deps: RouteDeps, getTitles: (asked: SearchBody) => Promise<void>): Route[] {
	const {jobs, releaseCache, events, now} = deps;
	const getOwn = async (id: string, caller: Parameters<typeof callerId>[0] | null): Promise<StartedSearch> => {
		const found = await releaseCache.startedSearch(id);
		if (!found || !caller || found.startedBy !== callerId(caller)) {
			throw new NotFound('search_not_found', 'There is no such search. Its results are kept for five minutes; search again.');
		}
		return found;
	};
	return [
		route(
			'POST /api/searches',
			{
				access: 'auth',
				right: 'searchReleases',
				limit: 'searches',
				body: searchBody,
				findFaults: ({body, wrong}) => findSearchFaults(body, wrong, deps),
			},
			async ({body, caller}) => {
				await getTitles(body);
				const startedBy = callerId(caller!); // access is auth
				const open = await releaseCache.openSearchesOf(startedBy, now());
				if (open.length >= maxOpen) {
					const message = `${open.length} of your searches are in progress. Stop one of them, or wait for one to finish.`;
					throw new TooMany('too_many_requests', message, retryAfter);
				}
				const {id} = await releaseCache.start(startedBy, now());
				await jobs.enqueue(searchReleases, {...toPayload(body), isStarted: true}, {jobId: id, priority: 1});
				return accepted(queuedSearch.present({searchId: id, message: 'The indexers are being asked.'}));
			},
		),
		route('GET /api/searches/:id', {access: 'auth', params: byId, query: since}, async ({params: {id}, query: {after}, caller}) => {
			const found = await getOwn(id, caller);
			const isKnown = after === found.revision;
			const {releases = [], indexerResults = []} = (isKnown ? null : await releaseCache.readSearch(id)) ?? {};
			return ok(searchSoFar.present({search: found, found: isKnown ? null : {releases, indexerResults}, now: now()}));
		}),
		route('DELETE /api/searches/:id', {access: 'auth', params: byId}, async ({params: {id}, caller}) => {
			const found = await getOwn(id, caller);
			if (!hasEnded(found)) {
				await releaseCache.noteSearch(id, {state: 'cancelled'}, now());
				await jobs.queue(searchReleases.queue).remove(id);
				await events.publish(controlStream, 'cancelJob', {jobId: id, reason: 'The search was stopped'});
			}
			return noContent;
		}),
	];
}
