import {Conflict, isExpected} from '#shared/errors.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
export const mostFailures = 10;
const grabLimitMs = 60_000;

/**
 * Grabs a release. `taken` means that it is already in the queue; `failed` means that an indexer or a client refused
 * it, which is logged.
 */
export async function grabOffer(
	wish: GrabRelease,
	title: string,
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<'grabbed' | 'taken' | 'failed'> {
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
		run.log.warn({err: error, release: title}, 'A release could not be grabbed; the next one is tried');
		return 'failed';
	}
}
