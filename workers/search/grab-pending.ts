import {feedOutcomes} from '#shared/domain/searches/search-outcome.ts';
import type {grabPending} from '#shared/jobs/search.ts';
import {noteOutcomes} from '../executions/note-outcome.ts';
import type {Handler} from '../runtime/handler.ts';
import {grabWanted, type WantedDeps} from './grab-wanted.ts';
import {noteWaiting} from './note-search.ts';

/**
 * Releases that are still approved but could not be grabbed stay for the next run. Once a release is in the queue, the
 * next run rejects it and removes it here.
 */
export const handleGrabPending: Handler<
	typeof grabPending,
	keyof WantedDeps | 'log' | 'pendingReleases' | 'taskActivities' | 'titleSearches'
> = async ({executionId}, deps, run) => {
	await deps.pendingReleases.removeOld(deps.now());
	const releases = await deps.pendingReleases.list(deps.now());
	const {approved, grabbed, waiting, ...tried} = await grabWanted({releases, pending: releases, indexerResults: []}, {deps, run});
	await noteWaiting(tried.judged, deps);
	const open = new Set([...approved, ...waiting]);
	await deps.pendingReleases.remove(releases.filter(release => !open.has(release)));
	const counts = {found: releases.length, approved: approved.length, grabbed};
	run.log.info({...counts, waiting: waiting.length}, 'Checked the pending releases');
	await noteOutcomes(executionId, feedOutcomes({indexerResults: [], ...tried}), deps);
	return counts;
};
