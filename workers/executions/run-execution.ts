import {randomUUID} from 'node:crypto';
import {every} from '#shared/coordination/wait.ts';
import {isTaskId} from '#shared/domain/tasks/tasks.ts';
import {Cancelled, isExpected} from '#shared/errors.ts';
import type {TaskExecution, TaskOptions} from '#shared/store/tasks/task-execution-schema.ts';
import type {Outcome} from '#shared/store/tasks/task-history.ts';
import {dispatchNext} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {createReporter, type ExecutionReporter} from './execution-reporter.ts';

/** What a task's body can use of its execution. */
export interface TaskRun extends Pick<ExecutionReporter, 'progress' | 'note'> {
	/** Jobs that the body enqueues carry it, so that they can report their outcome. */
	executionId: string;
	options: TaskOptions;
	/** Aborts when the user cancels, when the process stops, or when another worker has taken over. */
	signal: AbortSignal;
	log: Run['log'];
	/** What an earlier run of this execution saved before it was stopped or killed. */
	resumed: {checkpoint: string | null} & Counts;
	/** An earlier run was stopped or killed; it may have done more than it saved. */
	isRepeated: boolean;
	/** Saves how far this run got, so that another can continue there. Throws when this run must end. */
	save(counts: Counts & {checkpoint: string | null}): Promise<void>;
}

interface Counts {
	itemsProcessed: number;
	itemsAffected: number;
}

/** The work of a task. It may be killed at any point and run again. */
export type TaskBody<Used extends keyof WorkerDeps = keyof WorkerDeps> = (run: TaskRun, deps: Pick<WorkerDeps, Used>) => Promise<Counts>;

/** What every execution uses, besides what its body does. */
type Deps = Pick<WorkerDeps, 'events' | 'jobs' | 'log' | 'now' | 'taskActivities' | 'taskHistory' | 'tasks'>;

/** Milliseconds between two heartbeats. They also find a cancel request that the control stream lost. */
const beatMs = 2_000;

class Lost extends Error {}

/**
 * Runs the body of a stored execution: claims it, reports its progress, and stores how it ended. A failing body ends
 * the execution, not the job.
 */
export async function runExecution<Used extends keyof WorkerDeps>(
	executionId: string,
	body: TaskBody<Used>,
	{deps, run}: {deps: Deps & Pick<WorkerDeps, Used>; run: Run},
): Promise<void> {
	const token = randomUUID();
	const before = await deps.taskHistory.claim(executionId, {token, jobId: run.id, now: deps.now()});
	if (!before) {
		run.log.debug({executionId}, 'The execution has ended already');
		return;
	}
	const {taskId} = before;
	const reporter = createReporter(before, deps);
	if (before.startedAt === null) {
		await reporter.publish('task:started', {});
	}
	if (isTaskId(taskId)) {
		await deps.tasks.noteStart(taskId, deps.now());
	}
	const life = keepAlive(before, {token, runSignal: run.signal}, deps);
	const signal = AbortSignal.any([run.signal, life.signal]);
	try {
		const outcome = await work(taskRun => body(taskRun, deps), {before, token, signal, reporter, life, deps, run});
		await finish({before, token, outcome, reporter, deps});
	} catch (error) {
		if (!(error instanceof Lost)) {
			throw error;
		}
		run.log.warn({executionId, taskId}, 'Another worker has this execution now');
	} finally {
		life.stop();
		await reporter.flush();
	}
	await dispatchNext(taskId, deps);
}

interface ExecutionWork {
	before: TaskExecution;
	token: string;
	signal: AbortSignal;
	reporter: ExecutionReporter;
	life: {isCancelled(): boolean};
	deps: Deps;
	run: Run;
}

