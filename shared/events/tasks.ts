import type {Stream} from './stream.ts';

interface TaskSubject {
	taskId: string;
	executionId: string;
	timestamp: string;
}

export interface TaskEvents {
	'task:started': TaskSubject;
	'task:progress': TaskSubject & {processed: number; total: number | null; message: string | null};
	/** `duration` in seconds. */
	'task:completed': TaskSubject & {itemsProcessed: number; itemsAffected: number; duration: number};
	'task:error': TaskSubject & {error: string};
	'task:cancelled': TaskSubject;
}

export const tasksStream: Stream<TaskEvents> = {channel: 'tasks'};
