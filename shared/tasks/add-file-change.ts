import {type Outbox, promiseForNew} from '../coordination/outbox.ts';
import type {FileChange} from '../domain/file-changes/file-change.ts';
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
