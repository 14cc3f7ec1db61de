import {type SearchMovie, searchMovie} from '#shared/jobs/search.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {priorities, queueSearch} from './queue-search.ts';
import type {RunPlan} from './run-plan.ts';
import {dueMovies, type MovieLine, namedMovie} from './titles-in-line.ts';

interface Backlog extends MovieLine {
	reason: SearchMovie['reason'];
	plan: RunPlan;
}

/**
 * Queues searches for the wanted titles, the longest unsearched first. After each search without a result a title is
 * paused longer; the search itself notes that, because it may find that all indexers are paused.
 */
export async function searchMovieBacklog(
	{reason, plan, ...line}: Backlog,
	run: TaskRun,
	deps: Pick<WorkerDeps, 'jobs' | 'now' | 'searchBackoff'>,
) {
	const {executionId, signal, progress} = run;
	let itemsProcessed = 0;
	let itemsAffected = 0;
	const seen = (count: number) => {
		itemsProcessed += count;
		progress({processed: itemsProcessed, total: null, message: `${itemsAffected} searches queued`});
	};
	const isNamed = namedMovie(run) !== undefined;
	for await (const {id, title} of dueMovies({...line, seen}, run, deps)) {
		signal.throwIfAborted();
		if (!plan.isOpen()) {
			if (!plan.countDue()) {
				break;
			}
			continue;
		}
		const payload = {movieId: id, reason, executionId, ...(isNamed && {evenIfPaused: true})};
		const isCovered = await isWaiting(payload, deps);
		if (isCovered && !isNamed) {
			continue;
		}
		plan.countDue();
		const delayMs = plan.reserve(1);
		const search = {
			job: searchMovie,
			payload,
			title: {id, title},
			message: null,
			isCovered,
			isNamed,
			priority: priorities.backlog,
			delayMs,
		};
		itemsAffected += (await queueSearch(search, run, deps)) ? 1 : 0;
	}
	return {itemsProcessed, itemsAffected};
}

/** An earlier run has queued the title, or a person searches it right now. */
async function isWaiting(request: SearchMovie, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<boolean> {
	return (await jobs.isQueued(searchMovie, request)) || (await jobs.isQueued(searchMovie, {...request, byPerson: true}));
}
