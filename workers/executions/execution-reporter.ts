import {type TaskEvents, tasksStream} from '#shared/events/tasks.ts';
import type {NewActivity} from '#shared/store/tasks/task-activities.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface Progress {
	processed: number;
	/** Null while unknown. */
	total: number | null;
	message: string | null;
}

export type Activity = Omit<NewActivity, 'historyId' | 'timestamp'>;

/** Reports the progress of one execution. */
export interface ExecutionReporter {
	progress(progress: Progress): void;
	note(activity: Activity): void;
	/** Writes the progress and activities that are still held back. */
	flush(): Promise<void>;
	publish<Name extends keyof TaskEvents>(event: Name, data: Omit<TaskEvents[Name], 'taskId' | 'executionId' | 'timestamp'>): Promise<void>;
}

/** Milliseconds between two progress events. */
const progressMs = 250;
/** Activities that are collected before they are written together. */
const batchSize = 100;
/** An execution that touches everything stops listing each title after this many. */
const maxActivities = 10_000;

type Deps = Pick<WorkerDeps, 'events' | 'taskActivities' | 'log' | 'now'>;

export function createReporter({id, taskId}: TaskExecution, {events, taskActivities, log, now}: Deps): ExecutionReporter {
	let held: Progress | null = null;
	let sentAt = Number.NEGATIVE_INFINITY;
	let timer: NodeJS.Timeout | null = null;
	let waiting: NewActivity[] = [];
	let noted = 0;

	const publish: ExecutionReporter['publish'] = async (event, data) => {
		const full = {taskId, executionId: id, timestamp: now().toISOString(), ...data} as unknown as TaskEvents[typeof event]; // the type of `data` requires the rest
		await events.publish(tasksStream, event, full).catch(error => log.debug({err: error}, 'An event of a task could not be published'));
	};

	async function sendHeld(): Promise<void> {
		timer = null;
		if (held) {
			const progress = held;
			held = null;
			sentAt = performance.now();
			await publish('task:progress', progress);
		}
	}

	async function writeActivities(): Promise<void> {
		const rows = waiting;
		waiting = [];
		await taskActivities.addMany(rows).catch(error => log.warn({err: error}, 'Activities of a task could not be written'));
	}

	return {
		publish,
		progress(progress) {
			held = progress;
			timer ??= setTimeout(() => void sendHeld(), Math.max(0, sentAt + progressMs - performance.now()));
		},
		note(activity) {
			noted += 1;
			if (noted > maxActivities) {
				return;
			}
			waiting.push({historyId: id, ...activity, timestamp: now()});
			if (waiting.length >= batchSize) {
				void writeActivities();
			}
		},
		async flush() {
			if (timer) {
				clearTimeout(timer);
			}
			await sendHeld();
			await writeActivities();
		},
	};
}
