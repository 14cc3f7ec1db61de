import {promiseJob} from '#shared/coordination/outbox.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import {addListItems, syncImportList} from '#shared/jobs/lists.ts';
import {mapDueNumbers, refreshDue} from '#shared/jobs/refresh.ts';
import {grabPending} from '#shared/jobs/search.ts';
import type {runTask} from '#shared/jobs/tasks.ts';
import {repairExecutions} from '../executions/repair-executions.ts';
import {runExecution, type TaskBody} from '../executions/run-execution.ts';
import {whyAllPaused} from '../library/pauses.ts';
import {resumeMediaInfo, resumeSubtitles} from '../library/resume-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';
import {backUp} from './backup.ts';
import {readCollections} from './collections.ts';
import {followGuide} from './guide.ts';
import {cleanUpHistory} from './history-cleanup.ts';
import {updateDefinitions} from './indexer-definitions.ts';
import {scanLibrary} from './library-scan.ts';
import {findNewEpisodes} from './new-episodes.ts';
import {searchCutoffUnmet, searchUpgrades} from './searches/search-better.ts';
import {searchMissingEpisodes, searchMissingMovies} from './searches/search-missing.ts';
import {syncAllFeeds} from './searches/sync-all-feeds.ts';
import {computeStatistics} from './statistics.ts';
import {searchBetterSubtitles, searchMissingSubtitles} from './subtitles/search-subtitle-backlog.ts';
import {searchImportedSubtitles} from './subtitles/subtitle-search-on-import.ts';

/** Titles of each kind that one run of `refreshMetadata` queues. The remaining ones come first in the next run. */
const maxRefreshes = 5000;

/** What each task does. A runnable task without a body does not compile. */
export const bodies: Record<TaskId, TaskBody> = {
	cutoffUnmet: searchCutoffUnmet,
	upgrade: searchUpgrades,
	missingEpisodes: searchMissingEpisodes,
	missingMovies: searchMissingMovies,
	newEpisodes: findNewEpisodes,
	async pendingReleases({executionId, signal}, {jobs}) {
		const {found, grabbed} = await jobs.ask(grabPending, {executionId}, {timeoutMs: 10 * minuteMs, signal});
		return {itemsProcessed: found, itemsAffected: grabbed};
	},
	rssSync: syncAllFeeds,
	/** Only starts them: each list has a job of its own, and what waits to be added has one. */
	async importLists(_run, deps) {
		const lists = await deps.importLists.list();
		// A sync that ran while its list was deleted may have left some.
		await deps.importListItems.removeOrphans(lists.map(({id}) => id));
		const due = lists.filter(list => list.enabled && !(list.nextSyncAt && list.nextSyncAt > deps.now()));
		for (const {id} of due) {
			await promiseJob(syncImportList, {listId: id}, deps);
		}
		await promiseJob(addListItems, {}, deps);
		return {itemsProcessed: due.length, itemsAffected: due.length};
	},
	missingSubtitles: searchMissingSubtitles,
	subtitleUpgrade: searchBetterSubtitles,
	subtitleSearchOnImport: searchImportedSubtitles,
	historyCleanup: cleanUpHistory,
	async refreshMetadata({executionId, signal}, {jobs}) {
		const {movies, series} = await jobs.ask(refreshDue, {limit: maxRefreshes, executionId}, {timeoutMs: 5 * minuteMs, signal});
		return {itemsProcessed: movies + series, itemsAffected: movies + series};
	},
	collections: readCollections,
	async sceneNumbers({executionId, signal}, {jobs}) {
		const {series} = await jobs.ask(mapDueNumbers, {limit: maxRefreshes, executionId}, {timeoutMs: 5 * minuteMs, signal});
		return {itemsProcessed: series, itemsAffected: series};
	},
	statistics: computeStatistics,
	libraryScan: scanLibrary,
	backup: backUp,
	indexerDefinitions: updateDefinitions,
	guide: followGuide,
	/**
	 * Downloads and imports are repaired each time the clients are polled. This task repairs task executions, and
	 * libraries whose status still says that a backfill is running or whose files still wait for their tracks or
	 * subtitles to be read.
	 */
	async reconcile({note}, deps) {
		const active = await deps.taskHistory.active();
		const settled = await deps.libraries.settleStatuses(active.map(({taskId}) => taskId));
		const repaired = (await repairExecutions(deps)) + settled + (await resumeMediaInfo(deps));
		await resumeSubtitles(deps);
		if (repaired > 0) {
			const message = `${repaired} executions or libraries were repaired.`;
			note({mediaId: null, mediaTitle: null, action: 'repair', status: 'completed', message});
		}
		return {itemsProcessed: active.length, itemsAffected: repaired};
	},
};

export const handleRunTask: Handler<typeof runTask> = ({taskId, executionId}, deps, run) =>
	runExecution(executionId, unlessPaused(taskId), {deps, run});

/** Tasks that look for something outside, to get it. */
const searching: ReadonlySet<TaskId> = new Set([
	'cutoffUnmet',
	'upgrade',
	'missingEpisodes',
	'missingMovies',
	'pendingReleases',
	'rssSync',
	'missingSubtitles',
	'subtitleUpgrade',
	'subtitleSearchOnImport',
]);

function unlessPaused(taskId: TaskId): TaskBody {
	if (!searching.has(taskId)) {
		return bodies[taskId];
	}
	return async (taskRun, deps) => {
		const message = await whyAllPaused(deps);
		if (message === null) {
			return bodies[taskId](taskRun, deps);
		}
		taskRun.note({mediaId: null, mediaTitle: null, action: 'search', status: 'skipped', message});
		return {itemsProcessed: 0, itemsAffected: 0};
	};
}
