import {basename} from 'node:path';
import Joi from 'joi';
import type {ApiDeps} from '#api/deps.ts';
import {askDisks} from '#api/http/asks/ask-workers.ts';
import {idParams, nameField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {refuseUsed, usesByLists} from '#api/http/references.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type FolderFault, type FolderState, unreachable} from '#shared/domain/folders/folder-state.ts';
import {isWithinFolder, normalPath, ofOurData, overlaps, whyForeign, whyNotPrintable} from '#shared/domain/folders/root-folder-path.ts';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {checkRootFolder} from '#shared/jobs/disks.ts';
import {flag, integerOrNull, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';

export function rootFoldersRoutes(deps: RouteDeps): Route[] {
	const {importLists, libraries, rootFolders, titleCollections, usedFolders, movies, series, disks, now} = deps;
	const present = async (folder: RootFolder, when: 'current' | 'renewed' = 'current') => {
		const [state, unmapped] = await Promise.all([disks.states[when](folder.path), disks.unmapped[when](folder.path)]);
		return rootFolder.present({...folder, ...(state ?? unreachable), answering: state !== null, unmapped: unmapped ?? []});
	};

	const findFaults = async ({body: {path}, wrong}: CheckedBody<AddRootFolderBody>) => {
		const fault = path === undefined ? null : await pathFault(path, await rootFolders.list(), deps).catch(orOthers(wrong));
		return fault === null ? [] : [{path: 'path', message: `path ${fault}`}];
	};

	return [
		route('GET /api/root-folders', {access: 'auth'}, async () =>
			ok({rootFolders: await Promise.all((await rootFolders.list()).map(folder => present(folder)))}),
		),
		route('GET /api/root-folders/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(await present(await rootFolders.get(params.id))),
		),
		route('POST /api/root-folders', {access: 'admin', body: addRootFolderBody, findFaults}, async ({body}) => {
			const path = normalPath(body.path) ?? body.path;
			if ((await rootFolders.list()).some(folder => folder.path === path)) {
				throw new Conflict('already_exists', `${path} is already a root folder.`);
			}
			// A folder that is added again is the right one, whatever lay there before.
			await usedFolders.forget(path);
			const added = await rootFolders.add({path, name: body.name ?? (basename(path) || path)}, now());
			await keepApart(added, rootFolders);
			return created(await present(added, 'renewed'));
		}),
		route('DELETE /api/root-folders/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, path} = await rootFolders.get(params.id);
			const libraryUses = (await libraries.inRootFolder(id)).map(name => `the library ${name}`);
			const listUses = await usesByLists(importLists, list => isWithinFolder(list.rootFolderPath, path));
			const titleUses = [await movies.usesOfFolder(path), await series.usesOfFolder(path), await titleCollections.usesOfFolder(path)];
			refuseUsed(path, [...libraryUses, ...listUses, ...titleUses], 'Move or delete them, or give them another folder first.');
			await rootFolders.remove(id);
			return noContent;
		}),
	];
}

/**
 * Two root folders may be added at the same moment, so each is checked again once it is stored. Each may find the
 * other; then neither stays.
 */
async function keepApart({id, path}: RootFolder, rootFolders: RouteDeps['rootFolders']): Promise<void> {
	const other = (await rootFolders.list()).find(folder => folder.id !== id && overlaps(folder.path, path));
	if (other) {
		await rootFolders.remove(id);
		throw new Conflict('folders_overlap', `${path} ${overlapsWith(other.path)}, which was added at the same moment.`);
	}
}

/** Faults that are already known are reported even if the disk cannot be checked. */
function orOthers(wrong: ReadonlySet<string>): (error: unknown) => null {
	return error => {
		if (error instanceof Unavailable && wrong.size > 0) {
			return null;
		}
		throw error;
	};
}

const words: Record<FolderFault, string> = {
	missing: 'does not exist; create the folder first',
	no_folder: 'is not a folder',
	not_writable: 'is not writable; give the service write permission there',
};

type Asking = Pick<ApiDeps, 'jobs' | 'waits' | 'http'>;

/**
 * The reason why a path cannot be a new root folder, as text; null if it can, or if it already is one. Throws
 * Unavailable if no disks worker answers.
 */
async function pathFault(given: string, folders: readonly RootFolder[], deps: Asking): Promise<string | null> {
	const path = normalPath(given);
	if (path === null) {
		return 'must be absolute: start with /';
	}
	if (folders.some(folder => folder.path === path)) {
		return null;
	}
	const {dataDir} = deps.http;
	const placeFault = whyNotPrintable(path) ?? whyForeign(path) ?? (overlaps(path, dataDir) ? ofOurData : null);
	if (placeFault !== null) {
		return placeFault;
	}
	const named = folders.find(folder => overlaps(path, folder.path));
	if (named) {
		return overlapsWith(named.path);
	}
	const others = [dataDir, ...folders.map(folder => folder.path)];
	const {overlapping, fault, realPath} = await askDisks(deps, checkRootFolder, {path, others}, 'checkMs');
	if (overlapping !== null) {
		return overlapping === dataDir ? ofOurData : overlapsWith(overlapping);
	}
	return whyForeign(realPath) ?? (fault && words[fault]);
}

const overlapsWith = (path: string) => `must not be inside or above another root folder such as ${path}`;

export interface AddRootFolderBody {
	path: string;
	name?: string;
}
const addRootFolderBody = Joi.object<AddRootFolderBody, true>({
	path: Joi.string().max(4096).required().meta({folder: true}),
	name: nameField(200),
});

interface SeenRootFolder extends RootFolder, FolderState {
	/** Its disk has told its state. */
	answering: boolean;
	/** Names of its subfolders that hold no title of the library. */
	unmapped: readonly string[];
}

const unmappedFolders = viewOf<{name: string; path: string}>()({name: text, path: text}).list;

const rootFolder = viewOf<SeenRootFolder>()(
	{
		id: text,
		name: text,
		path: text,
		accessible: flag,
		answering: flag.description(
			'Whether its disk has answered lately. While it has not, the machine is busy or the disk is away, and `accessible` is false.',
		),
		freeSpace: integerOrNull,
		totalSpace: integerOrNull,
		rightsFault: from(textOrNull, ({rightsFault}: SeenRootFolder) => rightsFault ?? null),
		unmappedFolders: from(unmappedFolders, ({path, unmapped}: SeenRootFolder) =>
			unmapped.map(name => ({name, path: path === '/' ? `/${name}` : `${path}/${name}`})),
		),
		...stamps,
	},
	'RootFolder',
);

export const rootFoldersOperations: Operations = {
	'GET /api/root-folders': {id: 'listRootFolders', summary: 'List root folders', replies: {200: objectOf({rootFolders: rootFolder.list})}},
	'GET /api/root-folders/:id': {id: 'getRootFolder', summary: 'Show a root folder', replies: {200: rootFolder.schema}},
	'POST /api/root-folders': {id: 'addRootFolder', summary: 'Add a root folder', replies: {201: rootFolder.schema}, failures: [409]},
	'DELETE /api/root-folders/:id': {id: 'deleteRootFolder', summary: 'Remove an unused root folder', replies: {204: null}, failures: [409]},
};
