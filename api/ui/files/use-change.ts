import {useEffect, useState} from 'preact/hooks';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import type {Change} from './words.ts';

export interface Progress {
	processed: number;
	total: number | null;
	message: string | null;
}

const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];
/** No event tells that a plan is made. */
const planMs = 1_000;

/** Reads again every second while something is being planned. */
export function usePlanning(isPlanning: boolean, {data, error, isLoading, reload}: Data<any>) {
	useEffect(() => {
		if (!isPlanning || isLoading) {
			return;
		}
		const timer = setTimeout(reload, planMs);
		return () => clearTimeout(timer);
	}, [isPlanning, isLoading, data, error]);
}

/** Follows tasks that change files. */
export function useFileTasks(onEvent: (name: string, event: Progress & {taskId: string}) => boolean | 'later', read: () => void) {
	useEvents({path: 'api/tasks/stream', names, onEvent, read, throttleMs: 300});
}

/** A change of files, and how far it is. */
export function useChange(id: string) {
	const change: Data<Change> = useData(`api/file-changes/${encodeURIComponent(id)}`);
	const [progress, setProgress] = useState<Progress | null>(null);
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
