import type {Interval} from './interval.ts';

export const taskTypes = ['monitoring', 'subtitle', 'system'] as const;
type TaskType = (typeof taskTypes)[number];

export interface TaskDefinition extends Interval {
	name: string;
	description: string;
	type: TaskType;
	supportsCancel: boolean;
	/** Only administrators run, stop and schedule it. */
	forAdministrators?: boolean;
}

const task = (
	type: TaskType,
	name: string,
	[interval, intervalUnit]: [number, Interval['intervalUnit']],
	description: string,
): TaskDefinition => ({
	type,
	name,
	interval,
	intervalUnit,
	description,
	supportsCancel: true,
});

/** Every built-in task: name, type, default interval, purpose. */
export const taskDefinitions = {
	cutoffUnmet: task('monitoring', 'CutoffUnmet', [24, 'hours'], 'Searches for better releases of files below the cutoff.'),
	upgrade: task(
		'monitoring',
		'Upgrade',
		[7, 'days'],
		'Searches for better releases of files below the cutoff, and for corrected ones of recent files.',
	),
	missingEpisodes: task('monitoring', 'MissingEpisodes', [24, 'hours'], 'Searches for missing episodes.'),
	missingMovies: task('monitoring', 'MissingMovies', [24, 'hours'], 'Searches for missing movies.'),
	newEpisodes: task('monitoring', 'NewEpisodes', [1, 'hours'], 'Detects new episodes.'),
	pendingReleases: task('monitoring', 'PendingReleases', [15, 'minutes'], 'Checks releases again that are waiting for a delay to end.'),
	rssSync: task('monitoring', 'RssSync', [15, 'minutes'], 'Reads the recent releases of all indexers and grabs what is wanted.'),
	importLists: task('system', 'ImportLists', [15, 'minutes'], 'Reads the import lists that are due and adds their titles.'),
	missingSubtitles: task('subtitle', 'MissingSubtitles', [6, 'hours'], 'Searches for missing subtitles.'),
	subtitleUpgrade: task('subtitle', 'SubtitleUpgrade', [24, 'hours'], 'Searches for better subtitles.'),
	subtitleSearchOnImport: task('subtitle', 'SubtitleSearchOnImport', [15, 'minutes'], 'Searches for subtitles of newly imported media.'),
	historyCleanup: task('system', 'HistoryCleanup', [24, 'hours'], 'Removes old history and logs.'),
	refreshMetadata: task('system', 'RefreshMetadata', [12, 'hours'], 'Refreshes titles that are due from the metadata provider.'),
	collections: task(
		'system',
		'Collections',
		[24, 'hours'],
		'Reads the collections of movies, and adds the missing films of monitored ones.',
	),
	sceneNumbers: task('system', 'SceneNumbers', [24, 'hours'], 'Looks up the TVDB and scene numbers of episodes.'),
	statistics: task('system', 'Statistics', [1, 'hours'], 'Counts titles and files for the statistics.'),
	libraryScan: task('system', 'LibraryScan', [12, 'hours'], 'Detects files that are missing from the disk or new on it.'),
	backup: {
		...task('system', 'Backup', [7, 'days'], 'Writes a backup of the database and the secret key, and removes the oldest one.'),
		forAdministrators: true,
	},
	indexerDefinitions: {
		...task(
			'system',
			'IndexerDefinitions',
			[24, 'hours'],
			'Fetches a newer package of site definitions, and checks those of your indexers.',
		),
		forAdministrators: true,
	},
	guide: {
		...task('system', 'Guide', [24, 'hours'], 'Fetches a newer guide, and applies the chosen parts that need no confirmation.'),
		forAdministrators: true,
	},
	reconcile: task('system', 'Reconcile', [5, 'minutes'], 'Self-repair: finishes work that was interrupted.'),
} satisfies Record<string, TaskDefinition>;

/** Tasks implemented in `workers/tasks/`. */
export const runnableTasks = [
	'cutoffUnmet',
	'upgrade',
	'missingEpisodes',
	'missingMovies',
	'newEpisodes',
	'pendingReleases',
	'rssSync',
	'importLists',
	'missingSubtitles',
	'subtitleUpgrade',
	'subtitleSearchOnImport',
	'historyCleanup',
	'refreshMetadata',
	'collections',
	'statistics',
	'sceneNumbers',
	'libraryScan',
	'backup',
	'indexerDefinitions',
	'guide',
	'reconcile',
] as const satisfies readonly (keyof typeof taskDefinitions)[];
export type TaskId = (typeof runnableTasks)[number];

export function isTaskId(id: string): id is TaskId {
	return (runnableTasks as readonly string[]).includes(id);
}

const backfillStart = 'backfill-';

/** Task id of a library's backfill. It has no schedule, but is run, cancelled and recorded like other tasks. */
export function backfillTaskId(libraryId: string): string {
	return backfillStart + libraryId;
}

/** The library that this backfill task belongs to; null for any other task. */
export function libraryOfTask(taskId: string): string | null {
	return taskId.startsWith(backfillStart) ? taskId.slice(backfillStart.length) : null;
}

const bulkStart = 'bulk-';

/** Task id of what is done to many titles at once, which has no schedule either. */
export function bulkTaskId(changeId: string): string {
	return bulkStart + changeId;
}

/** The bulk change that this task makes; null for any other task. */
export function bulkChangeOfTask(taskId: string): string | null {
	return taskId.startsWith(bulkStart) ? taskId.slice(bulkStart.length) : null;
}

const filesStart = 'files-';

/** Task id of a change of files, which has no schedule either. */
export function filesTaskId(changeId: string): string {
	return filesStart + changeId;
}

/** The change of files that this task makes; null for any other task. */
export function fileChangeOfTask(taskId: string): string | null {
	return taskId.startsWith(filesStart) ? taskId.slice(filesStart.length) : null;
}
