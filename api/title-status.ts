import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import {lastSearch, standingFields} from '#api/http/title-standing.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import {hasAired} from '#shared/domain/media/library-episode.ts';
import type {LastSearch} from '#shared/domain/searches/last-search.ts';
import {type TitleState, type TitleStateName, titleStates} from '#shared/domain/searches/title-state.ts';
import {NotFound} from '#shared/errors.ts';
import {integer, oneOf, text, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {BriefEpisode} from '#shared/store/series/episodes.ts';
import {type NextSearch, readSchedule, type SearchSchedule} from '#shared/tasks/next-searches.ts';
import {readSeriesStates, readStandings, type Standing, toAsked} from '#shared/tasks/title-states.ts';

/** Milliseconds for which the state of tasks, indexers and budgets is shown unchanged. */
const recentMs = 1000;
/** Episodes of a series that are listed with their state; the counts are of all. */
const maxEpisodes = 500;

export function titleStatusRoutes(deps: RouteDeps): Route[] {
	const {movies, episodes, series} = deps;
	const schedule = cached(() => readSchedule(deps), {ttlMs: recentMs});
	return [
		route('GET /api/library/movies/:id/status', {access: 'auth', params: idParams}, async ({params}) => {
			const {id, file, monitored, lastSearchTime, libraryId} = await movies.get(params.id);
			const [dates] = await movies.releaseDatesOf([id]);
			const asked = {id, seriesId: null, hasFile: file !== null, monitored, lastSearchTime, appearedLate: false, libraryId};
			return ok(await statusOf({...asked, type: 'movie', availableAt: dates?.availableAt ?? null}, await schedule(), deps));
		}),
		route('GET /api/library/episodes/:id/status', {access: 'auth', params: idParams}, async ({params}) => {
			const episode = await episodes.get(params.id);
			const owner = await series.get(episode.seriesId);
			return ok(await statusOf(toAsked({...episode, hasFile: episode.file !== null}, owner), await schedule(), deps));
		}),
		route('GET /api/library/series/:id/status', {access: 'auth', params: idParams, query: seriesStatusQuery}, async ({params, query}) => {
			const {id, monitored, libraryId} = await series.get(params.id);
			const found = await episodes.briefly(id, query.seasonNumber);
			if (found.length === 0 && query.seasonNumber !== undefined) {
				throw new NotFound('season_not_found', `The series has no season ${query.seasonNumber}.`);
			}
			return ok(seriesStatus.present(await statusOfSeries({id, monitored, libraryId}, found, await schedule(), deps)));
		}),
	];
}

interface SeriesStatusQuery {
	seasonNumber?: number;
}
const seriesStatusQuery = Joi.object<SeriesStatusQuery, true>({
	seasonNumber: Joi.number().integer().min(0).max(10_000).description('Only the episodes of this season, and its state.'),
});

async function statusOf(asked: Parameters<typeof readStandings>[0][number], schedule: SearchSchedule, deps: RouteDeps) {
	const standing = (await readStandings([asked], schedule, deps)).get(asked.id)!; // asked for
	return titleStatus.present({...standing, id: asked.id});
}

async function statusOfSeries(
	series: {id: string; monitored: boolean; libraryId: string | null},
	episodes: readonly BriefEpisode[],
	schedule: SearchSchedule,
	deps: RouteDeps,
): Promise<SeriesStatus> {
	const now = deps.now();
	const asked = episodes.map(episode => toAsked(episode, series));
	const standings = await readStandings(asked, schedule, deps);
	const standingOf = ({id}: {id: string}) => standings.get(id)!; // one for each
	const isDue = (episode: BriefEpisode) => episode.monitored && hasAired(episode, now);
	const counted = episodes.filter(episode => episode.hasFile || isDue(episode));
	const missing = counted.filter(({hasFile}) => !hasFile);
	const counts = {episodeCount: counted.length, episodeFileCount: counted.length - missing.length};
	const whole = await readSeriesStates([{...series, ...counts, missing: missing.map(standingOf)}], schedule.pauses, deps);
	const next = missing.map(standingOf).filter(({nextSearchAt}) => nextSearchAt !== null);
	const [first] = next.toSorted((a, b) => Number(a.nextSearchAt) - Number(b.nextSearchAt));
	const {nextSearchAt = null, nextSearchReason = missing[0] ? standingOf(missing[0]).nextSearchReason : ''} = first ?? {};
	const states = [...standings.values()].map(({state}) => state);
	return {
		...whole.get(series.id)!, // the one that was asked for
		id: series.id,
		nextSearchAt,
		nextSearchReason,
		states: titleStates.map(state => ({state, count: states.filter(each => each === state).length})).filter(({count}) => count > 0),
		episodes: episodes
			.filter(({hasFile}) => !hasFile)
			.slice(0, maxEpisodes)
			.map(({id, seasonNumber, episodeNumber}) => ({...standingOf({id}), id, seasonNumber, episodeNumber})),
	};
}

const next = {nextSearchAt: timestampOrNull, nextSearchReason: text};
const titleStatus = viewOf<Standing & {id: string}>()({id: text, ...standingFields, ...next, lastSearch: lastSearch.orNull}, 'TitleStatus');

interface StateCount {
	state: TitleStateName;
	count: number;
}
interface EpisodeStatus extends TitleState, NextSearch {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
}
interface SeriesStatus extends TitleState, NextSearch {
	id: string;
	lastSearch: LastSearch | null;
	states: StateCount[];
	episodes: EpisodeStatus[];
}
const stateCount = viewOf<StateCount>()({state: oneOf(titleStates), count: integer}, 'StateCount');
const episodeStatus = viewOf<EpisodeStatus>()(
	{id: text, seasonNumber: integer, episodeNumber: integer, ...standingFields, ...next},
	'EpisodeStatus',
);
const seriesStatus = viewOf<SeriesStatus>()(
	{id: text, ...standingFields, ...next, lastSearch: lastSearch.orNull, states: stateCount.list, episodes: episodeStatus.list},
	'SeriesStanding',
);

export const titleStatusOperations: Operations = {
	'GET /api/library/movies/:id/status': {
		id: 'getMovieStatus',
		summary: 'Show why a movie has no file, and what comes next',
		replies: {200: titleStatus.schema},
	},
	'GET /api/library/episodes/:id/status': {
		id: 'getEpisodeStatus',
		summary: 'Show why an episode has no file, and what comes next',
		replies: {200: titleStatus.schema},
	},
	'GET /api/library/series/:id/status': {
		id: 'getSeriesStatus',
		summary: 'Show why episodes of a series have no file, and what comes next',
		replies: {200: seriesStatus.schema},
	},
};
