import type {RouteDeps} from '#api/services.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {type Interval, intervalMs} from '#shared/domain/tasks/interval.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {TaskState} from '#shared/store/tasks/task-state.ts';

/** Changes when a task runs. The interval of `rssSync` is also a setting, which is kept in step. */
export async function changeInterval(id: TaskId, interval: Interval, {tasks, settings, now}: RouteDeps): Promise<TaskState> {
	const at = now();
	if (id === 'rssSync') {
		await settings.set('filters.rssSyncInterval', intervalMs(interval) / minuteMs, at);
	}
	return tasks.changeInterval(id, interval, at);
}
