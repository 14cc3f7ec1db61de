import {type SearchMovie, searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {queueSearch} from './queue-search.ts';

/** Searches per run when the options set no limit. It is low because the indexers' budgets are limited. */
const usualLimit = 100;
const largestLimit = 10_000;
/** Titles that are checked together. */
const batchSize = 200;

interface Backlog {
	movies: AsyncIterable<BacklogMovie>;
	reason: SearchMovie['reason'];
	isWanted(movie: BacklogMovie): boolean;
}

/**
 * Queues searches for the wanted titles, the longest unsearched first. After each search without a result a title rests
 * longer; the search itself notes that, because it may find that all indexers rest.
 */
export async function searchBacklog({movies, reason, isWanted}: Backlog, run: TaskRun, deps: WorkerDeps) {
	const {executionId, options, signal, progress} = run;
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
		const isNamed = options['movieId'] !== undefined;
		const due = isNamed ? wanted : wanted.filter(({id}) => !resting.has(id));
		for (const {id, title} of due) {
			signal.throwIfAborted();
			if (itemsAffected >= limit) {
				break;
			}
			const payload = {movieId: id, reason, executionId};
			const isCovered = await isWaiting(payload, deps);
			const isQueued = await queueSearch({job: searchMovie, payload, title: {id, title}, message: null, isCovered, isNamed}, run, deps);
			itemsAffected += isQueued ? 1 : 0;
		}
		itemsProcessed += batch.length;
		progress({processed: itemsProcessed, total: null, message: `${itemsAffected} searches queued`});
		if (itemsAffected >= limit) {
			break;
		}
	}
	return {itemsProcessed, itemsAffected};
}

/** An earlier run has queued the title, or a person searches it right now. */
async function isWaiting(wish: SearchMovie, {jobs}: WorkerDeps): Promise<boolean> {
	return (await jobs.isQueued(searchMovie, wish)) || (await jobs.isQueued(searchMovie, {...wish, byPerson: true}));
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
