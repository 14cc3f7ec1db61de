import {type Model, type PipelineStage, Schema} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import {type Interval, intervalMs, nextRun} from '../../domain/tasks/interval.ts';
import {type TaskId, taskDefinitions} from '../../domain/tasks/tasks.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** The variable part of a task: its schedule, and the result of its last run. */
export interface TaskState extends Interval {
	id: TaskId;
	enabled: boolean;
	lastRunAt: Date | null;
	/** Null while the task is disabled. */
	nextRunAt: Date | null;
	/** When it next checks all titles; runs before that only check what is due. Null if the next run does. */
	wholeRunAt: Date | null;
	lastFailed: boolean;
}

export interface StoredTask extends Stored<TaskState> {
	/** The interval in milliseconds, for calculations in MongoDB. */
	intervalMs: number;
	/** Whether the last scheduled run was a whole one. */
	isWhole?: boolean;
}

export const taskSchema = new Schema<StoredTask>(
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
export const hiddenOfTask = {intervalMs: 0, isWhole: 0} as const;

export async function getTask(tasks: Model<StoredTask>, id: TaskId): Promise<TaskState> {
	const found = await tasks.findById(id, hiddenOfTask).lean<Stored<TaskState>>();
	return found ? toState(found) : freshState(id);
}

/** Stores a task that is new; it first runs one interval from now. */
export async function addTask(tasks: Model<StoredTask>, id: TaskId, now: Date): Promise<void> {
	const {id: _id, wholeRunAt: _none, ...fresh} = freshState(id);
	const nextRunAt = nextRun(fresh, {lastRunAt: null, now});
	await tasks.updateOne({_id: id}, {$setOnInsert: {...fresh, nextRunAt, intervalMs: intervalMs(fresh)}}, {upsert: true});
}

export function freshState(id: TaskId): TaskState {
	const {interval, intervalUnit} = taskDefinitions[id];
	return {id, enabled: true, interval, intervalUnit, lastRunAt: null, nextRunAt: null, wholeRunAt: null, lastFailed: false};
}

/** Earlier versions did not store when a task checks all titles. */
export function toState(row: Stored<TaskState>): TaskState {
	return toRecord<TaskState>({...row, wholeRunAt: row.wholeRunAt ?? null});
}

/** The option of a run before the usual time: tasks that search titles then check only those that have become due. */
export const onlyAwake = 'onlyAwake';

/** A time more than an interval from now was set while the clock was ahead, and does not count. */
const isEarly = {
	$and: [databaseClock.isAhead('$wholeRunAt'), {$lte: ['$wholeRunAt', databaseClock.in({$add: ['$intervalMs', clockSkewMs]})]}],
};

/**
 * Takes the run of a task that is due: one interval after the last whole run it is a whole one again. The next run is
 * the next whole one, unless the task asks to run sooner.
 */
export const takeRun: PipelineStage.Set[] = [
	{$set: {isWhole: {$not: [isEarly]}}},
	{$set: {wholeRunAt: {$cond: ['$isWhole', databaseClock.in('$intervalMs'), '$wholeRunAt']}}},
	{$set: {nextRunAt: '$wholeRunAt'}},
];
