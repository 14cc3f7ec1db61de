import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {correctedSince, isCutoffUnmet, mayImprove, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {TaskBody, TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {beginPlan, limitOf, type RunPlan, type RunPlanDeps} from './run-plan.ts';
import {searchMovieBacklog} from './search-movie-backlog.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';
import {
	awakeBetterMovies,
	awakeBetterSeries,
	awakeMovieLine,
	awakeSeriesLine,
	dueMovies,
	inOrder,
	interleaved,
	isPartial,
	namedMovie,
	type SeriesInLine,
	seriesOf,
} from './titles-in-line.ts';

type Deps = RunPlanDeps & Pick<WorkerDeps, 'movies' | 'qualityProfiles' | 'series'>;

export const searchCutoffUnmet = searchBetter({taskId: 'cutoffUnmet', reason: 'cutOffUnmet', isWanted: isCutoffUnmet});

export const searchUpgrades = searchBetter({taskId: 'upgrade', reason: 'upgrade', isWanted: mayImprove});

interface Better {
	taskId: 'cutoffUnmet' | 'upgrade';
	reason: 'cutOffUnmet' | 'upgrade';
	/** The rule for movies; `wantedEpisodes` has the same rule for episodes. */
	isWanted(profile: QualityProfile, file: MediaFile, now: Date): boolean;
}

/** The part of a scarce budget that better copies get while titles are missing. */
const shareBesideMissing = 0.25;

/** Searches for better copies, first of movies, then of series. A title named by the caller is searched alone. */
function searchBetter(better: Better): TaskBody<keyof Deps> {
	return async (run, deps) => {
		const none = {itemsProcessed: 0, itemsAffected: 0};
		const isNamed = namedMovie(run) !== undefined || namedSeries(run) !== undefined;
		const line = better.reason === 'cutOffUnmet' && {line: {pauses: ['betterMovies', 'betterEpisodes']} as const};
		const request = {taskId: better.taskId, kind: 'backlog', isNamed, ...line} as const;
		const plan = await beginPlan(request, run, deps);
		await leaveToMissing(plan, deps);
		const movies = namedSeries(run) === undefined ? await searchMovies(better, plan, {run, deps}) : none;
		// Without a limit of the caller series have one of their own, so that many movies cannot use it up.
		const isAlone = limitOf(run) !== null || plan.room.limitedBy !== 'nothing';
		const rest = isAlone ? plan : await beginPlan(request, run, deps);
		const series = namedMovie(run) === undefined ? await searchSeries(better, rest, {run, deps}) : none;
		for (const each of new Set([plan, rest])) {
			await each.end();
		}
		return {itemsProcessed: movies.itemsProcessed + series.itemsProcessed, itemsAffected: movies.itemsAffected + series.itemsAffected};
	};
}

async function leaveToMissing(plan: RunPlan, deps: Deps): Promise<void> {
	if (Number.isFinite(plan.left()) && (await isAnythingMissing(deps))) {
		plan.shareWith(Math.ceil(plan.left() * shareBesideMissing));
	}
}

async function isAnythingMissing(deps: Deps): Promise<boolean> {
	for (const line of [dueMovies(awakeMovieLine(deps), {options: {}}, deps), awakeSeriesLine(deps)]) {
		for await (const _ of line) {
			return true;
		}
	}
	return false;
}

interface TaskContext {
	run: TaskRun;
	deps: Deps;
}

/** Movies whose file may be replaced. What the caller names is looked at whatever is stored about its file. */
function movieLine(reason: Better['reason'], {run, deps}: TaskContext): AsyncIterable<BacklogMovie> {
	const named = namedMovie(run);
	if (named !== undefined) {
		return deps.movies.withFile(named);
	}
	if (reason === 'upgrade') {
		return interleaved(deps.movies.belowCutoff(), deps.movies.withFileSince(correctedSince(deps.now())));
	}
	return isPartial(run) ? awakeBetterMovies(deps) : deps.movies.belowCutoff();
}

function seriesLine(reason: Better['reason'], {run, deps}: TaskContext): AsyncIterable<SeriesInLine> {
	const named = namedSeries(run);
	if (named !== undefined) {
		return inOrder(deps.series.withFiles(named));
	}
	if (reason === 'upgrade') {
		return seriesOf(interleaved(deps.episodes.belowCutoff(), deps.episodes.withFileSince(correctedSince(deps.now()))), deps);
	}
	return isPartial(run) ? awakeBetterSeries(deps) : seriesOf(deps.episodes.belowCutoff(), deps);
}

async function searchMovies({reason, isWanted}: Better, plan: RunPlan, {run, deps}: TaskContext) {
	const profileOf = await deps.qualityProfiles.readAll();
	return searchMovieBacklog(
		{
			movies: movieLine(reason, {run, deps}),
			reason,
			plan,
			isWanted: ({file, qualityProfileId}) => file !== null && isWanted(profileOf(qualityProfileId), file, deps.now()),
		},
		run,
		deps,
	);
}

function searchSeries({reason}: Better, plan: RunPlan, {run, deps}: TaskContext) {
	return searchSeriesBacklog({line: seriesLine(reason, {run, deps}), reason, plan}, run, deps);
}
