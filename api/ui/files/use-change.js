import {useEffect, useState} from 'preact/hooks';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';

/** @typedef {import('./words.js').Change} Change */
/** @typedef {{processed: number, total: number | null, message: string | null}} Progress */

const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];
/** No event tells that a plan is made. */
const planMs = 1_000;

/**
 * Reads again every second while something is being planned.
 * @param {boolean} isPlanning @param {import('../state/use-data.js').Data<any>} data
 */
export function usePlanning(isPlanning, {data, error, isLoading, reload}) {
	useEffect(() => {
		if (!isPlanning || isLoading) {
			return;
		}
		const timer = setTimeout(reload, planMs);
		return () => clearTimeout(timer);
	}, [isPlanning, isLoading, data, error]);
}

/**
 * Follows tasks that change files.
 * @param {(name: string, event: Progress & {taskId: string}) => boolean | 'later'} onEvent
 * @param {() => void} read
 */
export function useFileTasks(onEvent, read) {
	useEvents({path: 'api/tasks/stream', names, onEvent, read, throttleMs: 300});
}

/** A change of files, and how far it is. @param {string} id */
export function useChange(id) {
	/** @type {import('../state/use-data.js').Data<Change>} */
	const change = useData(`api/file-changes/${encodeURIComponent(id)}`);
	const [progress, setProgress] = useState(/** @type {Progress | null} */ (null));
	useFileTasks((name, event) => {
		if (event.taskId !== `files-${id}`) {
			return false;
		}
		const isOn = name === 'task:progress';
		setProgress(isOn ? event : null);
		return isOn ? 'later' : true;
	}, change.reload);
	usePlanning(change.data?.state === 'planning', change);
	return {change, progress};
}
