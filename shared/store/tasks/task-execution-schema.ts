import {Schema} from 'mongoose';
import {type Stored, schemaOptions} from '../mongo/records.ts';

export const endedStatuses = ['completed', 'failed', 'cancelled'] as const;
export type EndedStatus = (typeof endedStatuses)[number];
export type ExecutionStatus = 'queued' | 'running' | EndedStatus;

/** Task-specific options of a run: `seriesId`, `movieId`, `limit`, `acceptMissing`. */
export type TaskOptions = Record<string, string | number | boolean | null>;

/** One run of a task, from the request to the end. */
export interface TaskExecution {
	id: string;
	taskId: string;
	status: ExecutionStatus;
	options: TaskOptions;
	queuedAt: Date;
	startedAt: Date | null;
	completedAt: Date | null;
	itemsProcessed: number;
	itemsAffected: number;
	error: string | null;
	/** Id of the BullMQ job that runs it; null until there is one. */
	jobId: string | null;
	/** How often a job was created for it. */
	dispatches: number;
	/** Token of the run that may write; any other run has lost the execution. */
	token: string | null;
	/** When that run last reported, by the clock of the database. */
	beatAt: Date | null;
	cancelRequested: boolean;
	/** Where the next worker continues, in the task's own format. */
	checkpoint: string | null;
}

export interface StoredExecution extends Stored<TaskExecution> {
	/** Set while unfinished: the task's id, or a unique id for a forced run. Unique, so a task is not queued twice. */
	activeKey?: string;
}

export const executionSchema = new Schema<StoredExecution>(
	{
		_id: String,
		taskId: String,
		status: String,
		options: Schema.Types.Mixed,
		queuedAt: Date,
		startedAt: Date,
		completedAt: Date,
		itemsProcessed: Number,
		itemsAffected: Number,
		error: String,
		jobId: String,
		dispatches: Number,
		token: String,
		beatAt: Date,
		cancelRequested: Boolean,
		checkpoint: String,
		activeKey: String,
	},
	schemaOptions,
);
executionSchema.index({activeKey: 1}, {unique: true, partialFilterExpression: {activeKey: {$exists: true}}});
executionSchema.index({taskId: 1, startedAt: -1, _id: 1});
executionSchema.index({taskId: 1, status: 1, startedAt: -1, _id: 1});
executionSchema.index({completedAt: 1});

export function newExecution(id: string, {taskId, options, now}: {taskId: string; options: TaskOptions; now: Date}): Stored<TaskExecution> {
	return {
		_id: id,
		taskId,
		status: 'queued',
		options,
		queuedAt: now,
		startedAt: null,
		completedAt: null,
		itemsProcessed: 0,
		itemsAffected: 0,
		error: null,
		jobId: null,
		dispatches: 0,
		token: null,
		beatAt: null,
		cancelRequested: false,
		checkpoint: null,
	};
}
