import type {grabPending} from '#shared/jobs/search/grab-pending.ts';
import type {Handler} from '../runtime/handler.ts';
import {grabWanted} from './grab-wanted.ts';

/**
 * Releases that are still approved but could not be grabbed stay for the next run. Once a release is in the queue, the
 * next run rejects it and removes it here.
 */
export const handleGrabPending: Handler<typeof grabPending> = async (_payload, deps, run) => {
	await deps.pendingReleases.removeOld(deps.now());
	const releases = await deps.pendingReleases.list(deps.now());
	const {approved, grabbed, waiting} = await grabWanted({releases, indexerResults: []}, {deps, run});
	const open = new Set([...approved, ...waiting]);
	await deps.pendingReleases.remove(releases.filter(release => !open.has(release)));
	const counts = {found: releases.length, approved: approved.length, grabbed};
	run.log.info({...counts, waiting: waiting.length}, 'Checked the pending releases');
	return counts;
};
