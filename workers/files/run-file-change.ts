import {createSlots} from '#shared/coordination/slots.ts';
import {every} from '#shared/coordination/wait.ts';
import {hourMs} from '#shared/domain/durations.ts';
import type {FileChange, FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {Cancelled, type ExpectedError, isExpected, spokenRemedy, Unavailable} from '#shared/errors.ts';
import type {runFileChange} from '#shared/jobs/files.ts';
import {runExecution, type TaskBody} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {createRootChecks} from './enter-roots.ts';
import {isFolderMoved} from './file-moves.ts';
import {CancelledByPerson, runTitle} from './run-title.ts';
import {runWaitingTitles} from './run-waiting-titles.ts';
import type {TitleOutcome} from './skip-title.ts';
import type {BeforeMoveStep, MoveDeps} from './title-run.ts';

type Deps = MoveDeps & Pick<WorkerDeps, 'taskHistory'>;

export const handleRunFileChange: Handler<typeof runFileChange> = ({changeId, executionId}, deps, run) =>
	runExecution(executionId, fileChangeBody(changeId), {deps, run});

/** Titles that are renamed in parallel: most of the time is spent waiting for the database and the disk. */
const atOnce = 24;
/** Of those, titles whose files may have to be copied, which a disk does better one after another. */
const copiedAtOnce = 4;
/** Titles that are read together. */
const readTogether = 240;
/** Milliseconds until a person's cancellation is noticed. */
const cancelCheckMs = 1000;

/** Makes a planned change title by title. It may be killed at any point and run again. */
export function fileChangeBody(changeId: string, beforeStep: BeforeMoveStep = async () => {}): TaskBody<keyof Deps> {
	return async (run, deps) => {
		const {fileChanges, now} = deps;
		const begun = await fileChanges.move(changeId, ['planned', 'running'], {state: 'running', message: null}, now());
		if (!begun) {
			return {itemsProcessed: 0, itemsAffected: 0};
		}
		const change = begun.startedAt ? begun : ((await fileChanges.move(changeId, ['running'], {startedAt: now()}, now())) ?? begun);
		const cancelled = new AbortController();
		const stopIfCancelled = async () => {
			if ((await fileChanges.find(changeId))?.cancelRequested) {
				cancelled.abort(new CancelledByPerson());
			}
		};
		await stopIfCancelled();
		const endChecks = every(cancelCheckMs, stopIfCancelled);
		try {
			const signal = AbortSignal.any([run.signal, cancelled.signal]);
			const counts = await eachTitle(change, {deps, signal, beforeStep, progress: run.progress, isResumed: begun.startedAt !== null});
			await end(change, deps);
			return counts;
		} catch (error) {
			const {executionId, signal} = run;
			await endEarly(error, {change, executionId, isStopped: signal.aborted, isCancelled: cancelled.signal.aborted}, deps);
			throw error;
		} finally {
			endChecks();
		}
	};
}

interface Work {
	deps: Deps;
	signal: AbortSignal;
	beforeStep: BeforeMoveStep;
	/** An earlier run has begun. */
	isResumed: boolean;
	progress: Parameters<TaskBody>[0]['progress'];
}

async function eachTitle(
	change: FileChange,
	{deps, signal, beforeStep, progress, isResumed}: Work,
): Promise<{itemsProcessed: number; itemsAffected: number}> {
	const {fileChanges, rootFolders} = deps;
	const roots = (await rootFolders.list()).map(({path}) => path);
	const counted = await fileChanges.rows.count(change.id);
	const begun = isResumed ? await maybeBegun(change.id, fileChanges) : new Set<string>();
	const add = ({done: made, skipped}: TitleOutcome) => {
		counted.done += made;
		counted.skipped += skipped;
	};
	const tell = ({title}: FileChangeRow) => progress({processed: counted.done + counted.skipped, total: counted.files, message: title});
	const options = {change, roots, rootChecks: createRootChecks(deps), deps, signal, beforeStep};
	const copies = createSlots({max: copiedAtOnce});
	let after = -1;
	for (;;) {
		const heads = await fileChanges.rows.nextTitles(change.id, after, readTogether);
		if (heads.length === 0) {
			break;
		}
		const free = heads.filter(({awaits = false}) => !awaits);
		await inLanes(free, async (head, isStopped) => {
			// What has to be copied waits here, while nobody is kept away from the title.
			const leave = rootOf(head.from, roots) === rootOf(head.to, roots) ? () => {} : await copies.take(change.id);
			try {
				signal.throwIfAborted();
				if (isStopped()) {
					return;
				}
				add(await runTitle(head, {...options, mayBeBegun: begun.has(head.titleId), onPlaced: leave}));
			} finally {
				leave();
			}
			tell(head);
		});
		await fileChanges.setTotals(change.id, counted, deps.now());
		after = heads.at(-1)?.number ?? after;
	}
	await runWaitingTitles(change.id, {
		deps,
		signal,
		begun,
		async run(head, instead) {
			add(await runTitle(head, {...options, mayBeBegun: begun.has(head.titleId), ...(instead && {instead})}));
			tell(head);
		},
	});
	const {done, files} = await fileChanges.rows.count(change.id);
	return {itemsProcessed: files, itemsAffected: done};
}

/** Some titles at once, each lane the next one that nobody has begun. Begins no more after a failure, and throws it. */
async function inLanes(
	heads: readonly FileChangeRow[],
	work: (head: FileChangeRow, isStopped: () => boolean) => Promise<void>,
): Promise<void> {
	const next = heads.values();
	let isStopped = false;
	const lane = async () => {
		for (const head of next) {
			await work(head, () => isStopped).catch(error => {
				isStopped = true;
				throw error;
			});
			if (isStopped) {
				return;
			}
		}
	};
	const ends = await Promise.allSettled(Array.from({length: atOnce}, lane));
	const failed = ends.find(({status}) => status === 'rejected');
	if (failed?.status === 'rejected') {
		throw failed.reason;
	}
}

async function end(change: FileChange, {fileChanges, now}: Deps): Promise<void> {
	const at = now();
	await fileChanges.setTotals(change.id, await fileChanges.rows.count(change.id), at);
	await fileChanges.move(change.id, ['running'], {state: 'done', endedAt: at}, at);
	if (change.undoOf !== null) {
		await fileChanges.move(change.undoOf, ['done', 'failed', 'cancelled'], {state: 'undone'}, at);
	}
}

interface Ending {
	change: FileChange;
	executionId: string;
	isStopped: boolean;
	isCancelled: boolean;
}

/** Stores how it ended. A stop of the process or a lost lease is no end: another run goes on, or already has. */
async function endEarly(error: unknown, {change, executionId, isStopped, isCancelled}: Ending, deps: Deps): Promise<void> {
	const {fileChanges, taskHistory, now} = deps;
	const at = now();
	const counted = async () => fileChanges.setTotals(change.id, await fileChanges.rows.count(change.id), at);
	if (isCancelled || error instanceof CancelledByPerson) {
		await endBegun(change, deps);
		await counted();
		await fileChanges.move(change.id, ['running'], {state: 'cancelled', endedAt: at}, at);
		await taskHistory.cancel(executionId, at);
		return;
	}
	if (isStopped || error instanceof Cancelled) {
		return;
	}
	await counted();
	const message = isExpected(error) ? forPerson(error) : 'It failed unexpectedly; the log says why.';
	await fileChanges.move(change.id, ['running'], {state: 'failed', message, endedAt: at}, at);
}

/** Disks tell imports that they go on by themselves; a change that failed waits for a person. */
function forPerson(error: ExpectedError): string {
	const remedy = error instanceof Unavailable ? error.remedy : null;
	return remedy ? spokenRemedy(remedy, 'then retry this change') : error.message;
}

/** After a cancellation: what an earlier run has begun goes back, or on to its end where its folder has moved. */
async function endBegun(change: FileChange, deps: Deps): Promise<void> {
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const options = {change, roots, rootChecks: createRootChecks(deps), deps, beforeStep: async () => {}, mayBeBegun: true};
	for (const titleId of await maybeBegun(change.id, deps.fileChanges)) {
		const [head] = (await deps.fileChanges.rows.ofTitle(change.id, titleId)).filter(({what}) => what === 'title');
		if (head) {
			const isCancelled = !(await isFolderMoved(head, deps.files));
			await runTitle(head, {...options, signal: AbortSignal.timeout(hourMs), isCancelled});
		}
	}
}

/** A worker that was killed may not have noted what it did to the titles that it was at, which are the next ones. */
async function maybeBegun(changeId: string, {rows}: Deps['fileChanges']): Promise<Set<string>> {
	const next = await rows.nextTitles(changeId, -1, atOnce);
	return new Set([...(await rows.begunTitles(changeId)), ...next.map(({titleId}) => titleId)]);
}
