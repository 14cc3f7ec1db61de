import {type Connection, Schema} from 'mongoose';
import {type Interval, intervalMs, nextRun} from '../../domain/tasks/interval.ts';
import {runnableTasks, type TaskId, taskDefinitions} from '../../domain/tasks/tasks.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

/** The variable part of a task: its schedule, and the result of its last run. */
export interface TaskState extends Interval {
	id: TaskId;
	enabled: boolean;
	lastRunAt: Date | null;
	/** Null while the task is disabled. */
	nextRunAt: Date | null;
	lastFailed: boolean;
}

interface StoredTask extends Stored<TaskState> {
	/** The interval in milliseconds, for calculations in MongoDB. */
	intervalMs: number;
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
		lastFailed: Boolean,
	},
	schemaOptions,
);
const hidden = {intervalMs: 0} as const;

export function createTaskStore(connection: Connection) {
	const tasks = connection.model<StoredTask>('Task', taskSchema, 'tasks');
	const ours = {_id: {$in: [...runnableTasks]}};

	async function get(id: TaskId): Promise<TaskState> {
		const found = await tasks.findById(id, hidden).lean<Stored<TaskState>>();
		return found ? toRecord<TaskState>(found) : freshState(id);
	}

	return {
		get,
		/** One state for each runnable task, stored or not. */
		async list(): Promise<TaskState[]> {
			const rows = await tasks.find(ours, hidden).lean<Stored<TaskState>[]>();
			const known = new Map(rows.map(row => [row._id, toRecord<TaskState>(row)]));
			return runnableTasks.map(id => known.get(id) ?? freshState(id));
		},
		/** Stores new tasks; each first runs one interval from now. */
		async ensure(now: Date): Promise<void> {
			for (const id of runnableTasks) {
				const {id: _id, ...fresh} = freshState(id);
				const nextRunAt = nextRun(fresh, {lastRunAt: null, now});
				await tasks.updateOne({_id: id}, {$setOnInsert: {...fresh, nextRunAt, intervalMs: intervalMs(fresh)}}, {upsert: true});
			}
		},
		/**
		 * Takes one due task for this caller alone and schedules its next run; null when none is due. MongoDB's clock
		 * decides, so a schedule fires once even if the clocks of processes differ.
		 */
		async takeDue(): Promise<TaskId | null> {
			const due = await tasks
				.findOneAndUpdate(
					{...ours, enabled: true, $expr: {$and: [{$ne: ['$nextRunAt', null]}, {$lte: ['$nextRunAt', '$$NOW']}]}},
					[{$set: {nextRunAt: {$add: ['$$NOW', '$intervalMs']}}}],
					{updatePipeline: true, projection: {_id: 1}},
				)
				.lean<{_id: TaskId}>();
			return due?._id ?? null;
		},
		async setEnabled(id: TaskId, enabled: boolean, now: Date): Promise<TaskState> {
			const state = await get(id);
			const nextRunAt = enabled ? (state.nextRunAt ?? nextRun(state, {lastRunAt: state.lastRunAt, now})) : null;
			await tasks.updateOne({_id: id}, {$set: {enabled, nextRunAt}});
			return {...state, enabled, nextRunAt};
		},
		async setInterval(id: TaskId, interval: Interval, now: Date): Promise<TaskState> {
			const state = await get(id);
			const nextRunAt = state.enabled ? nextRun(interval, {lastRunAt: state.lastRunAt, now}) : null;
			await tasks.updateOne({_id: id}, {$set: {...interval, intervalMs: intervalMs(interval), nextRunAt}});
			return {...state, ...interval, nextRunAt};
		},
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
	return {id, enabled: true, interval, intervalUnit, lastRunAt: null, nextRunAt: null, lastFailed: false};
}
