import {changeWithJob, type PromiseDeps} from '#shared/coordination/outbox.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {type RestartDeps, restartSearches} from '#shared/tasks/restart-searches.ts';

export interface TitleChange<Changed> {
	titleIds: readonly string[];
	/** The new profile, if it changes. */
	qualityProfileId?: string | undefined;
	change(): Promise<Changed>;
}

/**
 * Changes titles. A new profile changes the scores of their files, so a job, stored before the change, scores them
 * again. It may also accept other releases, so the backoff of the titles' searches is reset.
 */
export async function changeTitles<Changed>(
	{titleIds, qualityProfileId, change}: TitleChange<Changed>,
	deps: PromiseDeps & RestartDeps,
): Promise<Changed> {
	if (qualityProfileId === undefined) {
		return change();
	}
	const changed = await changeWithJob(change, {job: rescoreFiles, payload: {titleIds: [...titleIds], libraryId: null}}, deps);
	await restartSearches(titleIds, deps);
	return changed;
}
