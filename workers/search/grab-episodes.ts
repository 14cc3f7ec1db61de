import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

/** Releases that may fail at a client or an indexer before the rest is left for another day. */
const failures = 3;
const grabLimitMs = 60_000;

/** Grabs releases, the best first, until no episode is open or none is left that holds an open one. What is grabbed is taken out of `open`; answers how many releases were. */
export async function grabEpisodes(
	approved: readonly JudgedRelease[],
	{seriesId, open}: {seriesId: string; open: Set<string>},
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<number> {
	const taken = new Set<string>();
	let failed = 0;
	let grabbed = 0;
	for (const {release, episodeIds} of approved) {
		const isNeeded = episodeIds.some(id => open.has(id)) && !episodeIds.some(id => taken.has(id));
		if (!isNeeded || failed === failures) {
			continue;
		}
		const grab = {guid: release.guid, indexerId: release.indexerId, movieId: null, seriesId, episodeIds};
		try {
			await deps.jobs.ask(grabRelease, grab, {timeoutMs: grabLimitMs, signal: run.signal});
			grabbed += 1;
		} catch (error) {
			if (!isExpected(error) || run.signal.aborted) {
				throw error;
			}
			if (!(error instanceof Conflict)) {
				failed += 1;
				run.log.warn({err: error, release: release.title}, 'A release could not be grabbed; the next one is tried');
				continue;
			}
		}
		for (const id of episodeIds) {
			taken.add(id);
			open.delete(id);
		}
	}
	return grabbed;
}
