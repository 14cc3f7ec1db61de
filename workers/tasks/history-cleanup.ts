import {dayMs} from '#shared/domain/durations.ts';
import {createMoveUploads} from '#shared/files/uploads.ts';
import type {OldEntry} from '#shared/store/downloads/history.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {emptyRecycleBins} from '../library/empty-recycle-bins.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** How long everything except the history is stored, as documented in the API. */
const retentionDays = 30;
const retentionMs = retentionDays * dayMs;

/** Removes entries that are older than the API promises to show, and what else would grow without end. */
export const cleanUpHistory: TaskBody<
	| 'blocklist'
	| 'bulkChanges'
	| 'cleanUpClock'
	| 'dataDir'
	| 'downloads'
	| 'fileChanges'
	| 'files'
	| 'history'
	| 'log'
	| 'moves'
	| 'movies'
	| 'now'
	| 'pendingReleases'
	| 'playerFiles'
	| 'rootFolders'
	| 'searchBackoff'
	| 'series'
	| 'settings'
	| 'subtitleBlocklist'
	| 'taskActivities'
	| 'taskHistory'
	| 'titleSearches'
	| 'usedFolders'
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
		['entries of the history', await cleanUpEntries(now, run.signal, deps)],
		['executions of tasks', await deps.taskHistory.removeBefore(before)],
		['activities of tasks', await deps.taskActivities.removeBefore(before)],
		['backoffs of searches', await deps.searchBackoff.removeBefore(before)],
		['outcomes of searches', await deps.titleSearches.removeBefore(before)],
		['failed or ignored downloads', await deps.downloads.removeEnded(before)],
		['changes of many titles', await deps.bulkChanges.removeBefore(before)],
		['changes of files', await deps.fileChanges.removeBefore(before)],
		['plans of moving in', await deps.moves.removeBefore(before)],
		['uploaded files of other programs', await createMoveUploads(deps.dataDir).removeOld(now, await deps.moves.uploadsInUse())],
		['pending releases', await deps.pendingReleases.removeOld(now)],
		['entries of the blocklist', await deps.blocklist.removeSurplus()],
		['notes about files for players', await forgetPlayerFiles(now, before, deps)],
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

type EntryDeps = Pick<WorkerDeps, 'cleanUpClock' | 'history' | 'movies' | 'series' | 'settings'>;

/** Entries that are read at once. */
const pageSize = 500;
/** Entries that one run checks at most; the next one goes on there. */
const maxChecked = 500_000;

/**
 * Removes the entries of the history that are too old. Those of titles in the library may be kept for longer, so a run
 * goes on where the last one stopped, and from the end back to the oldest: a title may have been deleted since.
 */
async function cleanUpEntries(now: Date, signal: AbortSignal, deps: EntryDeps): Promise<number> {
	const {history, settings, cleanUpClock} = deps;
	const keepDays = settings.get('history.keepDays');
	const keepTitleDays = settings.get('history.keepTitleDays');
	let removed = await history.removeSurplus();
	if (keepDays === 0) {
		return removed;
	}
	const before = new Date(Number(now) - keepDays * dayMs);
	const titlesBefore = keepTitleDays === 0 ? new Date(0) : new Date(Math.min(Number(before), Number(now) - keepTitleDays * dayMs));
	let after = await cleanUpClock.checkedTo();
	for (let checked = 0; checked < maxChecked; checked += pageSize) {
		signal.throwIfAborted();
		const entries = await history.olderThan(before, {after, limit: pageSize});
		const present = await titlesAmong(entries, deps);
		const isOver = ({titleId, timestamp}: OldEntry) => titleId === null || !present.has(titleId) || timestamp < titlesBefore;
		removed += await history.removeMany(entries.filter(isOver).map(({id}) => id));
		const last = entries.length < pageSize ? null : entries.at(-1);
		after = last ? {timestamp: last.timestamp, id: last.id} : null;
		await cleanUpClock.setCheckedTo(after);
		if (after === null) {
			break;
		}
	}
	return removed;
}

/** Forgets the player files of deleted titles, but not before their removal can have waited for a missing disk. */
async function forgetPlayerFiles(
	now: Date,
	before: Date,
	{movies, series, playerFiles}: Pick<WorkerDeps, 'movies' | 'playerFiles' | 'series'>,
): Promise<number> {
	for await (const ids of playerFiles.titles()) {
		const present = new Set((await Promise.all([movies.idsAmong(ids), series.idsAmong(ids)])).flat());
		await playerFiles.noteGone(
			ids.filter(id => !present.has(id)),
			now,
		);
	}
	return playerFiles.removeGone(before);
}

/** The titles of these entries that are in the library. */
async function titlesAmong(entries: readonly OldEntry[], {movies, series}: Pick<WorkerDeps, 'movies' | 'series'>): Promise<Set<string>> {
	const ids = [...new Set(entries.flatMap(({titleId}) => titleId ?? []))];
	const found = await Promise.all([movies.idsAmong(ids), series.idsAmong(ids)]);
	return new Set(found.flat());
}
