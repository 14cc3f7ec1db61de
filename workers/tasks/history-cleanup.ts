import {dayMs} from '#shared/domain/durations.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {emptyRecycleBins} from './empty-recycle-bins.ts';

/** Promised by the API. */
const keptDays = 30;
const retentionMs = keptDays * dayMs;

/** Removes entries that are older than the API promises to show, and what else would grow without end. */
export const cleanUpHistory: TaskBody<
	| 'blocklist'
	| 'cleanUpClock'
	| 'downloads'
	| 'fileChanges'
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
	const {entries} = await deps.history.page({page: 1, limit: 1});
	const now = await deps.cleanUpClock.read({newest: entries[0]?.timestamp ?? null, retentionMs});
	if (now === null) {
		deps.log.warn('The clock of MongoDB has jumped forward; nothing is removed until it has gone on for two days');
		const message =
			'The clock has jumped forward, or the service was off for days. Nothing is removed for two days, in case the date is wrong.';
		note({mediaId: null, mediaTitle: null, action: 'remove', status: 'skipped', message});
		return {itemsProcessed: 0, itemsAffected: 0};
	}
	const before = new Date(Number(now) - retentionMs);
	const removed = [
		['entries of the history', await deps.history.removeBefore(before)],
		['executions of tasks', await deps.taskHistory.removeBefore(before)],
		['activities of tasks', await deps.taskActivities.removeBefore(before)],
		['waits of the backlog', await deps.searchBackOff.removeBefore(before)],
		['failed or ignored downloads', await deps.downloads.removeEnded(before)],
		['changes of files', await deps.fileChanges.removeBefore(before)],
		['pending releases', await deps.pendingReleases.removeOld(now)],
		['entries of the blocklist', await deps.blocklist.removeSurplus()],
		['blocklisted subtitles', await deps.subtitleBlocklist.removeSurplus()],
	] as const;
	for (const [what, count] of removed) {
		if (count > 0) {
			note({mediaId: null, mediaTitle: null, action: 'remove', status: 'completed', message: `${count} ${what} were removed.`});
		}
	}
	const total = removed.reduce((sum, [, count]) => sum + count, await emptyRecycleBins(run, now, deps));
	return {itemsProcessed: total, itemsAffected: total};
};
