import type {GrabAttempt} from '#shared/domain/tasks/search-outcome.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
export const mostFailures = 10;
const grabLimitMs = 60_000;

/** A run that wants to know what happened to each release. */
interface TellingRun extends Run {
	onAttempt?(attempt: GrabAttempt): void;
}

/** A run of the same job that collects what happened to the releases. */
export function tellingGrabs(run: Run): {run: TellingRun; attempts: GrabAttempt[]} {
	const attempts: GrabAttempt[] = [];
	return {attempts, run: {...run, onAttempt: attempt => attempts.push(attempt)}};
}

/**
 * Grabs a release. `taken` means that it is already in the queue; `failed` means that an indexer or a client refused
 * it, which is logged.
 */
export async function grabOffer(
	wish: GrabRelease,
	title: string,
	{deps, run}: {deps: WorkerDeps; run: TellingRun},
): Promise<'grabbed' | 'taken' | 'failed'> {
	const {movieId, seriesId} = wish;
	const tell = (result: GrabAttempt['result'], reason: string | null = null) => run.onAttempt?.({title, movieId, seriesId, result, reason});
	try {
		await deps.jobs.ask(grabRelease, wish, {timeoutMs: grabLimitMs, signal: run.signal});
		tell('grabbed');
		return 'grabbed';
	} catch (error) {
		if (error instanceof Conflict) {
			tell('taken');
			return 'taken';
		}
		if (!isExpected(error) || run.signal.aborted) {
			throw error;
		}
		run.log.warn({err: error, release: title}, 'A release could not be grabbed; the next one is tried');
		tell('failed', error.message);
		return 'failed';
	}
}
