import {dayMs} from '#shared/domain/durations.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {emptyRecycleBins} from './empty-recycle-bins.ts';

/** Promised by the API. */
const keptDays = 30;

/** Removes entries that are older than the API promises to show, and what else would grow without end. */
export const cleanUpHistory: TaskBody<
	| 'blocklist'
	| 'downloads'
	| 'files'
	| 'history'
	| 'log'
	| 'now'
	| 'pendingReleases'
	| 'rootFolders'
	| 'searchBackOff'
	| 'settings'
	| 'subtitleBlocklist'
	| 'taskActivities'
	| 'taskHistory'
> = async (run, deps) => {
	const {note} = run;
	const now = deps.now();
	const before = new Date(Number(now) - keptDays * dayMs);
	const removed = [
		['entries of the history', await deps.history.removeBefore(before)],
		['executions of tasks', await deps.taskHistory.removeBefore(before)],
		['activities of tasks', await deps.taskActivities.removeBefore(before)],
		['waits of the backlog', await deps.searchBackOff.removeBefore(before)],
		['failed or ignored downloads', await deps.downloads.removeEnded(before)],
		['pending releases', await deps.pendingReleases.removeOld(now)],
		['entries of the blocklist', await deps.blocklist.removeSurplus()],
		['blocklisted subtitles', await deps.subtitleBlocklist.removeSurplus()],
	] as const;
	for (const [what, count] of removed) {
		if (count > 0) {
			note({mediaId: null, mediaTitle: null, action: 'remove', status: 'completed', message: `${count} ${what} were removed.`});
		}
	}
	const total = removed.reduce((sum, [, count]) => sum + count, await emptyRecycleBins(run, deps));
	return {itemsProcessed: total, itemsAffected: total};
};
