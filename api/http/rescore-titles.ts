import type {JobClient} from '#shared/jobs/client.ts';
import {rescoreFiles} from '#shared/jobs/refresh/rescore-files.ts';

/** A new profile changes the scores of the title's files. */
export async function rescoreTitles(
	titleIds: readonly string[],
	{qualityProfileId}: {qualityProfileId?: string | undefined},
	jobs: JobClient,
): Promise<void> {
	if (qualityProfileId !== undefined) {
		await jobs.enqueue(rescoreFiles, {titleIds: [...titleIds], libraryId: null});
	}
}
