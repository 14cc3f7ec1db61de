import type {JobClient} from '#shared/jobs/client.ts';
import {deleteEpisodeFiles, mostPaths} from '#shared/jobs/import/delete-episode-files.ts';
import type {ImportExclusionStore} from '#shared/store/libraries/import-exclusions.ts';
import type {EpisodeStore} from '#shared/store/series/episodes.ts';
import type {SeriesStore} from '#shared/store/series/series.ts';
import type {DeleteSeriesQuery} from './schema.ts';

interface DeleteDeps {
	series: SeriesStore;
	episodes: EpisodeStore;
	importExclusions: ImportExclusionStore;
	jobs: JobClient;
	now: () => Date;
}

/**
 * Deletes a series with its episodes. The removal of its files is queued first, so that after a failure in between the
 * series can be deleted again.
 */
export async function deleteSeries(
	id: string,
	{deleteFiles, deleteAddImportListExclusion}: DeleteSeriesQuery,
	{series, episodes, importExclusions, jobs, now}: DeleteDeps,
): Promise<void> {
	const {title, metaId, year, path} = await series.get(id);
	if (deleteAddImportListExclusion) {
		await importExclusions.ensure({type: 'series', metaId, title, year}, now());
	}
	const paths = deleteFiles ? await episodes.filePaths(id) : [];
	for (let at = 0; at < paths.length; at += mostPaths) {
		await jobs.enqueue(deleteEpisodeFiles, {seriesId: id, title, folder: path, paths: paths.slice(at, at + mostPaths)});
	}
	await series.remove(id);
}
