import type {Connection} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import {runnableTasks, type TaskId} from '../../domain/tasks/tasks.ts';
import type {Stored} from '../mongo/record.ts';
import {inTransaction} from '../mongo/transaction.ts';
import {changeSchedules} from './change-schedules.ts';
import type {TaskHistoryStore} from './task-history.ts';
import {addTask, freshState, getTask, hiddenOfTask, type StoredTask, type TaskState, taskSchema, toState} from './task-state.ts';
import {onlyAwake, takeRun} from './whole-runs.ts';

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore(connection: Connection, taskHistory: Pick<TaskHistoryStore, 'addScheduled'>) {
	const tasks = connection.model<StoredTask>('Task', taskSchema, 'tasks');
	const ours = {_id: {$in: [...runnableTasks]}};

	return {
		get: (id: TaskId) => getTask(tasks, id),
		/** One state for each runnable task, stored or not. */
		async list(): Promise<TaskState[]> {
			const known = new Map((await tasks.find(ours, hiddenOfTask).lean<Stored<TaskState>[]>()).map(row => [row._id, toState(row)]));
			return runnableTasks.map(id => known.get(id) ?? freshState(id));
		},
		/** Stores new tasks; each first runs one interval from now. */
		async ensure(now: Date): Promise<void> {
			for (const id of runnableTasks) {
				await addTask(tasks, id, now);
			}
		},
		/**
		 * Takes one due task for this caller alone: schedules its next run and stores an execution, both or neither. An
		 * execution that still waits or runs covers this run too. Returns null when no task is due. MongoDB's clock
		 * decides, so a schedule fires once even if the clocks of processes differ.
		 */
		async takeDue(now: Date): Promise<TaskId | null> {
			const due = {...ours, enabled: true, $expr: {$and: [{$ne: ['$nextRunAt', null]}, databaseClock.isPast('$nextRunAt')]}};
			// Nearly always nothing is due, and this costs less than a transaction.
			if (!(await tasks.exists(due))) {
				return null;
			}
			return inTransaction(connection, async session => {
				const options = {updatePipeline: true, returnDocument: 'after', projection: {isWhole: 1}, session} as const;
				const taken = await tasks.findOneAndUpdate(due, takeRun, options).lean<{_id: TaskId; isWhole: boolean}>();
				if (taken) {
					await taskHistory.addScheduled(taken._id, {session, now, options: taken.isWhole ? {} : {[onlyAwake]: true}});
				}
				return taken?._id ?? null;
			});
		},
		/** Moves next runs that lie more than an interval ahead, as after a clock was put right. Returns how many. */
		async pullBack(): Promise<number> {
			const latest = databaseClock.in('$intervalMs');
			const far = {...ours, enabled: true, $expr: {$gt: ['$nextRunAt', {$add: [latest, clockSkewMs]}]}};
			return (await tasks.updateMany(far, [{$set: {nextRunAt: latest}}], {updatePipeline: true})).modifiedCount;
		},
		/** Lets an enabled task run in this many milliseconds, unless it runs sooner anyway. MongoDB's clock counts. */
		async runSooner(id: TaskId, inMs: number): Promise<void> {
			const soon = {$min: ['$nextRunAt', databaseClock.in(Math.max(0, Math.round(inMs)))]};
			const filter = {_id: id, enabled: true, nextRunAt: {$type: 'date' as const}};
			await tasks.updateOne(filter, [{$set: {nextRunAt: soon}}], {updatePipeline: true});
		},
		/** The next run of each task looks at everything: titles have left their lines. */
		wantWholeRuns: async (): Promise<void> => void (await tasks.updateMany(ours, {$unset: {wholeRunAt: 1}})),
		...changeSchedules(tasks),
		async noteStart(id: TaskId, at: Date): Promise<void> {
			await tasks.updateOne({_id: id}, {$set: {lastRunAt: at, lastFailed: false}});
		},
		async noteEnd(id: TaskId, {failed}: {failed: boolean}): Promise<void> {
			await tasks.updateOne({_id: id}, {$set: {lastFailed: failed}});
		},
	};
}
