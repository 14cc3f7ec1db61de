import type {Caller} from '#api/http/access/callers.ts';
import {askDisks} from '#api/http/asks/ask-workers.ts';
import {type IdParams, idParams} from '#api/http/fields.ts';
import {callerName, planAgain, refuseWhole} from '#api/http/file-moves.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {accepted, created, ok, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {endedChangeStates, type FileChange, undoDays} from '#shared/domain/file-changes/file-change.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {previewRename, readFolderState} from '#shared/jobs/disks.ts';
import {addFileChange} from '#shared/tasks/add-file-change.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {begunChange, fileChange, fileChangeRow, renamePreview} from './replies.ts';
import {type FileChangeBody, fileChangeBody, fileChangesQuery, fileRowsQuery, renameQuery, startBody} from './schema.ts';

const base = '/api/file-changes';
const edits = {access: 'auth', right: 'editTitles'} as const;
const ofChange = {...edits, params: idParams} as const;
/** An older plan is made again, and then by itself if it is the same: the library and the disk may have changed. */
const freshMs = hourMs;

export function fileChangesRoutes(deps: RouteDeps): Route[] {
	const {fileChanges, movies, series} = deps;
	const findFaults = (checked: CheckedBody<FileChangeBody>) => bodyFaults(checked, deps);
	return [
		route(`GET ${base}`, {access: 'auth', query: fileChangesQuery}, async ({query}) => {
			const {changes, total} = await fileChanges.page(query);
			return ok({fileChanges: changes.map(fileChange.present), pagination: presentPagination(query, total)});
		}),
		route(
			`POST ${base}`,
			{...edits, audit: 'fileChanges.planned', body: fileChangeBody, bodyLimit: {nodes: 11_000}, findFaults},
			async ({body, caller}) => {
				refuseWhole(isWhole(body), caller);
				return created(begunChange.present(await addFileChange(toWanted(body, caller), deps)));
			},
		),
		route(`GET ${base}/:id`, {access: 'auth', params: idParams}, async ({params}) =>
			ok(fileChange.present(await fileChanges.get(params.id))),
		),
		route(`GET ${base}/:id/files`, {access: 'auth', params: idParams, query: fileRowsQuery}, async ({params, query}) => {
			const {id} = await fileChanges.get(params.id);
			const {rows, total} = await fileChanges.rows.page({changeId: id, ...query});
			return ok({files: rows.map(fileChangeRow.present), pagination: presentPagination(query, total)});
		}),
		route(`POST ${base}/:id/start`, {...ofChange, audit: 'fileChanges.started', body: startBody}, async ({params, body, caller}) => {
			refuseWhole(isWhole((await fileChanges.get(params.id)).selection), caller);
			return accepted(begunChange.present(await start(params, body.copies, deps)));
		}),
		route(`POST ${base}/:id/cancel`, {...ofChange, audit: 'fileChanges.cancelled'}, async ({params, caller}) => {
			refuseWhole(isWhole((await fileChanges.get(params.id)).selection), caller);
			return accepted(begunChange.present(await cancel(params, deps)));
		}),
		route(`POST ${base}/:id/retry`, {...ofChange, audit: 'fileChanges.retried', body: startBody}, async ({params, body, caller}) => {
			refuseWhole(isWhole((await fileChanges.get(params.id)).selection), caller);
			return accepted(begunChange.present(await retry(params, body.copies, deps)));
		}),
		route(`POST ${base}/:id/undo`, {...ofChange, audit: 'fileChanges.undone'}, async ({params, caller}) => {
			refuseWhole(isWhole((await fileChanges.get(params.id)).selection), caller);
			return accepted(begunChange.present(await undo(params, caller, deps)));
		}),
		route('GET /api/library/movies/:id/rename', {access: 'auth', params: idParams}, async ({params}) => {
			const {id} = await movies.get(params.id);
			return ok(renamePreview.present(await askDisks(deps, previewRename, {kind: 'movie', id, seasonNumber: null})));
		}),
		route('GET /api/library/series/:id/rename', {access: 'auth', params: idParams, query: renameQuery}, async ({params, query}) => {
			const {id} = await series.get(params.id);
			return ok(renamePreview.present(await askDisks(deps, previewRename, {kind: 'series', id, seasonNumber: query.seasonNumber ?? null})));
		}),
	];
}

type Extent = {all: boolean; libraryId?: string | null; rootFolderPath?: string | null};

const isWhole = ({all, libraryId = null, rootFolderPath = null}: Extent) => all || libraryId !== null || rootFolderPath !== null;

function toWanted({kind, to, folders, copies, start: isStarted, ...selection}: FileChangeBody, caller: Caller | null) {
	const {movieIds, seriesIds, libraryId = null, rootFolderPath, all, fileIds} = selection;
	const root = rootFolderPath === undefined ? null : normalPath(rootFolderPath);
	const goal = to === undefined ? null : normalPath(to);
	return {
		kind,
		selection: {movieIds, seriesIds, libraryId, rootFolderPath: root, all, ...(fileIds && {fileIds})},
		to: goal,
		path: null,
		folders,
		copies,
		start: isStarted,
		requestedBy: callerName(caller),
		undoOf: null,
	};
}

