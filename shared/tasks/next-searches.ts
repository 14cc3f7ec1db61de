import type {QueryBudgets} from '../query-budgets.ts';
import type {Stores} from '../store/database.ts';

/** What API and workers have in common: the stores, and a look at the budgets. */
export interface SearchFacts
	extends Pick<Stores, 'tasks' | 'indexers' | 'searchBackOff' | 'movies' | 'series' | 'episodes' | 'qualityProfiles'> {
	queryBudgets: QueryBudgets;
	now(): Date;
}

/** A title that a task will search again. */
export interface WaitingTitle {
	/** Id of the movie or episode. */
	id: string;
	type: 'movie' | 'episode';
	wish: 'missing' | 'cutoff' | 'subtitles';
	lastSearchTime: Date | null;
}

export interface NextSearch {
	/** Null when no task will search it: the task is off, or no indexer or provider is enabled. */
	nextSearchAt: Date | null;
	/** For people: `It rests after 3 searches without a result.`, `The budget of every indexer is used up until then.` */
	nextSearchReason: string;
}

/** When each title is searched next, and why then. The one place that knows; the planner follows the same rules. */
export async function nextSearches(titles: readonly WaitingTitle[], _facts: SearchFacts): Promise<Map<string, NextSearch>> {
	return new Map(titles.map(({id}) => [id, {nextSearchAt: null, nextSearchReason: ''}]));
}
