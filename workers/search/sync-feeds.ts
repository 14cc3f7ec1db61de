import {mergeReleases} from '#shared/domain/indexers/merge-releases.ts';
import {feedOutcomes} from '#shared/domain/searches/search-outcome.ts';
import type {syncFeeds} from '#shared/jobs/search.ts';
import {noteOutcomes} from '../executions/note-outcome.ts';
import type {Handler} from '../runtime/handler.ts';
import {grabWanted, type WantedDeps} from './grab-wanted.ts';
import {noteWaiting} from './note-search.ts';

/**
 * Reads the recent releases of all indexers and grabs what is wanted. Unwanted releases cost no search, and releases
 * that have to wait are kept.
 */
export const handleSyncFeeds: Handler<
	typeof syncFeeds,
	keyof WantedDeps | 'log' | 'pendingReleases' | 'taskActivities' | 'titleSearches' | 'recentReleases'
> = async ({executionId}, deps, run) => {
	const recent = await deps.recentReleases(run.signal);
	// Pending releases are judged too: the delay of their title may be over, and only the best of all is grabbed.
	const pending = await deps.pendingReleases.list(deps.now());
	const releases = mergeReleases([...recent.releases, ...pending]);
	const {approved, grabbed, waiting, ...tried} = await grabWanted({...recent, releases, pending}, {deps, run});
	await deps.pendingReleases.keep(waiting, deps.now(), undefined, tried.judged);
	await noteWaiting(tried.judged, deps);
	const counts = {found: recent.releases.length, approved: approved.length, grabbed};
	run.log.info({...counts, waiting: waiting.length}, 'Read the recent releases');
	await noteOutcomes(executionId, feedOutcomes({...recent, ...tried}), deps);
	return counts;
};
