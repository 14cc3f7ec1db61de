import {isByPerson, type SearchMovie} from '#shared/jobs/search/search-movie.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

type Wish = Pick<SearchMovie, 'reason' | 'byPerson' | 'executionId' | 'evenIfResting'>;

/**
 * The titles that another task has searched since this search was planned: one title may be missing and new, or below
 * the cutoff and up for an upgrade. What this very execution has searched does not count, because a job that died runs
 * again.
 */
export async function restingOf(ids: readonly string[], wish: Wish, {searchBackOff, now}: WorkerDeps): Promise<Set<string>> {
	const {executionId, evenIfResting = false} = wish;
	if (executionId === undefined || evenIfResting || isByPerson(wish)) {
		return new Set();
	}
	return searchBackOff.resting(ids, now(), {exceptBy: executionId});
}
