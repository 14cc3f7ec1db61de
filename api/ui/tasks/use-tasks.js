import {useState} from 'preact/hooks';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {string} name
 * @property {string} description
 * @property {boolean} enabled
 * @property {number | null} interval
 * @property {string | null} intervalUnit
 * @property {string | null} lastRunAt
 * @property {string | null} nextRunAt
 * @property {'idle' | 'running' | 'queued' | 'error'} status
 * @property {boolean} supportsCancel
 * @property {boolean} forAdministrators
 *
 * @typedef {{processed: number, total: number | null, message: string | null}} TaskProgress
 */

const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];

/** All tasks, and how far those are that run; kept up to date by the events of the service. */
export function useTasks() {
	/** @type {import('../state/use-data.js').Data<{tasks: Task[]}>} */
	const tasks = useData('api/tasks', {isKept: true});
	const [progress, setProgress] = useState(/** @type {Record<string, TaskProgress>} */ ({}));
	/** @param {string} name @param {TaskProgress & {taskId: string}} event */
	const onEvent = (name, event) => {
		const isOn = name === 'task:progress';
		setProgress(({[event.taskId]: _before, ...others}) => (isOn ? {...others, [event.taskId]: event} : others));
		return !isOn;
	};
	useEvents({path: 'api/tasks/stream', names, onEvent, read: tasks.reload, throttleMs: 300});
	return {tasks, progress};
}
