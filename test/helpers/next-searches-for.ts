import {backOffIdsOf, type NextSearch, nextSearches, readSchedule, type WaitingTitle} from '#shared/tasks/next-searches.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

/** When the titles are searched next by what is stored now. */
export async function nextSearchesFor(titles: readonly WaitingTitle[], deps: WorkerDeps): Promise<Map<string, NextSearch>> {
	const now = deps.now();
	const standings = await deps.searchBackoff.standings(backOffIdsOf(titles), now);
	return nextSearches(titles, {standings, now}, await readSchedule(deps));
}
