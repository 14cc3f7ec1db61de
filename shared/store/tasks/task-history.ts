import {randomUUID} from 'node:crypto';
import type {ClientSession, Connection} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {NotFound} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {isDuplicateKey, isUuid, type Stored, toRecord} from '../mongo/records.ts';
import {
	type EndedStatus,
	endedStatuses,
	executionSchema,
	newExecution,
	type StoredExecution,
	type TaskExecution,
	type TaskOptions,
} from './task-execution-schema.ts';

export interface TaskHistoryPageQuery {
	taskId: string;
	page: number;
	limit: number;
	status?: EndedStatus;
}

export interface NewExecution {
	taskId: string;
	options: TaskOptions;
	/** Add one even if another is unfinished. */
	force: boolean;
}

export interface Outcome {
	status: EndedStatus;
	itemsProcessed: number;
	itemsAffected: number;
	error: string | null;
}

export type TaskHistoryStore = ReturnType<typeof createTaskHistoryStore>;

const hidden = {activeKey: 0} as const;
const unfinished = {activeKey: {$exists: true}} as const;
const oldestFirst = {queuedAt: 1, _id: 1} as const;

/** Executions of tasks: waiting, running and finished. */
export function createTaskHistoryStore(connection: Connection) {
	const executions = connection.model<StoredExecution>('TaskExecution', executionSchema, 'taskExecutions');
	const record = (row: Stored<TaskExecution> | null) => row && toRecord<TaskExecution>(row);

	async function find(id: string): Promise<TaskExecution | null> {
		return isUuid(id) ? record(await executions.findById(id, hidden).lean<Stored<TaskExecution>>()) : null;
	}

	/** Changes an execution on behalf of its run; false when another run has taken it over, or it has ended. */
	async function write(id: string, token: string, change: Partial<StoredExecution>): Promise<boolean> {
		return (await executions.updateOne({_id: id, token, status: 'running'}, {$set: change})).matchedCount > 0;
	}

	return {
		find,
		/** Throws NotFound `execution_not_found`. */
		async get(id: string): Promise<TaskExecution> {
			const found = await find(id);
			if (!found) {
				throw new NotFound('execution_not_found', `There is no execution of a task with the id ${id}.`);
			}
			return found;
		},
		/** The task's unfinished execution, if there is one and `force` is false; otherwise a new one. */
		async add({taskId, options, force}: NewExecution, now: Date): Promise<{execution: TaskExecution; isNew: boolean}> {
			const id = randomUUID();
			const fresh = newExecution(id, {taskId, options, now});
			for (let tries = 0; tries < 3; tries += 1) {
				const active = record(
					await executions
						.findOne({taskId, ...unfinished}, hidden)
						.sort(oldestFirst)
						.lean<Stored<TaskExecution>>(),
				);
				if (active && !force) {
					return {execution: active, isNew: false};
				}
				try {
					await executions.create([{...fresh, activeKey: active ? `${taskId}:${id}` : taskId}]);
					return {execution: toRecord<TaskExecution>(fresh), isNew: true};
				} catch (error) {
					if (!isDuplicateKey(error)) {
						throw error;
					}
				}
			}
			throw new Error(`The executions of ${taskId} change too fast`);
		},
		/** Stores a scheduled execution within a transaction, unless another of the task is unfinished. */
		async addScheduled(
			taskId: string,
			{session, now, options = {}}: {session: ClientSession; now: Date; options?: TaskOptions},
		): Promise<void> {
			if (!(await executions.exists({taskId, ...unfinished}).session(session))) {
				const fresh = newExecution(randomUUID(), {taskId, options, now});
				await executions.create([{...fresh, activeKey: taskId}], {session});
			}
		},
		/** All waiting and running executions, oldest first; only those of `taskId` if given. */
		async active(taskId?: string): Promise<TaskExecution[]> {
			const filter = taskId === undefined ? unfinished : {taskId, ...unfinished};
			return (await executions.find(filter, hidden).sort(oldestFirst).limit(1000).lean<Stored<TaskExecution>[]>()).map(row =>
				toRecord<TaskExecution>(row),
			);
		},
		/**
		 * Counts the job that was created after `dispatches` earlier ones; the same job counts once. A worker may have
		 * begun it already.
		 */
		async countDispatch(id: string, {jobId, dispatches}: {jobId: string; dispatches: number}): Promise<void> {
			await executions.updateOne({_id: id, ...unfinished, dispatches}, {$set: {jobId, dispatches: dispatches + 1}});
		},
		/** Claims an execution for one run, which alone may write from now on; null when it has ended. */
		async claim(id: string, {token, jobId, now}: {token: string; jobId: string; now: Date}): Promise<TaskExecution | null> {
			const claimed = await executions
				.findOneAndUpdate(
					{_id: id, ...unfinished},
					[{$set: {status: 'running', token, jobId, beatAt: databaseClock.now, startedAt: {$ifNull: ['$startedAt', now]}}}],
					{updatePipeline: true, returnDocument: 'before', projection: hidden},
				)
				.lean<Stored<TaskExecution>>();
			return record(claimed);
		},
		/** Reports that the run is alive; returns whether it may continue. */
		async beat(
			id: string,
			token: string,
			{checkpoint, ...counts}: {itemsProcessed?: number; itemsAffected?: number; checkpoint?: string | null} = {},
		): Promise<'go on' | 'cancel' | 'lost'> {
			const change = {beatAt: databaseClock.now, ...counts, ...(checkpoint !== undefined && {checkpoint: {$literal: checkpoint}})};
			const known = await executions
				.findOneAndUpdate({_id: id, token, status: 'running'}, [{$set: change}], {updatePipeline: true, projection: {cancelRequested: 1}})
				.lean<{cancelRequested: boolean}>();
			if (!known) {
				return 'lost';
			}
			return known.cancelRequested ? 'cancel' : 'go on';
		},
		/** Returns a running execution to the queue, for another worker. */
		handBack: (id: string, token: string) => write(id, token, {status: 'queued', token: null, beatAt: null}),
		/** Ends the execution; false when another run has it. */
		async end(id: string, token: string, {completedAt, ...outcome}: Outcome & {completedAt: Date}): Promise<boolean> {
			const ended = await executions.updateOne(
				{_id: id, token, status: 'running'},
				{$set: {...outcome, completedAt, token: null, checkpoint: null}, $unset: {activeKey: 1}},
			);
			return ended.matchedCount > 0;
		},
		/**
		 * All waiting and running executions, oldest first, and for how many milliseconds each has been silent: since
		 * its last heartbeat, or since it was requested. Heartbeats are by the clock of the database.
		 */
		async activeSilences(): Promise<(TaskExecution & {silentMs: number})[]> {
			const since = {$cond: [{$eq: ['$status', 'running']}, {$ifNull: ['$beatAt', '$queuedAt']}, '$queuedAt']};
			const rows = await executions.aggregate<Stored<TaskExecution> & {silentMs: number}>([
				{$match: unfinished},
				{$sort: oldestFirst},
				{$limit: 1000},
				{$set: {silentMs: {$subtract: [databaseClock.now, since]}}},
				{$project: hidden},
			]);
			return rows.map(row => toRecord<TaskExecution & {silentMs: number}>(row));
		},
		/** Ends an execution whose run is lost; false when it has ended or is alive after all. */
		async endLost(id: string, {error, now, silentMs}: {error: string; now: Date; silentMs: number}): Promise<boolean> {
			const ended = await executions.updateOne(
				{_id: id, ...unfinished, $or: [{beatAt: null}, {$expr: {$lte: ['$beatAt', databaseClock.in(-silentMs)]}}]},
				[
					{$set: {status: 'failed', error, completedAt: now, startedAt: {$ifNull: ['$startedAt', now]}, token: null}},
					{$unset: 'activeKey'},
				],
				{updatePipeline: true},
			);
			return ended.matchedCount > 0;
		},
		/** `cancelled`: it was waiting. `requested`: it is running and will stop. Null: it has ended. */
		async cancel(id: string, now: Date): Promise<'cancelled' | 'requested' | null> {
			const waiting = await executions.updateOne(
				{_id: id, status: 'queued'},
				{$set: {status: 'cancelled', startedAt: now, completedAt: now, cancelRequested: true}, $unset: {activeKey: 1}},
			);
			if (waiting.matchedCount > 0) {
				return 'cancelled';
			}
			const running = await executions.updateOne({_id: id, status: 'running'}, {$set: {cancelRequested: true}});
			return running.matchedCount > 0 ? 'requested' : null;
		},
		/** Finished executions, latest first. */
		async page({taskId, page, limit, status}: TaskHistoryPageQuery): Promise<{executions: TaskExecution[]; total: number}> {
			const filter = {taskId, status: status ?? {$in: [...endedStatuses]}};
			const options = {filter, sort: {startedAt: -1, _id: 1}, page, limit, projection: hidden} as const;
			const {rows, total} = await readPage<StoredExecution, Stored<TaskExecution>>(executions, options);
			return {executions: rows.map(row => toRecord<TaskExecution>(row)), total};
		},
		async removeBefore(date: Date): Promise<number> {
			return (await executions.deleteMany({completedAt: {$lt: date}})).deletedCount;
		},
	};
}
