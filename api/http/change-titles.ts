import {changeWithJob, type PromiseDeps} from '#shared/coordination/outbox.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import {type RestartDeps, restartSearches} from '#shared/tasks/restart-searches.ts';

export interface TitleChange<Changed> {
	titleIds: readonly string[];
	/** The new profile, if it changes. */
	qualityProfileId?: string | undefined;
	/** The new language profile, null for that of the library, if it changes. */
	languageProfileId?: string | null | undefined;
	change(): Promise<Changed>;
}

/**
 * Changes titles. A new profile changes the scores of their files, so a job, stored before the change, scores them
 * again, and a new language profile which subtitles they lack. Either may also accept other releases, so the backoff of
 * the titles' searches is reset.
 */
export async function changeTitles<Changed>(
	{titleIds, qualityProfileId, languageProfileId, change}: TitleChange<Changed>,
	deps: PromiseDeps & RestartDeps,
): Promise<Changed> {
	const payload = {titleIds: [...titleIds], libraryId: null};
	const rejudged = () => (languageProfileId === undefined ? change() : changeWithJob(change, {job: rejudgeSubtitles, payload}, deps));
	const changed = await (qualityProfileId === undefined ? rejudged() : changeWithJob(rejudged, {job: rescoreFiles, payload}, deps));
	if (qualityProfileId !== undefined || languageProfileId !== undefined) {
		await restartSearches(titleIds, deps);
	}
	return changed;
}
