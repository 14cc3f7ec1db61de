import {invalid, type SoundBody} from '#api/http/input.ts';
import {referenceFaults} from '#api/http/references.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {Fault} from '#shared/errors.ts';
import type {Stores} from '#shared/store/database.ts';
import type {SeriesChange} from '#shared/store/series/series.ts';
import type {EditSeriesBody} from './schema.ts';

type EditDeps = Pick<Stores, 'series' | 'rootFolders' | 'qualityProfiles'>;

/**
 * The change that a body asks for. A new root folder takes the series' own folder with it. Throws Invalid if the series
 * cannot have that folder.
 */
export async function toSeriesChange(series: Series, body: EditSeriesBody, deps: EditDeps): Promise<SeriesChange> {
	const {rootFolderPath, path, ...change} = body;
	const folder = await planFolder(series, {rootFolderPath, path}, deps);
	if (folder && 'message' in folder) {
		throw invalid([folder]);
	}
	return {...change, ...folder};
}

/** Faults of the requested folder, provided that its root folder is valid. */
export async function editFaults({body, params, wrong}: SoundBody<EditSeriesBody>, deps: EditDeps): Promise<Fault[]> {
	const faults = await referenceFaults(body, deps);
	const isOpen = ![...wrong, ...faults.map(({path}) => path)].some(field => field === 'path' || field === 'rootFolderPath');
	const stored = isOpen ? await deps.series.find(params['id'] ?? '') : null;
	const folder = stored && (await planFolder(stored, body, deps));
	return folder && 'message' in folder ? [...faults, folder] : faults;
}

interface Asked {
	rootFolderPath?: string | undefined;
	path?: string | undefined;
}

/** The requested folder, its fault, or null if it stays the same. */
async function planFolder(
	series: Series,
	{rootFolderPath: givenRoot, path: givenPath}: Asked,
	deps: EditDeps,
): Promise<{rootFolderPath: string; path: string} | Fault | null> {
	if (givenRoot === undefined && givenPath === undefined) {
		return null;
	}
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const askedRoot = givenRoot === undefined ? null : normalPath(givenRoot);
	const path = givenPath === undefined ? movedPath(series, askedRoot ?? series.rootFolderPath) : normalPath(givenPath);
	const root = askedRoot ?? [series.rootFolderPath, ...roots].find(folder => path !== null && isWithinFolder(path, folder));
	if (path === null || root === undefined || path === root || !isWithinFolder(path, root)) {
		return {path: 'path', message: `path must be a folder below ${askedRoot ?? 'a root folder of /api/root-folders'}`};
	}
	const other = await deps.series.titleAtFolder(path, {except: series.id});
	return other === null
		? {rootFolderPath: root, path}
		: {path: 'path', message: `path must not be, contain or be inside the folder of another series, such as that of ${other}`};
}

function movedPath({path, rootFolderPath}: Series, root: string): string {
	const inside = isWithinFolder(path, rootFolderPath) ? path.slice(rootFolderPath.length) : path.slice(path.lastIndexOf('/'));
	return normalPath(`${root}/${inside}`) ?? path;
}
