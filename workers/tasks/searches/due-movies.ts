import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {batchesOf} from './batches-of.ts';

export interface MovieLine {
	/** The longest unsearched first. */
	movies: AsyncIterable<BacklogMovie>;
	isWanted(movie: BacklogMovie): boolean;
	/** Told how many movies were looked at. */
	seen?(count: number): void;
}

/** The wanted movies that do not rest, in the same order. A title named by the caller is due even if it rests. */
export async function* dueMovies({movies, isWanted, seen}: MovieLine, run: Pick<TaskRun, 'options'>, deps: WorkerDeps) {
	const isNamed = namedMovie(run) !== undefined;
	for await (const batch of batchesOf(movies)) {
		seen?.(batch.length);
		const wanted = batch.filter(isWanted);
		const ids = wanted.map(({id}) => id);
		const resting = isNamed ? new Set<string>() : await deps.searchBackOff.resting(ids, deps.now());
		yield* wanted.filter(({id}) => !resting.has(id));
	}
}

/** The movie id the caller named, if any. */
export function namedMovie({options}: Pick<TaskRun, 'options'>): string | undefined {
	return typeof options['movieId'] === 'string' ? options['movieId'] : undefined;
}
