import type {Caller} from '#api/http/access/callers.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseForNew, promiseJob} from '#shared/coordination/outbox.ts';
import type {FileChange} from '#shared/domain/file-changes/file-change.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';

type Deps = Pick<RouteDeps, 'fileChanges' | 'jobs' | 'now' | 'outbox'>;

/** Who asks for a change, as it is shown. */
export const callerName = (caller: Caller | null): string | null =>
	caller === null ? null : caller.kind === 'session' ? caller.user.username : caller.key.name;

/** Stores a change together with the promise of its plan. */
export async function addFileChange(wanted: NewFileChange, deps: Deps): Promise<FileChange> {
	const planning = promiseForNew(planFileChange, changeId => ({changeId}), deps);
	const change = await deps.fileChanges.add(wanted, deps.now(), planning.alsoWrite);
	await planning.start(change.id);
	return change;
}

/** Has a change planned anew. */
export async function planAgain(changeId: string, deps: Pick<Deps, 'jobs' | 'outbox'>): Promise<void> {
	await promiseJob(planFileChange, {changeId}, deps);
}
