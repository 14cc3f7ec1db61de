import {minuteMs} from '#shared/domain/durations.ts';
import {planMessage} from '#shared/domain/tasks/plan-message.ts';
import type {SearchRoom} from '#shared/domain/tasks/search-room.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import {readRoom, type SearchClass} from '#shared/tasks/search-room.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {type Line, runAgain} from './next-run.ts';
import {waitingSearches} from './waiting-searches.ts';

/** Titles per run when neither the options nor a budget set a limit. */
const usualLimit = 100;
/** Titles per run when a budget sets the limit. */
const budgetedLimit = 1000;
const largestLimit = 10_000;
/** Due titles are counted up to this many, to say how many did not fit. */
const mostCounted = 1000;
/** Milliseconds until a run is repeated because the budget is back, at least. */
const soonestMs = 15 * minuteMs;
/** The same after a rest, whose end is known exactly. */
const afterRestMs = 5000;

/** What a run may still queue. */
export interface RunPlan {
	/** Searches that the budgets still allow; Infinity without a limit. */
	left(): number;
	/** Whether another title may be queued. */
	isOpen(): boolean;
	/** Counts a wanted title; false when there is nothing left to learn by looking at more. */
	meet(): boolean;
	/** Takes the room of a queued title. Returns the milliseconds until its search may start. */
	take(searches: number): number;
	/** Leaves out a title that another search covers for now. */
	pass(): void;
	/** Leaves part of the room to others. */
	shareWith(own: number): void;
	room: SearchRoom;
	/** Says why less was planned, and lets the task run again when there is more room. */
	end(): Promise<void>;
}

export interface PlanWish {
	taskId: TaskId;
	kind: SearchClass;
	/** The caller named a title, which is searched whatever is left. */
	isNamed: boolean;
	/** Where the titles of the task wait; without it the task only goes on with what it left. */
	line?: Line;
}

export async function beginPlan({taskId, kind, isNamed, line}: PlanWish, run: TaskRun, deps: WorkerDeps): Promise<RunPlan> {
	const room: SearchRoom = isNamed
		? {searches: Number.POSITIVE_INFINITY, until: null, openFrom: null, limitedBy: 'nothing', paceMs: 0}
		: await readRoom(kind, deps);
	const isLimited = Number.isFinite(room.searches);
	// New episodes go before whatever waits.
	const waiting = isLimited && kind === 'backlog' ? await waitingSearches(deps) : 0;
	let titles = limitOf(run) ?? (isLimited ? budgetedLimit : usualLimit);
	let searches = Math.max(0, room.searches - waiting);
	let [due, planned, started, passed] = [0, 0, 0, 0];
	const isOpen = () => titles > 0 && searches > 0;
	return {
		room,
		left: () => searches,
		isOpen,
		meet() {
			due += 1;
			return isOpen() || (isLimited && searches <= 0 && due <= mostCounted);
		},
		take(cost) {
			[titles, searches, planned] = [titles - 1, Math.max(0, searches - cost), planned + 1];
			const delayMs = started * room.paceMs;
			started += cost;
			return delayMs;
		},
		pass() {
			passed += 1;
		},
		shareWith(own) {
			searches = Math.min(searches, own);
		},
		async end() {
			const isMore = due > mostCounted;
			const message = searches > 0 ? null : planMessage({due: isMore ? mostCounted : due, isMore, planned, room});
			if (message !== null) {
				run.note({mediaId: null, mediaTitle: null, action: 'plan', key: 'plan', status: 'completed', message});
			}
			if (run.options['limit'] !== undefined || isNamed) {
				return;
			}
			if (message !== null && room.until) {
				const inMs = Number(room.until) - Number(deps.now());
				await deps.tasks.runSooner(taskId, room.limitedBy === 'rest' ? inMs + afterRestMs : Math.max(soonestMs, inMs));
				return;
			}
			await runAgain({taskId, line: line ?? null, isMore: due > planned || passed > 0, isQueued: planned > 0}, deps);
		},
	};
}

/** Titles that one run may queue, as the caller wants it; null for the usual number. */
export function limitOf({options: {limit: option}}: Pick<TaskRun, 'options'>): number | null {
	return typeof option === 'number' && Number.isInteger(option) && option > 0 ? Math.min(option, largestLimit) : null;
}
