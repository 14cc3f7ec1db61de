import {basename} from 'node:path';
import {folderFault, folderState} from '#api/http/folder-state.ts';
import {idParams} from '#api/http/id-params.ts';
import {invalid} from '#api/http/read-input.ts';
import {refuseUsed} from '#api/http/refuse-used.ts';
import {created, noContent, ok} from '#api/http/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isWithinFolder, normalPath} from '#shared/domain/media/root-folder-path.ts';
import {Conflict} from '#shared/errors.ts';
import type {RootFolder} from '#shared/store/root-folders.ts';
import {presentRootFolder} from './presenter.ts';
import {addRootFolderBody} from './schema.ts';

export function rootFoldersRoutes({libraries, rootFolders, movies, series, now}: RouteDeps): Route[] {
	const present = async (folder: RootFolder) => {
		const state = await folderState(folder.path);
		const mapped = await Promise.all([movies, series].map(titles => titles.foldersBelow(folder.path, state.folders)));
		return presentRootFolder(folder, state, new Set(mapped.flatMap(names => [...names])));
	};

	return [
		route('GET /api/root-folders', {access: 'auth'}, async () =>
			ok({rootFolders: await Promise.all((await rootFolders.list()).map(present))}),
		),
		route('GET /api/root-folders/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(await present(await rootFolders.get(params.id))),
		),
		route('POST /api/root-folders', {access: 'admin', body: addRootFolderBody}, async ({body}) => {
			const path = await checkPath(body.path, await rootFolders.list());
			return created(await present(await rootFolders.add({path, name: body.name ?? (basename(path) || path)}, now())));
		}),
		route('DELETE /api/root-folders/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, path} = await rootFolders.get(params.id);
			const shelves = (await libraries.inRootFolder(id)).map(name => `the library ${name}`);
			const titles = [...shelves, ...(await movies.titlesInFolder(path)), ...(await series.titlesInFolder(path))];
			refuseUsed(path, titles, 'Move or delete them first.');
			await rootFolders.remove(id);
			return noContent;
		}),
	];
}

/** The path as it is stored. Throws Invalid when it is not absolute, cannot be written, or overlaps with another; Conflict when it is a root folder already. */
async function checkPath(given: string, folders: readonly RootFolder[]): Promise<string> {
	const path = normalPath(given);
	if (!path) {
		throw invalid([{path: 'path', message: 'path must be absolute: begin with /'}]);
	}
	if (folders.some(folder => folder.path === path)) {
		throw new Conflict('already_exists', `${path} is a root folder already.`);
	}
	const overlapping = folders.find(folder => isWithinFolder(path, folder.path) || isWithinFolder(folder.path, path));
	if (overlapping) {
		throw invalid([{path: 'path', message: `path must not lie in or above another root folder, as ${overlapping.path} is`}]);
	}
	const fault = await folderFault(path);
	if (fault) {
		throw invalid([{path: 'path', message: `path ${fault}`}]);
	}
	return path;
}