async function work(
	body: (run: TaskRun) => Promise<Counts>,
	{before, token, signal, reporter, life, deps, run}: ExecutionWork,
): Promise<Outcome> {
	let counts: Counts = {itemsProcessed: before.itemsProcessed, itemsAffected: before.itemsAffected};
	const {progress, note} = reporter;
	const wasCancelled = async () => life.isCancelled() || ((await deps.taskHistory.find(before.id))?.cancelRequested ?? false);
	if (before.cancelRequested) {
		return {status: 'cancelled', error: null, ...counts};
	}
	try {
		const save: TaskRun['save'] = async ({checkpoint, ...saved}) => {
			counts = saved;
			signal.throwIfAborted();
			if ((await deps.taskHistory.beat(before.id, token, {checkpoint, ...saved})) === 'lost') {
				throw new Lost();
			}
		};
		const resumed = {checkpoint: before.checkpoint, ...counts};
		const isRepeated = before.startedAt !== null;
		const {id: executionId, options} = before;
		counts = await body({executionId, options, signal, log: run.log, resumed, isRepeated, progress, note, save});
		return {status: 'completed', error: null, ...counts};
	} catch (error) {
		if (error instanceof Lost || signal.reason instanceof Lost) {
			throw new Lost();
		}
		if (await wasCancelled()) {
			return {status: 'cancelled', error: null, ...counts};
		}
		// Nobody has cancelled it: the process stops, or a lease was lost in the middle.
		if (signal.aborted || error instanceof Cancelled) {
			if (!(await deps.taskHistory.handBack(before.id, token))) {
				throw new Lost();
			}
			throw new Cancelled(`${signal.aborted ? 'The process stops' : 'A lease was lost'}; another run continues this task.`);
		}
		run.log.error({err: error, taskId: before.taskId}, 'A task failed');
		return {status: 'failed', error: isExpected(error) ? error.message : 'It failed unexpectedly; the log says why.', ...counts};
	}
}

interface Ending {
	before: TaskExecution;
	token: string;
	outcome: Outcome;
	reporter: ExecutionReporter;
	deps: Deps;
}

async function finish({before, token, outcome, reporter, deps}: Ending): Promise<void> {
	const completedAt = deps.now();
	await reporter.flush();
	if (!(await deps.taskHistory.end(before.id, token, {...outcome, completedAt}))) {
		throw new Lost();
	}
	if (isTaskId(before.taskId)) {
		await deps.tasks.noteEnd(before.taskId, {failed: outcome.status === 'failed'});
	}
	const {itemsProcessed, itemsAffected} = outcome;
	const duration = Math.round((Number(completedAt) - Number(before.startedAt ?? completedAt)) / 1000);
	if (outcome.status === 'completed') {
		await reporter.publish('task:completed', {itemsProcessed, itemsAffected, duration});
	} else if (outcome.status === 'cancelled') {
		await reporter.publish('task:cancelled', {});
	} else {
		await reporter.publish('task:error', {error: outcome.error ?? ''});
	}
}

/** Milliseconds after which a run that was aborted counts as hung. The job has given it up by then. */
const hungMs = 10_000;

/**
 * Sends heartbeats to MongoDB, and learns from the reply when the run has to end. A run that hangs after it was aborted
 * sends none, so that another can take its place.
 */
function keepAlive({id}: TaskExecution, {token, runSignal}: {token: string; runSignal: AbortSignal}, {taskHistory, log}: Deps) {
	const ended = new AbortController();
	let cancelled = false;
	const beat = async () => {
		const answer = await taskHistory.beat(id, token);
		if (answer === 'lost') {
			ended.abort(new Lost());
		}
		if (answer === 'cancel') {
			cancelled = true;
			ended.abort(new Cancelled());
		}
	};
	const stop = every(beatMs, beat, {onError: error => log.debug({err: error}, 'A task could not send its heartbeat')});
	const stopIfHung = () => setTimeout(stop, hungMs).unref();
	runSignal.addEventListener('abort', stopIfHung, {once: true});
	return {
		signal: ended.signal,
		isCancelled: () => cancelled,
		stop() {
			stop();
			runSignal.removeEventListener('abort', stopIfHung);
		},
	};
}
