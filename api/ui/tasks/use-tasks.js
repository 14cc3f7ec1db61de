import {useEffect, useState} from 'preact/hooks';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

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
 *
 * @typedef {{processed: number, total: number | null, message: string | null}} TaskProgress
 */

const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];
/** Milliseconds in which changes of many tasks are read at once. */
const readMs = 300;

/** All tasks, and how far those are that run; kept up to date by the events of the service. */
export function useTasks() {
	const {streams} = useApp();
	/** @type {import('../state/use-data.js').Data<{tasks: Task[]}>} */
	const tasks = useData('api/tasks');
	const [progress, setProgress] = useState(/** @type {Record<string, TaskProgress>} */ ({}));
	const {reload} = tasks;
	useEffect(() => {
		let timer = 0;
		const readAgain = () => {
			clearTimeout(timer);
			timer = setTimeout(reload, readMs);
		};
		/** @param {string} name @param {TaskProgress & {taskId: string}} data */
		const onEvent = (name, data) => {
			if (name === 'task:progress') {
				setProgress(last => ({...last, [data.taskId]: data}));
				return;
			}
			setProgress(({[data.taskId]: _ended, ...others}) => others);
			readAgain();
		};
		const close = streams.subscribe('api/tasks/stream', names, {onEvent, onGap: readAgain});
		return () => {
			clearTimeout(timer);
			close();
		};
	}, [reload]);
	return {tasks, progress};
}
