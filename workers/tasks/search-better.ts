import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {TaskBody, TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {limitOf, namedMovie, searchBacklog} from './search-backlog.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';

interface Better {
	reason: 'cutOffUnmet' | 'upgrade';
	/** The rule for movies; `wantedEpisodes` has the same rule for episodes. */
	isWanted(profile: QualityProfile, file: MediaFile, now: Date): boolean;
}

/** Searches for better copies, first of movies, then of series. A title named by the caller is searched alone. */
export function searchBetter(better: Better): TaskBody {
	return async (run, deps) => {
		const none = {itemsProcessed: 0, itemsAffected: 0};
		const movies = namedSeries(run) === undefined ? await searchMovies(better, run, deps) : none;
		const left = leftOver(run, movies.itemsAffected);
		const series = namedMovie(run) === undefined && left ? await searchSeries(better, left, deps) : none;
		return {itemsProcessed: movies.itemsProcessed + series.itemsProcessed, itemsAffected: movies.itemsAffected + series.itemsAffected};
	};
}

/**
 * A limit set by the caller covers movies and series together; returns null when it is used up. Without one, series
 * have a limit of their own, so that many movies cannot use it up.
 */
function leftOver(run: TaskRun, used: number): TaskRun | null {
	if (run.options['limit'] === undefined) {
		return run;
	}
	const limit = limitOf(run) - used;
	return limit > 0 ? {...run, options: {...run.options, limit}} : null;
}

async function searchMovies({reason, isWanted}: Better, run: TaskRun, deps: WorkerDeps) {
	const profiles = new Map((await deps.qualityProfiles.list()).map(profile => [profile.id, profile]));
	const fallback = await deps.qualityProfiles.getDefault();
	return searchBacklog(
		{
			movies: deps.movies.withFile(namedMovie(run)),
			reason,
			isWanted: ({file, qualityProfileId}) => file !== null && isWanted(profiles.get(qualityProfileId) ?? fallback, file, deps.now()),
		},
		run,
		deps,
	);
}

function searchSeries({reason}: Better, run: TaskRun, deps: WorkerDeps) {
	return searchSeriesBacklog({series: deps.series.withFiles(namedSeries(run)), reason}, run, deps);
}
