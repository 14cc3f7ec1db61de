import {type SearchMovie, searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Searches per run when the options set no limit. It is low because the indexers' budgets are limited. */
const usualLimit = 100;
const largestLimit = 10_000;
/** Titles that are checked together. */
const batchSize = 200;
/** Lower priority than anything a person waits for. */
const priority = 50;

interface Backlog {
	movies: AsyncIterable<BacklogMovie>;
	reason: SearchMovie['reason'];
	isWanted(movie: BacklogMovie): boolean;
}

/**
 * Queues searches for the wanted titles, the longest unsearched first. After each unsuccessful
 * search a title rests longer.
 */
export async function searchBacklog({movies, reason, isWanted}: Backlog, {options, signal, progress, note}: TaskRun, deps: WorkerDeps) {
	const limit = limitOf({options});
	let itemsProcessed = 0;
	let itemsAffected = 0;
	for await (const batch of batchesOf(movies)) {
		const wanted = batch.filter(isWanted);
		const resting = await deps.searchBackOff.resting(
			wanted.map(({id}) => id),
			deps.now(),
		);
		// A title named by the caller is searched even if it rests.
		const due = options['movieId'] === undefined ? wanted.filter(({id}) => !resting.has(id)) : wanted;
		for (const {id, title} of due.slice(0, limit - itemsAffected)) {
			signal.throwIfAborted();
			await deps.searchBackOff.note(id, deps.now());
			await deps.jobs.enqueue(searchMovie, {movieId: id, reason}, {priority});
			note({mediaId: id, mediaTitle: title, action: 'search', status: 'queued', message: null});
			itemsAffected += 1;
		}
		itemsProcessed += batch.length;
		progress({processed: itemsProcessed, total: null, message: `${itemsAffected} searches queued`});
		if (itemsAffected >= limit) {
			break;
		}
	}
	return {itemsProcessed, itemsAffected};
}

/** Searches that one run may queue. */
export function limitOf({options: {limit: option}}: Pick<TaskRun, 'options'>): number {
	return typeof option === 'number' && Number.isInteger(option) && option > 0 ? Math.min(option, largestLimit) : usualLimit;
}

/** The movie id the caller named, if any. */
export function namedMovie({options}: TaskRun): string | undefined {
	return typeof options['movieId'] === 'string' ? options['movieId'] : undefined;
}

async function* batchesOf(movies: AsyncIterable<BacklogMovie>): AsyncGenerator<BacklogMovie[]> {
	let batch: BacklogMovie[] = [];
	for await (const movie of movies) {
		batch.push(movie);
		if (batch.length >= batchSize) {
			yield batch;
			batch = [];
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}
