import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {GrabAttempt} from '#shared/domain/tasks/search-outcome.ts';
import {Conflict, Invalid, isExpected, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {recordRefusal} from './record-refusal.ts';

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
export const mostFailures = 10;
export const grabLimitMs = 60_000;

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
 * `taken`: it is already in the queue or in the library. `failed`: an indexer or a client refused it, so the next one
 * may be tried. `unclear`: it may be on its way, so nothing else is tried for the title.
 */
export type GrabOutcome = 'grabbed' | 'taken' | 'failed' | 'unclear';

/** Grabs a release. What did not work is logged, and recorded if it is lasting. */
export async function grabOffer(
	wish: GrabRelease,
	offer: JudgedRelease,
	{deps, run}: {deps: WorkerDeps; run: TellingRun},
): Promise<GrabOutcome> {
	const {movieId, seriesId} = wish;
	const {title} = offer.release;
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
		if (isRefusal(error)) {
			run.log.warn({err: error, release: title}, 'A release could not be grabbed; the next one is tried');
			tell('failed', error.message);
			await recordRefusal(offer, {wish, error}, deps);
			return 'failed';
		}
		run.log.warn({err: error, release: title}, 'It is unclear whether a release was grabbed; nothing else is tried for its title');
		tell('unclear', error.message);
		return 'unclear';
	}
}

/** Nothing was sent. No answer in time, or a worker that failed unexpectedly, says nothing of the kind. */
function isRefusal(error: unknown): boolean {
	const isSetUpWrong = error instanceof Unavailable && error.code === 'no_download_client';
	return isSetUpWrong || [UpstreamFailed, Invalid, NotFound, TooMany].some(kind => error instanceof kind);
}
