import {backfillTaskId} from '../domain/tasks/tasks.ts';
import {controlStream} from '../events/control.ts';
import type {EventBus} from '../events/stream.ts';
import type {ScannedFileStore} from '../store/libraries/scanned-files.ts';
import type {TaskHistoryStore} from '../store/tasks/task-history.ts';

interface LibraryRemains {
	taskHistory: Pick<TaskHistoryStore, 'active' | 'cancel'>;
	scannedFiles: Pick<ScannedFileStore, 'removeLibrary'>;
	events: EventBus;
	now: () => Date;
}

/** Ends the backfill of a deleted library and forgets its files. May run again. */
export async function leaveLibrary(libraryId: string, {taskHistory, scannedFiles, events, now}: LibraryRemains): Promise<void> {
	for (const {id, jobId} of await taskHistory.active(backfillTaskId(libraryId))) {
		await taskHistory.cancel(id, now());
		if (jobId !== null) {
			// Without Redis, workers are not told, but each checks its execution before it writes.
			await events.publish(controlStream, 'cancelJob', {jobId, reason: 'The library was deleted'}).catch(() => {});
		}
	}
	await scannedFiles.removeLibrary(libraryId);
}
