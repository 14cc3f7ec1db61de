import type {Connection, Model} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import {type Interval, intervalMs, nextRun} from '../../domain/tasks/interval.ts';
import {runnableTasks, type TaskId} from '../../domain/tasks/tasks.ts';
import {Conflict} from '../../errors.ts';
import type {Stored} from '../mongo/records.ts';
import {inTransaction} from '../mongo/transaction.ts';
import type {TaskHistoryStore} from './task-history.ts';
import {
	addTask,
	freshState,
	getTask,
	hiddenOfTask,
	onlyAwake,
	type StoredTask,
	type TaskState,
	takeRun,
	taskSchema,
	toState,
} from './task-state.ts';

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
		/** Moves next runs that are more than an interval ahead, as after a clock was corrected. Returns how many. */
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
		/** Makes the next run of each task check everything, because titles have left their lines. */
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

/** How often a change is begun again because others were faster. */
const maxTries = 5;

/** Changes of a schedule by people. */
function changeSchedules(tasks: Model<StoredTask>) {
	/** Changes a schedule by what it is, and begins again when it was changed in between. */
	async function reschedule(id: TaskId, now: Date, toChange: (state: TaskState) => Partial<TaskState>): Promise<TaskState> {
		await addTask(tasks, id, now);
		for (let tries = 0; tries < maxTries; tries += 1) {
			const state = await getTask(tasks, id);
			const changed = {...state, ...toChange(state)};
			const {interval, intervalUnit, enabled, nextRunAt, wholeRunAt} = changed;
			const only = {_id: id, enabled: state.enabled, nextRunAt: state.nextRunAt};
			const set = {interval, intervalUnit, intervalMs: intervalMs(changed), enabled, nextRunAt, wholeRunAt};
			if ((await tasks.updateOne(only, {$set: set})).matchedCount > 0) {
				return changed;
			}
		}
		throw new Conflict('changed_meanwhile', 'Other callers keep changing this task. Try again.');
	}

	return {
		setEnabled: (id: TaskId, enabled: boolean, now: Date): Promise<TaskState> =>
			reschedule(id, now, state => {
				const nextRunAt = enabled ? (state.nextRunAt ?? nextRun(state, {lastRunAt: state.lastRunAt, now})) : null;
				return {enabled, nextRunAt, wholeRunAt: nextRunAt};
			}),
		changeInterval: (id: TaskId, interval: Interval, now: Date): Promise<TaskState> =>
			reschedule(id, now, state => {
				const nextRunAt = state.enabled ? nextRun(interval, {lastRunAt: state.lastRunAt, now}) : null;
				return {...interval, nextRunAt, wholeRunAt: nextRunAt};
			}),
	};
}
