import Joi from 'joi';
import {bulkOutcome} from '#api/http/bulk-routes.ts';
import {type AutoSearchBody, autoSearchBody, autoSearchFields, idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, changed, ok, queuedSearch, type Reply, type Route, route} from '#api/http/route.ts';
import {course, episodeFileDetail, fileId, hasFile, image, otherNumbers, plot, position} from '#api/http/title-fields.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import {seasonOf} from '#shared/domain/media/library-series.ts';
import {type Fault, NotFound} from '#shared/errors.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search.ts';
import {flag, integerOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {BulkOutcome} from '#shared/tasks/edit-titles.ts';

interface EpisodeBody {
	monitored: boolean;
}
const episodeBody = Joi.object<EpisodeBody, true>({monitored: Joi.boolean().required()});

export function episodesRoutes({episodes, importListItems, images, now}: RouteDeps): Route[] {
	return [
		route('GET /api/library/episodes/:id', {access: 'auth', hasEtag: true, params: idParams}, async ({params}) =>
			ok(episodeDetail.present(images.inRecord(await episodes.get(params.id)))),
		),
		route(
			'PUT /api/library/episodes/:id',
			{access: 'auth', right: 'editTitles', params: idParams, body: episodeBody},
			async ({params, body}) => {
				const {id, seriesId} = await episodes.get(params.id);
				await importListItems.noteTouched([seriesId]);
				const updatedAt = now();
				await episodes.setMonitored(id, body.monitored, updatedAt);
				return ok(changed.present({id, updatedAt}));
			},
		),
	];
}

const searches = {access: 'auth', right: 'searchReleases'} as const;

/** Searches for episodes that a person asks for: of a series, of a season, or of one. */
export function episodeSearchesRoutes(deps: RouteDeps): Route[] {
	const {series, episodes, now} = deps;
	const findFaults = (checked: CheckedBody<SearchSeriesBody>) => episodeFaults(checked, deps);
	const season = '/api/library/series/:seriesId/seasons/:seasonNumber';
	return [
		route(
			'POST /api/library/series/:id/auto-search',
			{...searches, params: idParams, body: searchSeriesBody, findFaults},
			async ({params, body}) => {
				const {id, title} = await series.get(params.id);
				const episodeIds = body.episodeIds ? [...new Set(body.episodeIds)] : null;
				return queue({seriesId: id, seasonNumber: null, episodeIds, reason: body.searchType}, title, deps);
			},
		),
		route(`POST ${season}/auto-search`, {...searches, params: searchedSeason, body: autoSearchBody}, async ({params, body}) => {
			const {seasonNumber} = params;
			const {id, title} = await series.get(params.seriesId);
			if (!seasonOf(await series.seasons(id, now()), seasonNumber)) {
				throw new NotFound('season_not_found', `The series has no season ${seasonNumber}.`);
			}
			return queue({seriesId: id, seasonNumber, episodeIds: null, reason: body.searchType}, `${title}, season ${seasonNumber},`, deps);
		}),
		route('POST /api/library/episodes/bulk-search', {...searches, body: searchManyBody}, async ({body: {ids, searchType}}) =>
			ok(bulkOutcome.present(await searchMany([...new Set(ids)], searchType, deps))),
		),
		route('POST /api/library/episodes/:id/auto-search', {...searches, params: idParams, body: autoSearchBody}, async ({params, body}) => {
			const {id, seriesId, seasonNumber, episodeNumber} = await episodes.get(params.id);
			const {title} = await series.get(seriesId);
			const what = `${title}, season ${seasonNumber}, episode ${episodeNumber},`;
			return queue({seriesId, seasonNumber: null, episodeIds: [id], reason: body.searchType}, what, deps);
		}),
	];
}

/** A person asks, whatever the reason; `manual` says so itself. */
async function queue(request: SearchEpisodes, what: string, deps: Pick<RouteDeps, 'importListItems' | 'jobs' | 'outbox'>): Promise<Reply> {
	await deps.importListItems.noteTouched([request.seriesId]);
	const search = {...request, ...(request.reason !== 'manual' && {byPerson: true})};
	const searchId = await promiseJob(searchEpisodes, search, {...deps, priority: personPriority});
	return accepted(queuedSearch.present({searchId, message: `The search for ${what} is queued.`}));
}

interface SearchManyBody extends AutoSearchBody {
	ids: string[];
}
const searchManyBody = Joi.object<SearchManyBody, true>({
	...autoSearchFields,
	ids: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(1000)
		.required()
		.description('Ids of episodes, which are searched whether they are monitored, aired, present or not; a repeated one counts once.'),
});

/** One search for each series, so that packs are found. */
async function searchMany(
	ids: readonly string[],
	reason: SearchEpisodes['reason'],
	deps: Pick<RouteDeps, 'episodes' | 'importListItems' | 'jobs' | 'outbox'>,
): Promise<BulkOutcome> {
	const known = await deps.episodes.seriesIdsOf(ids);
	for (const [seriesId, own] of Map.groupBy(known, ([, owner]) => owner)) {
		await queue({seriesId, seasonNumber: null, episodeIds: own.map(([id]) => id), reason}, '', deps);
	}
	const failures = ids.filter(id => !known.has(id)).map(id => ({id, error: `There is no episode with the id ${id}.`}));
	return {updatedCount: ids.length - failures.length, failures};
}

/** Reports each named episode that is not one of this series; a series that does not exist is 404 later. */
async function episodeFaults(
	{body, params}: CheckedBody<SearchSeriesBody>,
	{series, episodes}: Pick<RouteDeps, 'series' | 'episodes'>,
): Promise<Fault[]> {
	const stored = body.episodeIds ? await series.find(params['id'] ?? '') : null;
	if (!stored || !body.episodeIds) {
		return [];
	}
	const named = await episodes.getMany(body.episodeIds);
	const own = new Set(named.filter(({seriesId}) => seriesId === stored.id).map(({id}) => id));
	return body.episodeIds.flatMap((id, index) =>
		own.has(id) ? [] : {path: `episodeIds[${index}]`, message: `episodeIds[${index}] must be the id of an episode of this series`},
	);
}

export interface SearchSeriesBody extends AutoSearchBody {
	episodeIds?: string[];
}
const searchSeriesBody = Joi.object<SearchSeriesBody, true>({
	...autoSearchFields,
	episodeIds: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(1000)
		.description('Episodes of this series, which are searched whether they are monitored, aired, present or not.'),
});

export interface SearchedSeason {
	seriesId: string;
	seasonNumber: number;
}
/** A value that is not a number means a season that does not exist. */
const searchedSeason = Joi.object<SearchedSeason, true>({
	seriesId: Joi.string().required(),
	seasonNumber: Joi.number().integer().min(0).required(),
});

/** The reply for a single episode. */
const episodeDetail = viewOf<Episode>()(
	{
		...position,
		absoluteEpisodeNumber: integerOrNull,
		...plot,
		airDateUtc: timestampOrNull,
		...course,
		numbers: otherNumbers,
		unverifiedSceneNumbering: from(flag, ({numbers}: Episode) => numbers?.scene?.guessed ?? false),
		hasFile,
		downloaded: hasFile,
		fileId,
		file: episodeFileDetail.orNull,
		images: image.list,
	},
	'EpisodeDetail',
);

export const episodesOperations: Operations = {
	'GET /api/library/episodes/:id': {id: 'getEpisode', summary: 'Show an episode', replies: {200: episodeDetail.schema}},
	'PUT /api/library/episodes/:id': {id: 'updateEpisode', summary: 'Monitor or unmonitor an episode', replies: {200: changed.schema}},
};

const replies = {202: queuedSearch.schema};

export const episodeSearchesOperations: Operations = {
	'POST /api/library/series/:id/auto-search': {
		id: 'searchSeries',
		summary: 'Search for the wanted episodes of a series, or for the named ones, and grab the best releases',
		replies,
	},
	'POST /api/library/series/:seriesId/seasons/:seasonNumber/auto-search': {
		id: 'searchSeason',
		summary: 'Search for the monitored episodes of a season, a pack first, and grab the best releases',
		replies,
	},
	'POST /api/library/episodes/bulk-search': {
		id: 'searchEpisodes',
		summary: 'Search for many episodes, those of a series together, and grab the best releases',
		replies: {200: bulkOutcome.schema},
	},
	'POST /api/library/episodes/:id/auto-search': {
		id: 'searchEpisode',
		summary: 'Search for the best release of an episode, monitored or not, and grab it',
		replies,
	},
};
