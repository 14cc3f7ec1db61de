import {useState} from 'preact/hooks';
import type {Task} from '../client/schemas.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';

export type {Task} from '../client/schemas.ts';

export interface TaskProgress {
	processed: number;
	total: number | null;
	message: string | null;
}

const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];

/** All tasks, and how far those are that run; kept up to date by the events of the service. */
export function useTasks() {
	const tasks: Data<{tasks: Task[]}> = useData('api/tasks', {isKept: true});
	const [progress, setProgress] = useState<Record<string, TaskProgress>>({});
	const onEvent = (name: string, event: TaskProgress & {taskId: string}) => {
		const isOn = name === 'task:progress';
		setProgress(({[event.taskId]: _before, ...others}) => (isOn ? {...others, [event.taskId]: event} : others));
		return !isOn;
	};
	useEvents({path: 'api/tasks/stream', names, onEvent, read: tasks.reload, throttleMs: 300});
	return {tasks, progress};
}
