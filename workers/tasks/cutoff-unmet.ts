import {isCutoffUnmet} from '#shared/domain/quality/cutoff.ts';
import type {WorkerDeps} from '../deps.ts';
import type {TaskBody, TaskRun} from '../run-execution.ts';
import {namedMovie, searchBacklog} from './search-backlog.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';

/** Movies, then series; a title that the caller names stands alone. */
export const searchCutoffUnmet: TaskBody = async (run, deps) => {
	const none = {itemsProcessed: 0, itemsAffected: 0};
	const movies = namedSeries(run) === undefined ? await searchMovies(run, deps) : none;
	const series = namedMovie(run) === undefined ? await searchSeries(run, deps) : none;
	return {itemsProcessed: movies.itemsProcessed + series.itemsProcessed, itemsAffected: movies.itemsAffected + series.itemsAffected};
};

async function searchMovies(run: TaskRun, deps: WorkerDeps) {
	const profiles = new Map((await deps.qualityProfiles.list()).map(profile => [profile.id, profile]));
	return searchBacklog(
		{
			movies: deps.movies.withFile(namedMovie(run)),
			reason: 'cutOffUnmet',
			isWanted({file, qualityProfileId}) {
				const profile = profiles.get(qualityProfileId);
				return profile !== undefined && file !== null && isCutoffUnmet(profile, file);
			},
		},
		run,
		deps,
	);
}

function searchSeries(run: TaskRun, deps: WorkerDeps) {
	return searchSeriesBacklog({series: deps.series.withFiles(namedSeries(run)), reason: 'cutOffUnmet'}, run, deps);
}
