import {promiseJob} from '#shared/coordination/outbox.ts';
import {type backfillLibrary, readMediaInfo} from '#shared/jobs/backfill.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {applyAutoTags, everyTitle} from '#shared/jobs/tags.ts';
import {runExecution, type TaskBody, type TaskRun} from '../executions/run-execution.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import {recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Handler, stopReason} from '../runtime/handler.ts';
import {dropVanished} from './drop-vanished.ts';
import {lookUpPending} from './look-up-pending.ts';
import {createMovieBackfill} from './movie-backfill.ts';
import {createSeenIds} from './seen-ids.ts';
import {createSeriesBackfill} from './series-backfill.ts';
import {readWalkCheckpoint, rootMissing, type Tally, walkLibrary} from './walk-library.ts';

type Deps = Parameters<typeof createSeriesBackfill>[1] &
	Parameters<typeof createMovieBackfill>[1] &
	Pick<WorkerDeps, 'autoTags' | 'folderReaders' | 'jobs' | 'libraries' | 'log' | 'outbox' | 'scannedFiles' | 'settings'>;

export const handleBackfillLibrary: Handler<typeof backfillLibrary> = ({libraryId, executionId}, deps, run) =>
	runExecution(executionId, backfillBody(libraryId), {deps, run});

/** Scans the library's root folder and adds what it finds. The library's status shows the progress. */
export function backfillBody(libraryId: string): TaskBody<keyof Deps> {
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
		} finally {
			// New files have no scores yet, also those of a backfill that fails or is cancelled later on.
			await promiseJob(rescoreFiles, {titleIds: null, libraryId}, deps);
			if (await deps.autoTags.any()) {
				await promiseJob(applyAutoTags, everyTitle, deps);
			}
			await promisePlayerFiles(null, deps);
		}
	};
}

async function backfill(libraryId: string, run: TaskRun, deps: Deps): Promise<Tally> {
	const library = await deps.libraries.get(libraryId);
	const {path: root} = await deps.rootFolders.get(library.rootFolderId);
	const kind = library.type === 'tv' ? createSeriesBackfill({library, root}, deps) : createMovieBackfill({library, root}, deps);
	const {itemsProcessed, itemsAffected, checkpoint} = run.resumed;
	const tally: Tally = {itemsProcessed, itemsAffected};
	const expected = await deps.scannedFiles.count(libraryId);
	await recogniseRoot(root, deps).catch(error => run.log.debug({err: error, root}, 'A root folder is not recognised'));
	const rootId = await deps.files.folderId(root);
	const scan = {libraryId, kind, deps, root, rootId, tally, run, seen: createSeenIds(), expected};
	if (checkpoint !== 'look-up') {
		const known = await walkLibrary({...scan, after: readWalkCheckpoint(checkpoint)});
		if (tally.itemsProcessed === 0 && expected > 0) {
			// An unmounted disk looks like an empty folder. Dropping all titles because of that would be wrong.
			throw rootMissing(root);
		}
		// If the walk saw every file that was known before, no file can have vanished.
		if (known < expected) {
			await dropVanished(scan);
		}
		await run.save({...tally, checkpoint: 'look-up'});
	}
	await lookUpPending(scan);
	await deps.jobs.enqueue(readMediaInfo, {libraryId, after: ''}, {priority: 100});
	return tally;
}

/** Cleans up when the library was deleted during the walk. */
async function forgetIfGone(libraryId: string, {libraries, scannedFiles, movies, series}: Deps): Promise<void> {
	if (!(await libraries.find(libraryId))) {
		await scannedFiles.removeLibrary(libraryId);
		await movies.detach(libraryId);
		await series.detach(libraryId);
	}
}
