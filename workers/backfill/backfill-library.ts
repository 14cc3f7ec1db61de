import type {backfillLibrary} from '#shared/jobs/backfill/backfill-library.ts';
import {readMediaInfo} from '#shared/jobs/backfill/read-media-info.ts';
import {rescoreFiles} from '#shared/jobs/refresh/rescore-files.ts';
import {runExecution, type TaskBody, type TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Handler, stopReason} from '../runtime/handler.ts';
import {dropVanished} from './drop-vanished.ts';
import {lookUpPending} from './look-up-pending.ts';
import {createMovieBackfill} from './movie-backfill.ts';
import {createSeenIds} from './seen-ids.ts';
import {createSeriesBackfill} from './series-backfill.ts';
import {readWalkCheckpoint, rootMissing, type Tally, walkLibrary} from './walk-library.ts';

export const handleBackfillLibrary: Handler<typeof backfillLibrary> = ({libraryId, executionId}, deps, run) =>
	runExecution(executionId, backfillBody(libraryId), {deps, run});

/** Takes in what lies below the root folder of a library; the status of the library tells how it goes. */
export function backfillBody(libraryId: string): TaskBody {
	return async (run, deps) => {
		const {libraries, now} = deps;
		await libraries.setBackfill(libraryId, 'running');
		try {
			const tally = await backfill(libraryId, run, deps);
			await libraries.setBackfill(libraryId, 'completed', now());
			return tally;
		} catch (error) {
			if (!run.signal.aborted) {
				await libraries.setBackfill(libraryId, 'failed');
			} else if (run.signal.reason !== stopReason) {
				await libraries.setBackfill(libraryId, 'idle');
			}
			await forgetIfGone(libraryId, deps);
			throw error;
		}
	};
}

async function backfill(libraryId: string, run: TaskRun, deps: WorkerDeps): Promise<Tally> {
	const library = await deps.libraries.get(libraryId);
	const {path: root} = await deps.rootFolders.get(library.rootFolderId);
	const kind = library.type === 'tv' ? createSeriesBackfill({library, root}, deps) : createMovieBackfill({library, root}, deps);
	const {itemsProcessed, itemsAffected, checkpoint} = run.resumed;
	const tally: Tally = {itemsProcessed, itemsAffected};
	const expected = await deps.scannedFiles.count(libraryId);
	const scan = {libraryId, kind, deps, root, tally, run, seen: createSeenIds(), expected};
	if (checkpoint !== 'look-up') {
		const known = await walkLibrary({...scan, after: readWalkCheckpoint(checkpoint)});
		if (tally.itemsProcessed === 0 && expected > 0) {
			// An empty mount point looks like this; nobody deletes a whole library and wants its titles dropped.
			throw rootMissing(root);
		}
		// Each file that the library had was met: nothing can have vanished.
		if (known < expected) {
			await dropVanished(scan);
		}
		await run.save({...tally, checkpoint: 'look-up'});
	}
	await lookUpPending(scan);
	await deps.jobs.enqueue(rescoreFiles, {titleIds: null, libraryId});
	await deps.jobs.enqueue(readMediaInfo, {libraryId, after: ''}, {priority: 100});
	return tally;
}

/** The library may have been deleted while it was walked. */
async function forgetIfGone(libraryId: string, {libraries, scannedFiles, movies, series}: WorkerDeps): Promise<void> {
	if (!(await libraries.find(libraryId))) {
		await scannedFiles.removeLibrary(libraryId);
		await movies.detach(libraryId);
		await series.detach(libraryId);
	}
}