async function bodyFaults({body, wrong}: CheckedBody<FileChangeBody>, deps: RouteDeps): Promise<Fault[]> {
	const {kind, to, all, libraryId, rootFolderPath, movieIds = [], seriesIds = []} = body;
	const faults: Fault[] = [];
	const isNothing = !all && libraryId === undefined && rootFolderPath === undefined && movieIds.length + seriesIds.length === 0;
	if (isNothing && !['movieIds', 'seriesIds', 'all', 'libraryId', 'rootFolderPath'].some(field => wrong.has(field))) {
		faults.push({path: 'movieIds', message: 'movieIds, seriesIds, libraryId, rootFolderPath or all must say which titles'});
	}
	if (libraryId !== undefined && !wrong.has('libraryId') && !(await deps.libraries.find(libraryId))) {
		faults.push({path: 'libraryId', message: 'libraryId must be the id of a library of /api/libraries'});
	}
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const rootAround = (path: string) => roots.find(root => isWithinFolder(normalPath(path) ?? '', root));
	if (rootFolderPath !== undefined && !wrong.has('rootFolderPath') && rootAround(rootFolderPath) === undefined) {
		faults.push({path: 'rootFolderPath', message: 'rootFolderPath must be a root folder of /api/root-folders or lie below one'});
	}
	if (wrong.has('kind') || wrong.has('to')) {
		return faults;
	}
	const target = to === undefined ? undefined : rootAround(to);
	const reason = target
		? whyNoFolder(normalPath(to ?? '') ?? target, target)
		: 'must be a root folder of /api/root-folders or lie below one';
	if (kind === 'move' && reason !== null) {
		faults.push({path: 'to', message: `to ${reason}`});
	}
	if (kind === 'move' && body.fileIds) {
		faults.push({path: 'fileIds', message: 'fileIds is only for renames: a title is moved with all of its files'});
	}
	if (kind === 'rename' && to !== undefined) {
		faults.push({path: 'to', message: 'to is only for moves'});
	}
	// The disk is not asked if there is another fault anyway.
	if (
		kind === 'move' &&
		target !== undefined &&
		faults.length === 0 &&
		!(await askDisks(deps, readFolderState, {path: target})).accessible
	) {
		faults.push({path: 'to', message: `to is in the root folder ${target}, which is not accessible; mount its disk`});
	}
	return faults;
}

async function begin(change: FileChange, deps: RouteDeps): Promise<FileChange> {
	await startTask({taskId: filesTaskId(change.id), options: {}, force: false}, deps);
	return change;
}

async function start({id}: IdParams, copies: boolean, deps: RouteDeps): Promise<FileChange> {
	const {fileChanges, now} = deps;
	const found = await fileChanges.get(id);
	const set = copies ? {copies} : {};
	// One that was begun is only continued: its rows are the journal of what has moved.
	const isUntouched = found.state === 'planned' && found.startedAt === null;
	if (isUntouched && found.plannedAt !== null && Number(now()) - Number(found.plannedAt) > freshMs) {
		const again = await fileChanges.moveOrThrow(id, ['planned'], {...set, state: 'planning', startedDigest: found.digest ?? null}, now());
		await planAgain(id, deps);
		if (again.startedDigest) {
			return again;
		}
		throw new Conflict('changed_meanwhile', 'The plan is more than an hour old, so it is being made again. Check it, then start it.');
	}
	return begin(await fileChanges.moveOrThrow(id, ['planned'], set, now()), deps);
}

async function cancel({id}: IdParams, deps: RouteDeps): Promise<FileChange> {
	const {fileChanges, now} = deps;
	const at = now();
	const {startedAt} = await fileChanges.get(id);
	const ended = startedAt === null && (await fileChanges.move(id, ['planning', 'planned'], {state: 'cancelled', endedAt: at}, at));
	if (ended) {
		return ended;
	}
	const running = await fileChanges.moveOrThrow(
		id,
		startedAt === null ? ['running', 'failed'] : ['planned', 'running', 'failed'],
		{cancelRequested: true, state: 'running'},
		at,
	);
	return begin(running, deps);
}

async function retry({id}: IdParams, copies: boolean, deps: RouteDeps): Promise<FileChange> {
	const {fileChanges, now} = deps;
	const fresh = {state: 'planned' as const, cancelRequested: false, message: null, endedAt: null, ...(copies && {copies})};
	const change = await fileChanges.reopen(id, fresh, now());
	await fileChanges.rows.reopen(id);
	return begin(change, deps);
}

async function undo({id}: IdParams, caller: Caller | null, deps: RouteDeps): Promise<FileChange> {
	const {fileChanges, now} = deps;
	const {state, selection, startedAt, endedAt} = await fileChanges.get(id);
	if (!endedChangeStates.includes(state) || startedAt === null) {
		throw new Conflict('wrong_state', `The change is ${state}; only one that was made, at least in part, can be undone.`);
	}
	if (endedAt !== null && Number(now()) - Number(endedAt) > undoDays * dayMs) {
		throw new Conflict('too_old', `A change can be undone for ${undoDays} days.`);
	}
	if ((await fileChanges.rows.begunTitles(id)).length > 0) {
		throw new Conflict('wrong_state', 'Some files have moved only in part. Retry or cancel the change first, then undo it.');
	}
	const wanted = {kind: 'undo' as const, selection, to: null, path: null, folders: false, copies: true, start: true};
	return addFileChange({...wanted, requestedBy: callerName(caller), undoOf: id}, deps);
}
