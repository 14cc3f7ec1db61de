import {type Connection, Schema} from 'mongoose';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import {type Interval, intervalMs, nextRun} from '../../domain/tasks/interval.ts';
import {runnableTasks, type TaskId, taskDefinitions} from '../../domain/tasks/tasks.ts';
import {Conflict} from '../../errors.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/record.ts';
import {inTransaction} from '../mongo/transaction.ts';
import type {TaskHistoryStore} from './task-history.ts';
import {onlyAwake, takeRun} from './whole-runs.ts';

/** The variable part of a task: its schedule, and the result of its last run. */
export interface TaskState extends Interval {
	id: TaskId;
	enabled: boolean;
	lastRunAt: Date | null;
	/** Null while the task is disabled. */
	nextRunAt: Date | null;
	/** When it looks at everything again; runs before that are for what is due by then. Null if the next run does. */
	wholeRunAt: Date | null;
	lastFailed: boolean;
}

interface StoredTask extends Stored<TaskState> {
	/** The interval in milliseconds, for calculations in MongoDB. */
	intervalMs: number;
	/** Whether the last scheduled run was a whole one. */
	isWhole?: boolean;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

const taskSchema = new Schema<StoredTask>(
	{
		_id: String,
		enabled: Boolean,
		interval: Number,
		intervalUnit: String,
		intervalMs: Number,
		lastRunAt: Date,
		nextRunAt: Date,
		wholeRunAt: Date,
		isWhole: Boolean,
		lastFailed: Boolean,
	},
	schemaOptions,
);
const hidden = {intervalMs: 0, isWhole: 0} as const;

/** How often a change is begun again because others were faster. */
const mostTries = 5;

export function createTaskStore(connection: Connection, taskHistory: Pick<TaskHistoryStore, 'addScheduled'>) {
	const tasks = connection.model<StoredTask>('Task', taskSchema, 'tasks');
	const ours = {_id: {$in: [...runnableTasks]}};

	async function get(id: TaskId): Promise<TaskState> {
		const found = await tasks.findById(id, hidden).lean<Stored<TaskState>>();
		return found ? toState(found) : freshState(id);
	}

	/** Stores a task that is new; it first runs one interval from now. */
	async function add(id: TaskId, now: Date): Promise<void> {
		const {id: _id, wholeRunAt: _none, ...fresh} = freshState(id);
		const nextRunAt = nextRun(fresh, {lastRunAt: null, now});
		await tasks.updateOne({_id: id}, {$setOnInsert: {...fresh, nextRunAt, intervalMs: intervalMs(fresh)}}, {upsert: true});
	}

	/** Changes a schedule by what it is, and begins again when it was changed in between. */
	async function reschedule(id: TaskId, now: Date, toChange: (state: TaskState) => Partial<TaskState>): Promise<TaskState> {
		await add(id, now);
		for (let tries = 0; tries < mostTries; tries += 1) {
			const state = await get(id);
			const changed = {...state, ...toChange(state)};
			const {interval, intervalUnit, enabled, nextRunAt, wholeRunAt} = changed;
			const only = {_id: id, enabled: state.enabled, nextRunAt: state.nextRunAt};
			const set = {interval, intervalUnit, intervalMs: intervalMs(changed), enabled, nextRunAt, wholeRunAt};
			if ((await tasks.updateOne(only, {$set: set})).matchedCount > 0) {
				return changed;
			}
		}
		throw new Conflict('changed_meanwhile', 'Others change this task all the time. Try again.');
	}

	return {
		get,
		/** One state for each runnable task, stored or not. */
		async list(): Promise<TaskState[]> {
			const known = new Map((await tasks.find(ours, hidden).lean<Stored<TaskState>[]>()).map(row => [row._id, toState(row)]));
			return runnableTasks.map(id => known.get(id) ?? freshState(id));
		},
		/** Stores new tasks; each first runs one interval from now. */
		async ensure(now: Date): Promise<void> {
			for (const id of runnableTasks) {
				await add(id, now);
			}
		},
		/**
		 * Takes one due task for this caller alone: schedules its next run and stores an execution, both or neither. An
		 * execution that still waits or runs covers this run too. Returns null when no task is due. MongoDB's clock
		 * decides, so a schedule fires once even if the clocks of processes differ.
		 */
		async takeDue(now: Date): Promise<TaskId | null> {
			const due = {...ours, enabled: true, $expr: {$and: [{$ne: ['$nextRunAt', null]}, {$lte: ['$nextRunAt', '$$NOW']}]}};
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
			const latest = {$add: ['$$NOW', '$intervalMs']};
			const far = {...ours, enabled: true, $expr: {$gt: ['$nextRunAt', {$add: [latest, clockSkewMs]}]}};
			return (await tasks.updateMany(far, [{$set: {nextRunAt: latest}}], {updatePipeline: true})).modifiedCount;
		},
		/** Lets an enabled task run in this many milliseconds, unless it runs sooner anyway. MongoDB's clock counts. */
		async runSooner(id: TaskId, inMs: number): Promise<void> {
			const soon = {$min: ['$nextRunAt', {$add: ['$$NOW', Math.max(0, Math.round(inMs))]}]};
			const filter = {_id: id, enabled: true, nextRunAt: {$type: 'date' as const}};
			await tasks.updateOne(filter, [{$set: {nextRunAt: soon}}], {updatePipeline: true});
		},
		/** The next run of each task looks at everything: titles have left their lines. */
		wantWholeRuns: async (): Promise<void> => void (await tasks.updateMany(ours, {$unset: {wholeRunAt: 1}})),
		setEnabled: (id: TaskId, enabled: boolean, now: Date): Promise<TaskState> =>
			reschedule(id, now, state => {
				const nextRunAt = enabled ? (state.nextRunAt ?? nextRun(state, {lastRunAt: state.lastRunAt, now})) : null;
				return {enabled, nextRunAt, wholeRunAt: nextRunAt};
			}),
		setInterval: (id: TaskId, interval: Interval, now: Date): Promise<TaskState> =>
			reschedule(id, now, state => {
				const nextRunAt = state.enabled ? nextRun(interval, {lastRunAt: state.lastRunAt, now}) : null;
				return {...interval, nextRunAt, wholeRunAt: nextRunAt};
			}),
		async noteStart(id: TaskId, at: Date): Promise<void> {
			await tasks.updateOne({_id: id}, {$set: {lastRunAt: at, lastFailed: false}});
		},
		async noteEnd(id: TaskId, {failed}: {failed: boolean}): Promise<void> {
			await tasks.updateOne({_id: id}, {$set: {lastFailed: failed}});
		},
	};
}

function freshState(id: TaskId): TaskState {
	const {interval, intervalUnit} = taskDefinitions[id];
	return {id, enabled: true, interval, intervalUnit, lastRunAt: null, nextRunAt: null, wholeRunAt: null, lastFailed: false};
}

/** Earlier versions did not store when a task looks at everything. */
function toState(row: Stored<TaskState>): TaskState {
	return toRecord<TaskState>({...row, wholeRunAt: row.wholeRunAt ?? null});
}
