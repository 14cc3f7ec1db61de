import {type Caller, isAdministrator} from '#api/http/access/caller.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {isTaskId, libraryOfTask, type TaskDefinition, type TaskId, taskDefinitions} from '#shared/domain/tasks/tasks.ts';
import {Forbidden, Invalid, NotFound} from '#shared/errors.ts';
import type {LibraryStore} from '#shared/store/libraries/libraries.ts';

/** A built-in task, or the backfill of a library, which has no schedule. */
export type KnownTask = {id: TaskId; definition: TaskDefinition; library: null} | {id: string; definition: null; library: Library};

/** Throws NotFound `task_not_found`. */
export async function knownTask(id: string, libraries: LibraryStore): Promise<KnownTask> {
	if (isTaskId(id)) {
		return {id, definition: taskDefinitions[id], library: null};
	}
	const libraryId = libraryOfTask(id);
	const library = libraryId === null ? null : await libraries.find(libraryId);
	if (!library) {
		throw new NotFound('task_not_found', `There is no task with the id ${id}. GET /api/tasks lists them all.`);
	}
	return {id, definition: null, library};
}

/**
 * The task, if this caller may change or run it. Backups are for administrators: whoever runs enough of them has every
 * older one removed. Throws Forbidden and what `knownTask` throws.
 */
export async function changeableTask(id: string, caller: Caller | null, libraries: LibraryStore): Promise<KnownTask> {
	const task = await knownTask(id, libraries);
	if (task.definition?.forAdministrators && !(caller && isAdministrator(caller))) {
		throw new Forbidden('administrator_required', 'Only an administrator, or an API key of type main, may do this.');
	}
	return task;
}

/** Throws Invalid `task_not_scheduled` for a task without a schedule. */
export function scheduledId(task: KnownTask): TaskId {
	if (task.library) {
		throw new Invalid(
			'task_not_scheduled',
			'The backfill of a library has no schedule. Set backfillEnabled of the library to let the periodic scan do it.',
		);
	}
	return task.id;
}
