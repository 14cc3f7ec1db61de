import {autoSearchBody, idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {queuedSearch, accepted, type Reply} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {seasonOf} from '#shared/domain/media/library-series.ts';
import {type Fault, NotFound} from '#shared/errors.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {promiseJob} from '#shared/jobs/promise-job.ts';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search/search-episodes.ts';
import {type SearchSeriesBody, searchedSeason, searchSeriesBody} from './schema.ts';

const access = 'auth';

/** Searches for episodes that a person asks for: of a series, of a season, or of one. */
export function episodeSearchesRoutes(deps: RouteDeps): Route[] {
	const {series, episodes, now} = deps;
	const findFaults = (sound: SoundBody<SearchSeriesBody>) => episodeFaults(sound, deps);
	const season = '/api/library/series/:seriesId/seasons/:seasonNumber';
	return [
		route(
			'POST /api/library/series/:id/auto-search',
			{access, params: idParams, body: searchSeriesBody, findFaults},
			async ({params, body}) => {
				const {id, title} = await series.get(params.id);
				const episodeIds = body.episodeIds ? [...new Set(body.episodeIds)] : null;
				return queue({seriesId: id, seasonNumber: null, episodeIds, reason: body.searchType}, title, deps);
			},
		),
		route(`POST ${season}/auto-search`, {access, params: searchedSeason, body: autoSearchBody}, async ({params, body}) => {
			const {seasonNumber} = params;
			const {id, title} = await series.get(params.seriesId);
			if (!seasonOf(await series.seasons(id, now()), seasonNumber)) {
				throw new NotFound('season_not_found', `The series has no season ${seasonNumber}.`);
			}
			return queue({seriesId: id, seasonNumber, episodeIds: null, reason: body.searchType}, `${title}, season ${seasonNumber},`, deps);
		}),
		route('POST /api/library/episodes/:id/auto-search', {access, params: idParams, body: autoSearchBody}, async ({params, body}) => {
			const {id, seriesId, seasonNumber, episodeNumber} = await episodes.get(params.id);
			const {title} = await series.get(seriesId);
			const what = `${title}, season ${seasonNumber}, episode ${episodeNumber},`;
			return queue({seriesId, seasonNumber: null, episodeIds: [id], reason: body.searchType}, what, deps);
		}),
	];
}

/** A person asks, whatever the reason; `manual` says so itself. */
async function queue(wish: SearchEpisodes, what: string, deps: RouteDeps): Promise<Reply> {
	const search = {...wish, ...(wish.reason !== 'manual' && {byPerson: true})};
	const searchId = await promiseJob(searchEpisodes, search, {...deps, priority: personPriority});
	return accepted(queuedSearch.present({searchId, message: `The search for ${what} is queued.`}));
}

/** Reports each named episode that is not one of this series; a series that does not exist is 404 later. */
async function episodeFaults({body, params}: SoundBody<SearchSeriesBody>, {series, episodes}: RouteDeps): Promise<Fault[]> {
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
