import {basename} from 'node:path';
import {idParams} from '#api/http/fields.ts';
import {refuseUsed} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {Conflict, Unavailable} from '#shared/errors.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';
import {pathFault} from './path-fault.ts';
import {rootFolder} from './replies.ts';
import {type AddRootFolderBody, addRootFolderBody} from './schema.ts';

export function rootFoldersRoutes(deps: RouteDeps): Route[] {
	const {libraries, rootFolders, movies, series, disks, now} = deps;
	const present = async (folder: RootFolder, when: 'current' | 'renewed' = 'current') => {
		const [state, unmapped] = await Promise.all([disks.states[when](folder.path), disks.unmapped[when](folder.path)]);
		return rootFolder.present({...folder, ...(state ?? unreachable), unmapped: unmapped ?? []});
	};

	const findFaults = async ({body: {path}, wrong}: SoundBody<AddRootFolderBody>) => {
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
			return created(await present(await rootFolders.add({path, name: body.name ?? (basename(path) || path)}, now()), 'renewed'));
		}),
		route('DELETE /api/root-folders/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, path} = await rootFolders.get(params.id);
			const shelves = (await libraries.inRootFolder(id)).map(name => `the library ${name}`);
			refuseUsed(path, [...shelves, await movies.usesOfFolder(path), await series.usesOfFolder(path)], 'Move or delete them first.');
			await rootFolders.remove(id);
			return noContent;
		}),
	];
}

/** Faults that are already known are reported even if nobody can check the disk. */
function orOthers(wrong: ReadonlySet<string>): (error: unknown) => null {
	return error => {
		if (error instanceof Unavailable && wrong.size > 0) {
			return null;
		}
		throw error;
	};
}
