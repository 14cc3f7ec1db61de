import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {BacklogSeries} from '#shared/store/series/series-backlog.ts';
import type {TaskBody, TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {dueMovies, namedMovie} from './due-movies.ts';
import {missingMovieLine} from './missing-movie-line.ts';
import {beginPlan, limitOf, type RunPlan} from './run-plan.ts';
import {searchMovieBacklog} from './search-movie-backlog.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';
import {inOrder, missingSeriesLine} from './series-line.ts';

interface Better {
	taskId: 'cutoffUnmet' | 'upgrade';
	reason: 'cutOffUnmet' | 'upgrade';
	/** The rule for movies; `wantedEpisodes` has the same rule for episodes. */
	isWanted(profile: QualityProfile, file: MediaFile, now: Date): boolean;
}

/** The part of a scarce budget that better copies get while titles are missing. */
const shareBesideMissing = 0.25;

/** Searches for better copies, first of movies, then of series. A title named by the caller is searched alone. */
export function searchBetter(better: Better): TaskBody {
	return async (run, deps) => {
		const none = {itemsProcessed: 0, itemsAffected: 0};
		const isNamed = namedMovie(run) !== undefined || namedSeries(run) !== undefined;
		const wish = {taskId: better.taskId, kind: 'backlog', isNamed} as const;
		const plan = await beginPlan(wish, run, deps);
		await leaveToMissing(plan, deps);
		const movies = namedSeries(run) === undefined ? await searchMovies(better, plan, {run, deps}) : none;
		// Without a limit of the caller series have one of their own, so that many movies cannot use it up.
		const rest = limitOf(run) === null && plan.room.limitedBy === 'nothing' ? await beginPlan(wish, run, deps) : plan;
		const series = namedMovie(run) === undefined ? await searchSeries(better, rest, {run, deps}) : none;
		await rest.end();
		return {itemsProcessed: movies.itemsProcessed + series.itemsProcessed, itemsAffected: movies.itemsAffected + series.itemsAffected};
	};
}

async function leaveToMissing(plan: RunPlan, deps: WorkerDeps): Promise<void> {
	if (Number.isFinite(plan.left()) && (await isAnythingMissing(deps))) {
		plan.shareWith(Math.ceil(plan.left() * shareBesideMissing));
	}
}

async function isAnythingMissing(deps: WorkerDeps): Promise<boolean> {
	for (const line of [dueMovies(missingMovieLine(deps), {options: {}}, deps), missingSeriesLine(deps)]) {
		for await (const _ of line) {
			return true;
		}
	}
	return false;
}

interface Circumstances {
	run: TaskRun;
	deps: WorkerDeps;
}

async function searchMovies({reason, isWanted}: Better, plan: RunPlan, {run, deps}: Circumstances) {
	const profiles = new Map((await deps.qualityProfiles.list()).map(profile => [profile.id, profile]));
	const fallback = await deps.qualityProfiles.getDefault();
	return searchMovieBacklog(
		{
			movies: deps.movies.withFile(namedMovie(run)),
			reason,
			plan,
			isWanted: ({file, qualityProfileId}) => file !== null && isWanted(profiles.get(qualityProfileId) ?? fallback, file, deps.now()),
		},
		run,
		deps,
	);
}

async function searchSeries({reason}: Better, plan: RunPlan, {run, deps}: Circumstances) {
	const series = deps.series.withFiles(namedSeries(run));
	const line = inOrder(reason === 'cutOffUnmet' ? upgradable(series, deps) : series);
	return searchSeriesBacklog({line, reason, plan}, run, deps);
}

/** Leaves out series whose profile never upgrades, because looking at their episodes would be in vain. */
async function* upgradable(series: AsyncIterable<BacklogSeries>, {qualityProfiles}: WorkerDeps): AsyncGenerator<BacklogSeries> {
	const profiles = await qualityProfiles.list();
	const fixed = new Set(profiles.filter(profile => !profile.upgradeAllowed).map(({id}) => id));
	for await (const each of series) {
		if (!fixed.has(each.qualityProfileId)) {
			yield each;
		}
	}
}
