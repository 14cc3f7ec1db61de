import type {Stores} from '../store/database.ts';

export interface RestartDeps extends Pick<Stores, 'searchBackoff' | 'episodes' | 'tasks'> {
	log: {warn(details: object, message: string): void};
}

/**
 * Ends the pauses of these movies and series, or of all titles, because something has changed that makes a search
 * worthwhile. The change has been made by then, so a failure here costs only the wait.
 */
export async function restartSearches(
	titleIds: readonly string[] | 'all',
	{searchBackoff, episodes, tasks, log}: RestartDeps,
): Promise<void> {
	try {
		const ids = titleIds === 'all' ? 'all' : [...titleIds, ...(await episodes.idsOfSeries(titleIds))];
		await searchBackoff.restart(ids);
		await tasks.wantWholeRuns();
	} catch (error) {
		log.warn({err: error}, 'Titles could not be freed from waiting for their next search');
	}
}
