import {mostSearches} from '#shared/domain/media/plan-episode-searches.ts';
import {type SearchEpisodes, searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** More waiting jobs than this leave no room in any budget. */
const mostRead = 2000;

/** Searches that are queued already and will use up the budgets first. */
export async function waitingSearches({jobs}: Pick<WorkerDeps, 'jobs'>): Promise<number> {
	const waiting = await jobs.waiting('search', mostRead);
	return waiting.reduce((sum, {name, payload}) => sum + costOf(name, payload), 0);
}

function costOf(name: string, payload: unknown): number {
	if (name === searchEpisodes.name) {
		const {episodeIds} = payload as SearchEpisodes; // a job of this name has this payload
		return Math.min(episodeIds?.length ?? mostSearches, mostSearches);
	}
	return name === searchMovie.name ? 1 : 0;
}
