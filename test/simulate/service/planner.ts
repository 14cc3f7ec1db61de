import {randomUUID} from 'node:crypto';
import {intervalMs} from '#shared/domain/tasks/interval.ts';
import {type TaskId, taskDefinitions} from '#shared/domain/tasks/tasks.ts';
import type {Log} from '#shared/log/log.ts';
import type {TaskOptions} from '#shared/store/tasks/task-execution-schema.ts';
import {onlyAwake} from '#shared/store/tasks/task-state.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {bodies} from '#workers/tasks/run-task.ts';

/** The tasks that plan searches, and the one that tidies up after them. */
export const simulatedTasks = [
	'newEpisodes',
	'missingEpisodes',
	'missingMovies',
	'cutoffUnmet',
	'upgrade',
	'historyCleanup',
] as const satisfies readonly TaskId[];

export interface Planner {
	/** When the next task is due. */
	nextAt(): number;
	/** A task asks for a run before its usual time. */
	runSooner(id: TaskId, at: number): void;
	/** Runs the bodies of the tasks that are due, as one process after another would. */
	runDue(at: number): Promise<void>;
	/** Milliseconds of real time that each task took, and how often it ran. */
	costs(): Record<string, {runs: number; ms: number}>;
}

/** Runs each task as the stored schedule does, the first time one interval after the start. */
export function createPlanner(deps: WorkerDeps, {start, log, tasks}: {start: number; log: Log; tasks: readonly TaskId[]}): Planner {
	const due = new Map<TaskId, number>(tasks.map(id => [id, start + intervalMs(taskDefinitions[id])]));
	/** When each task looks at everything again; the first run does. */
	const wholeAt = new Map<TaskId, number>();
	const costs: Record<string, {runs: number; ms: number}> = {};

	async function run(id: TaskId, options: TaskOptions): Promise<void> {
		const begun = performance.now();
		const none = {itemsProcessed: 0, itemsAffected: 0};
		const signal = new AbortController().signal;
		const ignored = {isRepeated: false, note: () => {}, progress: () => {}, save: async () => {}};
		await bodies[id]({executionId: randomUUID(), options, signal, log, resumed: {checkpoint: null, ...none}, ...ignored}, deps);
		const {runs, ms} = costs[id] ?? {runs: 0, ms: 0};
		costs[id] = {runs: runs + 1, ms: ms + performance.now() - begun};
	}

	return {
		nextAt: () => Math.min(...due.values()),
		runSooner: (id, at) => void due.set(id, Math.min(due.get(id) ?? Number.POSITIVE_INFINITY, at)),
		async runDue(at) {
			for (const [id, from] of due) {
				if (from <= at) {
					const isEarly = at < (wholeAt.get(id) ?? at);
					const next = isEarly ? wholeAt.get(id)! : at + intervalMs(taskDefinitions[id]); // an early run has one
					wholeAt.set(id, next);
					due.set(id, next);
					await run(id, isEarly ? {[onlyAwake]: true} : {});
				}
			}
		},
		costs: () => costs,
	};
}
