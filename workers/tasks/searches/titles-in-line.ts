import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {BacklogSeries, WaitingEpisode} from '#shared/store/series/episode-backlog.ts';
import type {SearchLine} from '#shared/store/tasks/search-backoff.ts';
import {onlyAwake} from '#shared/store/tasks/task-state.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'episodes' | 'now' | 'searchBackoff' | 'series'>;

/** Missing movies that are available, or the named one. */
export function missingMovieLine({movies, now}: Pick<WorkerDeps, 'movies' | 'now'>, id?: string): MovieLine {
	return {
		movies: id === undefined ? movies.missingLine(now()) : movies.missing(id),
		isWanted: ({availableAt}) => availableAt !== null && availableAt <= now(),
	};
}

/** The missing and available movies that were never searched or whose pause is over. */
export function awakeMovieLine(deps: Pick<WorkerDeps, 'movies' | 'now' | 'searchBackoff'>): MovieLine {
	return {...missingMovieLine(deps), movies: interleaved(deps.movies.unsearched(deps.now()), awakeMovies(deps))};
}

async function* awakeMovies(deps: Pick<WorkerDeps, 'movies' | 'now' | 'searchBackoff'>): AsyncGenerator<BacklogMovie> {
	yield* await awakeTitles('missingMovies', deps.movies.missingOf, deps);
}

/** Movies with a file below the cutoff whose pause is over. */
export async function* awakeBetterMovies(deps: Pick<WorkerDeps, 'movies' | 'now' | 'searchBackoff'>): AsyncGenerator<BacklogMovie> {
	yield* await awakeTitles('betterMovies', deps.movies.belowCutoffOf, deps);
}

/** The titles of these lines, one line after the other, each title once. */
export async function* interleaved<Title extends {id: string}>(...lines: AsyncIterable<Title>[]): AsyncGenerator<Title> {
	const met = new Set<string>();
	for (const line of lines) {
		for await (const title of line) {
			if (!met.has(title.id)) {
				met.add(title.id);
				yield title;
			}
		}
	}
}

/** A series, with the last search of the episode that has waited longest. */
export interface SeriesInLine extends BacklogSeries {
	lastSearchTime: Date | null;
}

/** The monitored series with a missing episode that is not paused. */
export function missingSeriesLine(deps: Deps): AsyncGenerator<SeriesInLine> {
	return seriesOf(deps.episodes.missingLine(deps.now()), deps);
}

/** The monitored series with a missing episode that was never searched or whose pause is over. */
export function awakeSeriesLine(deps: Deps): AsyncGenerator<SeriesInLine> {
	return seriesOf(interleaved(deps.episodes.unsearched(deps.now()), awake('missingEpisodes', deps)), deps);
}

/** The series with an episode below the cutoff whose pause is over. */
export function awakeBetterSeries(deps: Deps): AsyncGenerator<SeriesInLine> {
	return seriesOf(awake('betterEpisodes', deps), deps);
}

async function* awake(
	line: 'missingEpisodes' | 'betterEpisodes',
	deps: Pick<WorkerDeps, 'episodes' | 'now' | 'searchBackoff'>,
): AsyncGenerator<WaitingEpisode> {
	const {missingOf, belowCutoffOf} = deps.episodes;
	yield* await awakeTitles(line, line === 'missingEpisodes' ? missingOf : belowCutoffOf, deps);
}

/**
 * The series of these episodes, ordered by the episode of each that has waited longest and is not paused. A new episode
 * comes first, even if its series was searched recently.
 */
export async function* seriesOf(
	line: AsyncIterable<WaitingEpisode>,
	{series, searchBackoff, now}: Pick<WorkerDeps, 'now' | 'searchBackoff' | 'series'>,
): AsyncGenerator<SeriesInLine> {
	const met = new Set<string>();
	for await (const batch of batchesOf(line)) {
		const fresh = batch.filter(({seriesId}) => !met.has(seriesId));
		const paused = await searchBackoff.paused(
			fresh.map(({id}) => id),
			now(),
		);
		const due = fresh.filter(({id}) => !paused.has(id));
		const monitored = due.length > 0 ? await series.monitoredOf([...new Set(due.map(({seriesId}) => seriesId))]) : new Map();
		for (const {seriesId, lastSearchTime} of due) {
			const found = met.has(seriesId) ? undefined : monitored.get(seriesId);
			met.add(seriesId);
			if (found) {
				yield {...found, lastSearchTime};
			}
		}
	}
}

/** Series whose order is given by the caller. */
export async function* inOrder(series: AsyncIterable<BacklogSeries>): AsyncGenerator<SeriesInLine> {
	for await (const each of series) {
		yield {...each, lastSearchTime: null};
	}
}

export interface MovieLine {
	/** The least recently searched first. */
	movies: AsyncIterable<BacklogMovie>;
	isWanted(movie: BacklogMovie): boolean;
	/** Called with the number of movies that were read. */
	seen?(count: number): void;
}

/**
 * The wanted movies that are not paused, in the same order. A title named by the caller is due even if it is paused.
 */
export async function* dueMovies(
	{movies, isWanted, seen}: MovieLine,
	run: Pick<TaskRun, 'options'>,
	deps: Pick<WorkerDeps, 'now' | 'searchBackoff'>,
) {
	const isNamed = namedMovie(run) !== undefined;
	for await (const batch of batchesOf(movies)) {
		seen?.(batch.length);
		const wanted = batch.filter(isWanted);
		const ids = wanted.map(({id}) => id);
		const paused = isNamed ? new Set<string>() : await deps.searchBackoff.paused(ids, deps.now());
		yield* wanted.filter(({id}) => !paused.has(id));
	}
}

/** The movie id the caller named, if any. */
export function namedMovie({options}: Pick<TaskRun, 'options'>): string | undefined {
	return typeof options['movieId'] === 'string' ? options['movieId'] : undefined;
}

interface InLine {
	id: string;
	lastSearchTime: Date | null;
}

/** Whether a run checks only titles that have become due, because a recent run checked all of them. */
export const isPartial = ({options}: Pick<TaskRun, 'options'>): boolean => options[onlyAwake] === true;

/**
 * The titles of a line whose pause is over, the least recently searched first. Titles that `read` does not return are
 * no longer wanted, and leave the line.
 */
async function awakeTitles<Title extends InLine>(
	line: SearchLine,
	read: (ids: readonly string[], now: Date) => Promise<Title[]>,
	{searchBackoff, now}: Pick<WorkerDeps, 'searchBackoff' | 'now'>,
): Promise<Title[]> {
	const at = now();
	const ids = await searchBackoff.awake(line, at);
	if (ids.length === 0) {
		return [];
	}
	const titles = await read(ids, at);
	const wanted = new Set(titles.map(({id}) => id));
	await searchBackoff.leaveLine(
		ids.filter(id => !wanted.has(id)),
		at,
	);
	return titles.toSorted((a, b) => Number(a.lastSearchTime ?? 0) - Number(b.lastSearchTime ?? 0));
}

/** Titles that are checked together. */
const batchSize = 200;

export async function* batchesOf<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
	let batch: Row[] = [];
	for await (const row of rows) {
		batch.push(row);
		if (batch.length >= batchSize) {
			yield batch;
			batch = [];
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}
