import {promiseJobs} from '#shared/coordination/promise-jobs.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {type BulkAction, type BulkChange, type BulkEdit, editBack, editedFieldsOf} from '#shared/domain/tasks/bulk-change.ts';
import {Conflict} from '#shared/errors.ts';
import {undoDeletion} from '#shared/jobs/import.ts';
import {refreshMovie, refreshSeries} from '#shared/jobs/refresh.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {runBulkChange} from '#shared/jobs/tasks.ts';
import {moveTitles} from '#shared/tasks/add-file-change.ts';
import {deleteManySeries, deleteMovies} from '#shared/tasks/delete-titles.ts';
import {changeTitles, editTitles} from '#shared/tasks/edit-titles.ts';
import {runExecution, type TaskBody, type TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<
	WorkerDeps,
	| 'autoTags'
	| 'bulkChanges'
	| 'episodes'
	| 'deletions'
	| 'fileChanges'
	| 'importExclusions'
	| 'importListItems'
	| 'jobs'
	| 'log'
	| 'movies'
	| 'now'
	| 'outbox'
	| 'rootFolders'
	| 'searchBackoff'
	| 'series'
	| 'settings'
	| 'taskActivities'
	| 'tasks'
	| 'titleCollections'
>;

export const handleRunBulkChange: Handler<typeof runBulkChange> = ({changeId, executionId}, deps, run) =>
	runExecution(executionId, bulkBody(changeId), {deps, run});

interface Failure {
	id: string;
	error: string;
}

/** Does it to some titles and returns those that failed. It may be repeated for all of them. */
type Work = (ids: string[], change: BulkChange, deps: Deps, run: TaskRun) => Promise<Failure[]>;

const works: Record<BulkAction, {together: number; work: Work}> = {
	edit: {together: 500, work: keepAndEdit},
	search: {together: 250, work: (ids, change, deps, {executionId}) => queueEach(ids, change, deps, executionId)},
	refresh: {together: 250, work: (ids, change, deps, {executionId}) => queueEach(ids, change, deps, executionId)},
	delete: {together: 50, work: remove},
	undo: {together: 500, work: undo},
};

/** Goes through the titles of a bulk change, some at a time. It may be killed at any point and run again. */
export function bulkBody(changeId: string): TaskBody<keyof Deps> {
	return async (run, deps) => {
		const change = await deps.bulkChanges.get(changeId);
		const {titleIds, action} = change;
		const {together, work} = works[action];
		let {itemsProcessed, itemsAffected} = run.resumed;
		while (itemsProcessed < titleIds.length) {
			run.signal.throwIfAborted();
			const ids = titleIds.slice(itemsProcessed, itemsProcessed + together);
			const failures = await work(ids, change, deps, run);
			// Before it is saved how far this run is, and under keys: none is missing or there twice after a death.
			await noteFailures(failures, {change, executionId: run.executionId}, deps);
			itemsProcessed += ids.length;
			itemsAffected += ids.length - failures.length;
			await run.save({checkpoint: String(itemsProcessed), itemsProcessed, itemsAffected});
			run.progress({processed: itemsProcessed, total: titleIds.length, message: null});
		}
		await moveFiles(change, deps);
		return {itemsProcessed, itemsAffected};
	};
}

/** An edit that can be taken back. */
async function keepAndEdit(ids: string[], change: BulkChange, deps: Deps): Promise<Failure[]> {
	const titles = await titlesOf(change.kind, ids, deps);
	await deps.bulkChanges.keepBefore(
		change.id,
		titles.map(title => ({id: title.id, fields: editedFieldsOf(title)})),
		deps.now(),
	);
	return edit(ids, change, deps);
}

const titlesOf = (kind: BulkChange['kind'], ids: readonly string[], {movies, series}: Deps) =>
	kind === 'movie' ? movies.getMany(ids) : series.getMany(ids);

async function edit(
	ids: string[],
	{kind, edit: {rootFolderPath, monitor, ...rest}, moveFiles: isMoved, requestedBy}: BulkChange,
	deps: Deps,
) {
	// Files are moved in the end, all of them together.
	const change = {...rest, ...(rootFolderPath !== undefined && !isMoved && {rootFolderPath})};
	const by = {...deps, moveFiles: false, requestedBy};
	const write = () =>
		kind === 'movie' ? editTitles({ids, kind, change}, deps.movies, by) : editTitles({ids, kind, change}, deps.series, by);
	try {
		const {failures} = await changeTitles({titleIds: ids, change, write}, deps);
		await (kind === 'series' && monitor !== undefined ? deps.series.chooseEpisodes(ids, monitor, deps.now()) : null);
		return failures;
	} catch (error) {
		// Another change has given one of them to that library meanwhile.
		if (error instanceof Conflict) {
			return ids.map(id => ({id, error: error.message}));
		}
		throw error;
	}
}

/** Queues a search or a refresh of each title. What comes out is written into the activity of the execution. */
async function queueEach(ids: string[], {kind, action}: BulkChange, deps: Deps, executionId: string): Promise<Failure[]> {
	const known = new Set(await (kind === 'movie' ? deps.movies : deps.series).idsAmong(ids));
	const found = ids.filter(id => known.has(id));
	await (action === 'search' ? deps.importListItems.noteTouched(found) : null);
	const ofMovies = found.map(movieId => ({movieId, executionId}));
	const ofSeries = found.map(seriesId => ({seriesId, executionId}));
	if (action === 'refresh') {
		await (kind === 'movie' ? promiseJobs(refreshMovie, ofMovies, deps) : promiseJobs(refreshSeries, ofSeries, deps));
	} else if (kind === 'movie') {
		const searches = ofMovies.map(each => ({...each, reason: 'manual' as const}));
		await promiseJobs(searchMovie, searches, deps);
	} else {
		const searches = ofSeries.map(each => ({...each, seasonNumber: null, episodeIds: null, reason: 'manual' as const}));
		await promiseJobs(searchEpisodes, searches, deps);
	}
	return ids.filter(id => !known.has(id)).map(id => unknown(kind, id));
}

async function undo(ids: string[], change: BulkChange, deps: Deps): Promise<Failure[]> {
	const undone = await deps.bulkChanges.get(change.undoes ?? '');
	return undone.action === 'delete' ? bringBack(ids, undone, deps) : giveBack(ids, {...change, edit: undone.edit}, undone.id, deps);
}

/** Starts the undo of each deletion. How it ends is stored with the deletion. */
async function bringBack(ids: string[], {createdAt}: BulkChange, {deletions, now, ...deps}: Deps): Promise<Failure[]> {
	const found = (await deletions.ofTitles(ids, createdAt)).filter(({titleStays}) => !titleStays);
	const begun: string[] = [];
	for (const {id} of found) {
		// The job of one that is under way may have been lost.
		const moved = await deletions.move(id, ['kept', 'failed', 'undoing'], {state: 'undoing', message: null}, now());
		begun.push(...(moved ? [id] : []));
	}
	await promiseJobs(
		undoDeletion,
		begun.map(deletionId => ({deletionId})),
		deps,
	);
	const known = new Set(found.map(({titleId}) => titleId));
	return ids.filter(id => !known.has(id)).map(id => ({id, error: 'What was kept of it is no longer there. Add it again.'}));
}

/** Gives titles back what an edit took; those that get the same together. */
async function giveBack(ids: string[], change: BulkChange, undoneId: string, deps: Deps): Promise<Failure[]> {
	const before = await deps.bulkChanges.before(undoneId);
	const titles = await titlesOf(change.kind, ids, deps);
	const failures: Failure[] = [];
	const groups = new Map<string, {edit: BulkEdit; ids: string[]}>();
	for (const title of titles) {
		const old = before.get(title.id);
		const back = old ? editBack(change.edit, old, editedFieldsOf(title)) : {};
		const key = JSON.stringify(back);
		const group = groups.get(key) ?? {edit: back, ids: []};
		group.ids.push(title.id);
		groups.set(key, group);
	}
	for (const group of groups.values()) {
		const isSame = Object.keys(group.edit).length === 0;
		failures.push(...(isSame ? [] : await edit(group.ids, {...change, edit: group.edit}, deps)));
	}
	const known = new Set(titles.map(({id}) => id));
	return [...failures, ...ids.filter(id => !known.has(id)).map(id => unknown(change.kind, id))];
}

const unknown = (kind: BulkChange['kind'], id: string): Failure => ({id, error: `There is no ${kind} with the id ${id}.`});

async function remove(
	ids: string[],
	{kind, deleteFiles, exclude, requestedBy: deletedBy}: BulkChange,
	deps: Deps,
	{isRepeated}: TaskRun,
): Promise<Failure[]> {
	const removed = new Set(await (kind === 'movie' ? deleteMovies : deleteManySeries)(ids, {deleteFiles, exclude, deletedBy}, deps));
	// An earlier run, which died, may have deleted them.
	return isRepeated ? [] : ids.filter(id => !removed.has(id)).map(id => unknown(kind, id));
}

/** Titles whose folders are read together. */
const readTogether = 250;

/** A second change of files finds nothing left to move. */
async function moveFiles({kind, titleIds, edit: {rootFolderPath}, moveFiles: isMoved, requestedBy}: BulkChange, deps: Deps): Promise<void> {
	const to = isMoved && rootFolderPath !== undefined ? normalPath(rootFolderPath) : null;
	if (to === null) {
		return;
	}
	const ids: string[] = [];
	for (let start = 0; start < titleIds.length; start += readTogether) {
		const titles = await (kind === 'movie' ? deps.movies : deps.series).getMany(titleIds.slice(start, start + readTogether));
		ids.push(...titles.filter(({rootFolderPath: root}) => root !== to).map(({id}) => id));
	}
	await moveTitles(kind === 'movie' ? {movieIds: ids} : {seriesIds: ids}, {rootFolderPath: to, path: null, requestedBy}, deps);
}

async function noteFailures(
	failures: readonly Failure[],
	{change: {kind, action}, executionId}: {change: BulkChange; executionId: string},
	{movies, series, taskActivities, now}: Deps,
): Promise<void> {
	if (failures.length === 0) {
		return;
	}
	const titles = await (kind === 'movie' ? movies : series).getMany(failures.map(({id}) => id));
	const names = new Map(titles.map(({id, title}) => [id, title]));
	await taskActivities.addMany(
		failures.map(({id, error}) => ({
			key: `${action}-${id}`,
			historyId: executionId,
			mediaId: id,
			mediaTitle: names.get(id) ?? null,
			action,
			status: 'failed',
			message: error,
			timestamp: now(),
		})),
	);
}
