import {recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import {toldSeries} from '#shared/domain/notifications/told-title.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {deleteEpisodeFiles, maxPaths} from '#shared/jobs/import.ts';
import {startPromised, toPromise} from '#shared/jobs/promise-job.ts';
import type {ImportExclusionStore} from '#shared/store/libraries/import-exclusions.ts';
import type {EpisodeStore} from '#shared/store/series/episodes.ts';
import type {SeriesStore} from '#shared/store/series/series.ts';
import type {PromisedJobStore} from '#shared/store/system/promised-jobs.ts';
import type {DeleteSeriesQuery} from './schema.ts';

interface DeleteDeps {
	series: SeriesStore;
	episodes: EpisodeStore;
	importExclusions: ImportExclusionStore;
	promisedJobs: PromisedJobStore;
	jobs: JobClient;
	now: () => Date;
}

/** Deletes a series with its episodes. The removal of its files is promised in the same step. */
export async function deleteSeries(
	id: string,
	{deleteFiles, deleteAddImportListExclusion}: DeleteSeriesQuery,
	{series, episodes, importExclusions, promisedJobs, jobs, now}: DeleteDeps,
): Promise<void> {
	const deleted = await series.get(id);
	const {title, metaId, year, path} = deleted;
	if (deleteAddImportListExclusion) {
		await importExclusions.ensure({type: 'series', metaId, title, year}, now());
	}
	const recorded = deleteFiles ? recordedFiles(await episodes.onDisk(id)) : [];
	const media = toldSeries(deleted, []);
	const deletions = chunksOf(recorded).map(files => {
		const paths = files.map(file => file.path);
		return toPromise(deleteEpisodeFiles, {seriesId: id, title, folder: path, paths, media, files});
	});
	await series.remove(id, async session => {
		for (const deletion of deletions) {
			await promisedJobs.put(deletion, session);
		}
	});
	await Promise.all(deletions.map(deletion => startPromised(deleteEpisodeFiles, deletion, {jobs})));
}

function chunksOf<T>(all: readonly T[]): T[][] {
	return Array.from({length: Math.ceil(all.length / maxPaths)}, (_, index) => all.slice(index * maxPaths, (index + 1) * maxPaths));
}
