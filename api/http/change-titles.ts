import {type PromiseDeps, promiseAfter} from '#shared/jobs/promise-job.ts';
import {rescoreFiles} from '#shared/jobs/refresh/rescore-files.ts';

export interface TitleChange<Changed> {
	titleIds: readonly string[];
	/** The new profile, if it changes. */
	qualityProfileId?: string | undefined;
	change(): Promise<Changed>;
}

/** Changes titles. A new profile changes the scores of their files. */
export async function changeTitles<Changed>(
	{titleIds, qualityProfileId, change}: TitleChange<Changed>,
	deps: PromiseDeps,
): Promise<Changed> {
	if (qualityProfileId === undefined) {
		return change();
	}
	return promiseAfter(change, {job: rescoreFiles, payload: {titleIds: [...titleIds], libraryId: null}}, deps);
}
