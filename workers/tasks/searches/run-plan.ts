import {minuteMs} from '#shared/domain/durations.ts';
import {maxSearches} from '#shared/domain/searches/pack-before-episodes.ts';
import type {SearchRoom} from '#shared/domain/searches/search-room.ts';
import {planMessage} from '#shared/domain/searches/why-not-searched.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import {type SearchEpisodes, searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {SearchLine} from '#shared/store/tasks/search-backoff.ts';
import {readRoom, type SearchClass} from '#shared/tasks/search-room.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

export type RunPlanDeps = Pick<WorkerDeps, 'episodes' | 'indexers' | 'jobs' | 'now' | 'queryBudgets' | 'searchBackoff' | 'tasks'>;

/** Titles per run when neither the options nor a budget set a limit. */
const usualLimit = 100;
/** Titles per run when a budget sets the limit. */
const budgetedLimit = 1000;
const largestLimit = 10_000;
/** Due titles are counted up to this many, to say how many did not fit. */
const maxCounted = 1000;
/** Milliseconds until a run is repeated because the budget is back, at least. */
const soonestMs = 15 * minuteMs;
/** The same after a pause, whose end is known exactly. */
const afterPauseMs = 5000;

/** What a run may still queue. */
export interface RunPlan {
	/** Searches that the budgets still allow; Infinity without a limit. */
	left(): number;
	/** Whether another title may be queued. */
	isOpen(): boolean;
	/** Counts a title that is due. False once counting more of them is pointless. */
	countDue(): boolean;
	/** Reserves the searches of a queued title. Returns the milliseconds until its search may start. */
	reserve(searches: number): number;
	/** Leaves out a title that another search covers for now. */
	skip(): void;
	/** Leaves the rest of the budget to others. */
	shareWith(own: number): void;
	room: SearchRoom;
	/** Says why less was planned, and lets the task run again when there is more room. */
	end(): Promise<void>;
}

interface PlanRequest {
	taskId: TaskId;
	kind: SearchClass;
	/** The caller named a title, which is searched whatever is left. */
	isNamed: boolean;
	/** The queue in which the titles of the task wait; without it, a run only continues with what the last one left. */
	line?: Line;
}

export async function beginPlan({taskId, kind, isNamed, line}: PlanRequest, run: TaskRun, deps: RunPlanDeps): Promise<RunPlan> {
	const room: SearchRoom = isNamed
		? {searches: Number.POSITIVE_INFINITY, until: null, openFrom: null, limitedBy: 'nothing', spacingMs: 0}
		: await readRoom(kind, deps);
	const isLimited = Number.isFinite(room.searches);
	// New episodes go before whatever waits.
	const waiting = isLimited && kind === 'backlog' ? await waitingSearches(deps) : 0;
	let titles = limitOf(run) ?? (isLimited ? budgetedLimit : usualLimit);
	let searches = Math.max(0, room.searches - waiting);
	let [due, planned, started, skipped] = [0, 0, 0, 0];
	const isOpen = () => titles > 0 && searches > 0;
	return {
		room,
		left: () => searches,
		isOpen,
		countDue() {
			due += 1;
			return isOpen() || (isLimited && searches <= 0 && due <= maxCounted);
		},
		reserve(cost) {
			[titles, searches, planned] = [titles - 1, Math.max(0, searches - cost), planned + 1];
			const delayMs = started * room.spacingMs;
			started += cost;
			return delayMs;
		},
		skip() {
			skipped += 1;
		},
		shareWith(own) {
			searches = Math.min(searches, own);
		},
		async end() {
			const isMore = due > maxCounted;
			const message = searches > 0 ? null : planMessage({due: isMore ? maxCounted : due, isMore, planned, room});
			if (message !== null) {
				run.note({mediaId: null, mediaTitle: null, action: 'plan', key: 'plan', status: 'completed', message});
			}
			if (run.options['limit'] !== undefined || isNamed) {
				return;
			}
			if (message !== null && room.until) {
				const inMs = Number(room.until) - Number(deps.now());
				await deps.tasks.runSooner(taskId, room.limitedBy === 'pause' ? inMs + afterPauseMs : Math.max(soonestMs, inMs));
				return;
			}
			await runAgain({taskId, line: line ?? null, isMore: due > planned || skipped > 0, isQueued: planned > 0}, deps);
		},
	};
}

/** Titles that one run may queue, as the caller wants it; null for the usual number. */
export function limitOf({options: {limit: option}}: Pick<TaskRun, 'options'>): number | null {
	return typeof option === 'number' && Number.isInteger(option) && option > 0 ? Math.min(option, largestLimit) : null;
}

/** What lets a task run again before its interval is over. */
interface Line {
	/** The queues in which its titles wait for the end of their pause. */
	pauses: readonly SearchLine[];
	/** When the next title that was never searched becomes due; null if there is none. */
	nextNew?(now: Date): Promise<Date | null>;
}

interface RunSoFar {
	taskId: TaskId;
	/** Null for a task that only continues with what its last run left. */
	line: Line | null;
	/** Titles are due that this run did not take. */
	isMore: boolean;
	/** Searches were queued, and the pauses that follow are not known yet. */
	isQueued: boolean;
}

/** Milliseconds between two runs of a task, so that each finds something to do. */
const shortestMs = 3_600_000;

/** Lets a task run again when the next of its titles is due, within the hour at most. */
async function runAgain(
	{taskId, line, isMore, isQueued}: RunSoFar,
	deps: Pick<WorkerDeps, 'now' | 'searchBackoff' | 'tasks'>,
): Promise<void> {
	if (isMore || (line && isQueued)) {
		await deps.tasks.runSooner(taskId, shortestMs);
		return;
	}
	const next = line && (await nextDue(line, deps));
	if (next) {
		await deps.tasks.runSooner(taskId, Math.max(shortestMs, Number(next) - Number(deps.now())));
	}
}

async function nextDue({pauses, nextNew}: Line, {searchBackoff, now}: Pick<WorkerDeps, 'now' | 'searchBackoff'>): Promise<Date | null> {
	const dates = await Promise.all([searchBackoff.nextAwake(pauses, now()), nextNew?.(now()) ?? null]);
	return dates.reduce((best, date) => (best && date && best < date ? best : (date ?? best)));
}

/** More waiting jobs than this leave no room in any budget. */
const maxRead = 2000;

/** Searches that are queued already and will use up the budgets first. */
async function waitingSearches({jobs}: Pick<WorkerDeps, 'jobs'>): Promise<number> {
	const waiting = await jobs.waiting('search', maxRead);
	return waiting.reduce((sum, {name, payload}) => sum + costOf(name, payload), 0);
}

function costOf(name: string, payload: unknown): number {
	if (name === searchEpisodes.name) {
		const {episodeIds} = payload as SearchEpisodes; // a job of this name has this payload
		return Math.min(episodeIds?.length ?? maxSearches, maxSearches);
	}
	return name === searchMovie.name ? 1 : 0;
}
