import type {Outbox} from '../coordination/outbox.ts';
import {promiseForNew} from '../coordination/promise-jobs.ts';
import type {FileChange} from '../domain/file-changes/file-change.ts';
import {filesTaskId} from '../domain/tasks/tasks.ts';
import type {JobClient} from '../jobs/client.ts';
import {planFileChange} from '../jobs/files.ts';
import type {FileChangeStore, NewFileChange} from '../store/libraries/file-changes.ts';

export interface AddChangeDeps {
	fileChanges: FileChangeStore;
	jobs: JobClient;
	outbox: Outbox;
	now: () => Date;
}

/** Stores a change of files together with the promise of its plan. */
export async function addFileChange(wanted: NewFileChange, deps: AddChangeDeps): Promise<FileChange> {
	const planning = promiseForNew(planFileChange, changeId => ({changeId}), deps);
	const change = await deps.fileChanges.add(wanted, deps.now(), planning.alsoWrite);
	await planning.start(change.id);
	return change;
}

const noTitles = {movieIds: [], seriesIds: [], libraryId: null, rootFolderPath: null, all: false};

export type MovedTitles = {movieIds: string[]} | {seriesIds: string[]};

interface ChangeTarget {
	rootFolderPath: string;
	/** The new folder of a single title; null for many. */
	path: string | null;
	requestedBy: string | null;
}

/** Moves titles with their files, which then store their new folders. Returns the id of the task, if there is one. */
export async function moveTitles(
	titles: MovedTitles,
	{rootFolderPath, path, requestedBy}: ChangeTarget,
	deps: AddChangeDeps,
): Promise<string | undefined> {
	const selection = {...noTitles, ...titles};
	if (selection.movieIds.length + selection.seriesIds.length === 0) {
		return undefined;
	}
	const usual = {kind: 'move' as const, folders: false, copies: false, start: true, undoOf: null};
	const {id} = await addFileChange({...usual, selection, to: rootFolderPath, path, requestedBy}, deps);
	return filesTaskId(id);
}
