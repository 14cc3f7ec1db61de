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
	/** For people, such as `It rests after 3 searches without a result.` */
	nextSearchReason: string;
}

/** When each title is searched next, and why then. The one place that knows; the planner follows the same rules. */
export async function nextSearches(titles: readonly WaitingTitle[]): Promise<Map<string, NextSearch>> {
	return new Map(titles.map(({id}) => [id, {nextSearchAt: null, nextSearchReason: ''}]));
}
