import {Conflict, Invalid, isExpected, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
export const mostFailures = 10;
export const grabLimitMs = 60_000;

/**
 * `taken`: it is already in the queue or in the library. `failed`: an indexer or a client refused it, so the next one
 * may be tried. `unclear`: it may be on its way, so nothing else is tried for the title.
 */
export type GrabOutcome = 'grabbed' | 'taken' | 'failed' | 'unclear';

/** Grabs a release. What did not work is logged. */
export async function grabOffer(wish: GrabRelease, title: string, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<GrabOutcome> {
	try {
		await deps.jobs.ask(grabRelease, wish, {timeoutMs: grabLimitMs, signal: run.signal});
		return 'grabbed';
	} catch (error) {
		if (error instanceof Conflict) {
			return 'taken';
		}
		if (!isExpected(error) || run.signal.aborted) {
			throw error;
		}
		if (isRefusal(error)) {
			run.log.warn({err: error, release: title}, 'A release could not be grabbed; the next one is tried');
			return 'failed';
		}
		run.log.warn({err: error, release: title}, 'It is unclear whether a release was grabbed; nothing else is tried for its title');
		return 'unclear';
	}
}

/** Nothing was sent. No answer in time, or a worker that failed unexpectedly, says nothing of the kind. */
function isRefusal(error: unknown): boolean {
	const isSetUpWrong = error instanceof Unavailable && error.code === 'no_download_client';
	return isSetUpWrong || [UpstreamFailed, Invalid, NotFound, TooMany].some(kind => error instanceof kind);
}
