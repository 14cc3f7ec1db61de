import {minuteMs} from '#shared/domain/durations.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {TaskBody} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {beginPlan, type RunPlan, type RunPlanDeps} from './run-plan.ts';
import {searchMovieBacklog} from './search-movie-backlog.ts';
import {namedSeries, searchSeriesBacklog} from './search-series-backlog.ts';
import {
	awakeMovieLine,
	awakeSeriesLine,
	dueMovies,
	inOrder,
	isPartial,
	missingMovieLine,
	missingSeriesLine,
	namedMovie,
} from './titles-in-line.ts';

type Deps = RunPlanDeps & Pick<WorkerDeps, 'movies' | 'qualityProfiles' | 'series'>;

export const searchMissingMovies: TaskBody<keyof Deps> = async (run, deps) => {
	const named = namedMovie(run);
	const line = {pauses: ['missingMovies'], nextNew: deps.movies.nextAvailable} as const;
	const plan = await beginPlan({taskId: 'missingMovies', kind: 'backlog', isNamed: named !== undefined, line}, run, deps);
	const lines = () =>
		isPartial(run)
			? ([awakeMovieLine(deps), awakeSeriesLine(deps)] as const)
			: ([missingMovieLine(deps), missingSeriesLine(deps)] as const);
	const [own, other] = lines();
	await shareRoom({own: dueMovies(own, {options: {}}, deps), other, otherTask: 'missingEpisodes'}, plan, deps);
	const [movies] = named === undefined ? lines() : [missingMovieLine(deps, named)];
	const counts = await searchMovieBacklog({...movies, reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};

export const searchMissingEpisodes: TaskBody<keyof Deps> = async (run, deps) => {
	const named = namedSeries(run);
	const request = {taskId: 'missingEpisodes', kind: 'backlog', line: {pauses: ['missingEpisodes']}} as const;
	const plan = await beginPlan({...request, isNamed: named !== undefined}, run, deps);
	const ownLine = () => (isPartial(run) ? awakeSeriesLine(deps) : missingSeriesLine(deps));
	const other = dueMovies(isPartial(run) ? awakeMovieLine(deps) : missingMovieLine(deps), {options: {}}, deps);
	await shareRoom({own: ownLine(), other, otherTask: 'missingMovies'}, plan, deps);
	const line = named === undefined ? ownLine() : inOrder(deps.series.withMissing(named));
	const counts = await searchSeriesBacklog({line, reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};

interface Lines {
	own: AsyncIterable<Pick<InLine, 'lastSearchTime'>>;
	other: AsyncIterable<Pick<InLine, 'lastSearchTime'>>;
	/** The task of the other line. */
	otherTask: TaskId;
}

/** Milliseconds after a run during which its task has had its share. */
const servedMs = 15 * minuteMs;

/**
 * Leaves part of a scarce budget to the task of the other line, so that movies and episodes together are searched in
 * the order of how long they wait.
 */
async function shareRoom({own, other, otherTask}: Lines, plan: RunPlan, {tasks, now}: Pick<WorkerDeps, 'now' | 'tasks'>): Promise<void> {
	const room = plan.left();
	if (!Number.isFinite(room) || room === 0) {
		return;
	}
	const {enabled, lastRunAt} = await tasks.get(otherTask);
	const sinceMs = lastRunAt === null ? Number.POSITIVE_INFINITY : Math.abs(Number(now()) - Number(lastRunAt));
	if (enabled && sinceMs > servedMs) {
		// A series may cost more than one search, so its line gets all that the other one does not need.
		plan.shareWith(room - fairShare(await heads(other, room), await heads(own, room), room));
	}
}

/** The first titles of a line. */
async function heads(line: Lines['own'], max: number): Promise<InLine[]> {
	const first: InLine[] = [];
	for await (const {lastSearchTime} of line) {
		first.push({lastSearchTime, cost: 1});
		if (first.length >= max) {
			break;
		}
	}
	return first;
}

/** A place in a line of titles that wait for a search. */
export interface InLine {
	/** Null if it never was searched. */
	lastSearchTime: Date | null;
	/** Searches that it costs. */
	cost: number;
}

/**
 * How many searches of `room` belong to the first line when both lines are served together, the longest unsearched
 * first. Titles that never were searched come first; between two of them the lines take turns.
 */
export function fairShare(own: readonly InLine[], other: readonly InLine[], room: number): number {
	let [left, mine] = [room, 0];
	let [a, b, costOfA, costOfB] = [0, 0, 0, 0];
	while (left > 0) {
		const [first, second] = [own[a], other[b]];
		if (!first) {
			return mine;
		}
		const isMine = !second || order(first, second) < 0 || (order(first, second) === 0 && costOfA <= costOfB);
		const cost = Math.min(isMine ? first.cost : second.cost, left);
		left -= cost;
		if (isMine) {
			[a, mine, costOfA] = [a + 1, mine + cost, costOfA + cost];
		} else {
			[b, costOfB] = [b + 1, costOfB + cost];
		}
	}
	return mine;
}

function order(a: InLine, b: InLine): number {
	const searchedAt = ({lastSearchTime}: InLine) => (lastSearchTime ? Number(lastSearchTime) : Number.NEGATIVE_INFINITY);
	return searchedAt(a) === searchedAt(b) ? 0 : searchedAt(a) - searchedAt(b);
}
