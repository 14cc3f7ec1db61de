import {invalid} from '#api/http/read-input.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Interval, intervalMs, isAllowedInterval} from '#shared/domain/tasks/interval.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {settingFault} from '#shared/settings/settings.ts';
import type {TaskState} from '#shared/store/tasks.ts';
import type {TaskId} from '#shared/tasks/tasks.ts';

const millisecondsPerMinute = 60_000;

/** Changes when a task runs. The interval of `rssSync` is a setting too, and stays the same there. Throws Invalid. */
export async function changeInterval(id: TaskId, interval: Interval, {tasks, settings, now}: RouteDeps): Promise<TaskState> {
	if (!isAllowedInterval(interval)) {
		throw invalid([{path: 'interval', message: 'interval must be from 1 minute to 365 days'}]);
	}
	const at = now();
	if (id === 'rssSync') {
		const key = 'filters.rssSyncInterval';
		const minutes = intervalMs(interval) / millisecondsPerMinute;
		const fault = settingFault(settingDefinitions[key], minutes);
		if (fault) {
			throw invalid([{path: 'interval', message: `interval ${fault} minutes for this task`}]);
		}
		await settings.set(key, minutes, at);
	}
	return tasks.setInterval(id, interval, at);
}
