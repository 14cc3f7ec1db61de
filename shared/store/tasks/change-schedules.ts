import type {Model} from 'mongoose';
import {type Interval, intervalMs, nextRun} from '../../domain/tasks/interval.ts';
import type {TaskId} from '../../domain/tasks/tasks.ts';
import {Conflict} from '../../errors.ts';
import {addTask, getTask, type StoredTask, type TaskState} from './task-state.ts';

/** How often a change is begun again because others were faster. */
const mostTries = 5;

/** Changes of a schedule by people. */
export function changeSchedules(tasks: Model<StoredTask>) {
	/** Changes a schedule by what it is, and begins again when it was changed in between. */
	async function reschedule(id: TaskId, now: Date, toChange: (state: TaskState) => Partial<TaskState>): Promise<TaskState> {
		await addTask(tasks, id, now);
		for (let tries = 0; tries < mostTries; tries += 1) {
			const state = await getTask(tasks, id);
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
