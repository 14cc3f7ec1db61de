import type {RouteDeps} from '#api/services.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {controlStream} from '#shared/events/control.ts';
import {deleteLibraryFiles} from '#shared/jobs/import/delete-library-files.ts';

/**
 * Deletes the library but keeps its titles, and stops its backfill. Returns the number of titles that
 * no longer have a library.
 */
export async function deleteLibrary({id}: Library, {removeFiles}: {removeFiles: boolean}, deps: RouteDeps): Promise<number> {
	const {libraries, movies, series, scannedFiles, taskHistory, events, jobs, now} = deps;
	const orphanedItems = (await movies.countInLibrary(id)) + (await series.countInLibrary(id));
	await libraries.remove(id);
	for (const execution of await taskHistory.active(backfillTaskId(id))) {
		await taskHistory.cancel(execution.id, now());
		if (execution.jobId !== null) {
			await events.publish(controlStream, 'cancelJob', {jobId: execution.jobId, reason: 'The library was deleted'});
		}
	}
	await scannedFiles.removeLibrary(id);
	if (removeFiles) {
		await jobs.enqueue(deleteLibraryFiles, {libraryId: id});
	} else {
		await movies.detach(id);
		await series.detach(id);
	}
	return orphanedItems;
}
