import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {SearchLine} from '#shared/store/tasks/search-back-off.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** What lets a task run again before its interval is over. */
export interface Line {
	/** Where its titles wait for the end of their rest. */
	rests: readonly SearchLine[];
	/** When the next title joins that never was searched; null if there is none. */
	nextNew?(now: Date): Promise<Date | null>;
}

interface RunSoFar {
	taskId: TaskId;
	/** Null for a task that only goes on with what it left. */
	line: Line | null;
	/** Titles are due that this run did not take. */
	isMore: boolean;
	/** Searches were queued, and the rests that follow are not known yet. */
	isQueued: boolean;
}

/** Milliseconds between two runs of a task, so that each finds something to do. */
const shortestMs = 3_600_000;

/** Lets a task run again when the next of its titles is due, within the hour at most. */
export async function runAgain({taskId, line, isMore, isQueued}: RunSoFar, deps: WorkerDeps): Promise<void> {
	if (isMore || (line && isQueued)) {
		await deps.tasks.runSooner(taskId, shortestMs);
		return;
	}
	const next = line && (await nextDue(line, deps));
	if (next) {
		await deps.tasks.runSooner(taskId, Math.max(shortestMs, Number(next) - Number(deps.now())));
	}
}

async function nextDue({rests, nextNew}: Line, {searchBackOff, now}: WorkerDeps): Promise<Date | null> {
	const dates = await Promise.all([searchBackOff.nextAwake(rests, now()), nextNew?.(now()) ?? null]);
	return dates.reduce((best, date) => (best && date && best < date ? best : (date ?? best)));
}
