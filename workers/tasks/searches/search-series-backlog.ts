import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {fitting, planEpisodeSearches, searchesOf} from '#shared/domain/searches/pack-before-episodes.ts';
import {wantedEpisodes} from '#shared/domain/searches/wanted-episodes.ts';
import {type SearchEpisodes, searchEpisodes, searchesOfPerson} from '#shared/jobs/search.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {maxEpisodes, priorities, queueSearch} from './queue-search.ts';
import type {RunPlan} from './run-plan.ts';
import type {SeriesInLine} from './titles-in-line.ts';

type Deps = Pick<WorkerDeps, 'episodes' | 'jobs' | 'now' | 'qualityProfiles' | 'searchBackoff'>;

interface SeriesBacklog {
	line: AsyncIterable<SeriesInLine>;
	reason: Exclude<SearchEpisodes['reason'], 'manual'>;
	plan: RunPlan;
}

/** Queues one search per series for its wanted episodes. After each unsuccessful search an episode is paused longer. */
export async function searchSeriesBacklog({line, reason, plan}: SeriesBacklog, run: TaskRun, deps: Deps) {
	const profileOf = await deps.qualityProfiles.readAll();
	const isNamed = namedSeries(run) !== undefined;
	let itemsProcessed = 0;
	let itemsAffected = 0;
	for await (const series of line) {
		run.signal.throwIfAborted();
		itemsProcessed += 1;
		if (plan.isOpen()) {
			const profile = profileOf(series.qualityProfileId);
			itemsAffected += (await searchOne(series, {reason, plan, profile, isNamed}, {run, deps})) ? 1 : 0;
		} else if (!plan.countDue()) {
			break;
		}
		run.progress({processed: itemsProcessed, total: null, message: `${itemsAffected} searches queued`});
	}
	return {itemsProcessed, itemsAffected};
}

interface SeriesSearch extends Pick<SeriesBacklog, 'reason' | 'plan'> {
	profile: QualityProfile;
	isNamed: boolean;
}

/** Queues the search of a series if it is due. Returns whether it was queued. */
async function searchOne(
	{id, title, type}: SeriesInLine,
	{reason, plan, profile, isNamed}: SeriesSearch,
	{run, deps}: {run: TaskRun; deps: Deps},
): Promise<boolean> {
	const {due, all} = await dueEpisodes(id, {reason, profile, isNamed}, deps);
	if (due.length === 0) {
		return false;
	}
	const left = plan.left();
	const planned = fitting(planEpisodeSearches(due, all, type), left);
	const episodeIds = planned.flatMap(({wanted}) => wanted.map(episode => episode.id));
	const named = isNamed && {evenIfPaused: true};
	const payload = {seriesId: id, seasonNumber: null, episodeIds, reason, executionId: run.executionId, ...named};
	const isCovered = await isWaiting(payload, deps);
	if (isCovered && !isNamed) {
		return false;
	}
	if (!isNamed && (await isQueuedForOtherReason(payload, deps))) {
		plan.skip();
		return false;
	}
	plan.countDue();
	const message = episodeIds.length < due.length ? `${episodeIds.length} of ${due.length} episodes` : `${due.length} episodes`;
	const delayMs = plan.reserve(searchesOf(planned, left));
	const search = {job: searchEpisodes, payload, title: {id, title}, message, isCovered, isNamed, priority: priorities.backlog, delayMs};
	return queueSearch(search, run, deps);
}

/** An earlier run has queued the series, or a person searches all of it right now. */
async function isWaiting(request: SearchEpisodes, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<boolean> {
	const found = await Promise.all([request, ...searchesOfPerson(request)].map(each => jobs.isQueued(searchEpisodes, each)));
	return found.includes(true);
}

/** Files below the cutoff may also be upgrades, so a queued search for one of these reasons covers the other. */
async function isQueuedForOtherReason({reason, ...request}: SearchEpisodes, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<boolean> {
	const other = reason === 'upgrade' ? 'cutOffUnmet' : reason === 'cutOffUnmet' ? 'upgrade' : null;
	return other !== null && jobs.isQueued(searchEpisodes, {...request, reason: other});
}

type DueOptions = Pick<SeriesSearch, 'reason' | 'profile' | 'isNamed'>;

/** The wanted episodes that are not paused. Those of a series named by the caller are due even if they are paused. */
async function dueEpisodes(
	seriesId: string,
	{reason, profile, isNamed}: DueOptions,
	deps: Pick<WorkerDeps, 'episodes' | 'now' | 'searchBackoff'>,
): Promise<{due: Episode[]; all: Episode[]}> {
	const all = await deps.episodes.ofSeries(seriesId);
	const request = {reason, seasonNumber: null, episodeIds: null};
	const wanted = wantedEpisodes(all, request, {profile, now: deps.now()}).slice(0, maxEpisodes);
	const ids = wanted.map(episode => episode.id);
	const paused = isNamed ? new Set<string>() : await deps.searchBackoff.paused(ids, deps.now());
	return {due: wanted.filter(({id}) => !paused.has(id)), all};
}

/** The series id the caller named, if any. */
export function namedSeries({options}: Pick<TaskRun, 'options'>): string | undefined {
	return typeof options['seriesId'] === 'string' ? options['seriesId'] : undefined;
}
