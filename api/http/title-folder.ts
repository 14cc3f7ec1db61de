import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {movedFolder, whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import type {LibraryFields} from '#shared/domain/media/title.ts';
import type {Fault} from '#shared/errors.ts';
import type {Stores} from '#shared/store/database.ts';
import {whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {OwnFolder} from '#shared/tasks/move-folders.ts';
import {type CheckedBody, invalid} from './input.ts';
import {type References, referenceFaults} from './references.ts';

export type FolderDeps = Pick<Stores, 'languageProfiles' | 'movies' | 'qualityProfiles' | 'rootFolders' | 'series'>;
type InFolder = Pick<LibraryFields, 'id' | 'path' | 'rootFolderPath'>;

/** A change of the folder of a title, as a body asks for it. */
export interface AskedFolder {
	rootFolderPath?: string | undefined;
	path?: string | undefined;
}

/**
 * The folder that a body asks for; empty if it stays the same. A new root folder takes the title's own folder with it,
 * but no files. Throws Invalid if the title cannot have that folder.
 */
export async function toOwnFolder(stored: InFolder, asked: AskedFolder, deps: FolderDeps): Promise<Partial<OwnFolder>> {
	const folder = await planFolder(stored, asked, deps);
	if (folder && 'message' in folder) {
		throw invalid([folder]);
	}
	return folder ?? {};
}

/** Faults of the references in the body of a title, and of its folder provided that its root folder is valid. */
export async function titleFaults(
	{body, params, wrong}: CheckedBody<References & AskedFolder>,
	titles: {find(id: string): Promise<InFolder | null>},
	deps: FolderDeps,
): Promise<Fault[]> {
	const faults = await referenceFaults(body, deps);
	const isOpen = ![...wrong, ...faults.map(({path}) => path)].some(field => field === 'path' || field === 'rootFolderPath');
	const stored = isOpen ? await titles.find(params['id'] ?? '') : null;
	const folder = stored && (await planFolder(stored, body, deps));
	return folder && 'message' in folder ? [...faults, folder] : faults;
}

/** The requested folder, its fault, or null if it stays the same. */
async function planFolder(
	stored: InFolder,
	{rootFolderPath: givenRoot, path: givenPath}: AskedFolder,
	deps: FolderDeps,
): Promise<OwnFolder | Fault | null> {
	if (givenRoot === undefined && givenPath === undefined) {
		return null;
	}
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const askedRoot = givenRoot === undefined ? null : normalPath(givenRoot);
	const path = givenPath === undefined ? movedFolder(stored, askedRoot ?? stored.rootFolderPath) : normalPath(givenPath);
	const root = askedRoot ?? [stored.rootFolderPath, ...roots].find(folder => path !== null && isWithinFolder(path, folder));
	if (path === stored.path && root === stored.rootFolderPath) {
		return null;
	}
	if (path === null || root === undefined || path === root || !isWithinFolder(path, root)) {
		return {path: 'path', message: `path must be a folder below ${askedRoot ?? 'a root folder of /api/root-folders'}`};
	}
	const reason = whyNoFolder(path, root) ?? (await whyNotFolder(path, stored.id, deps));
	return reason === null ? {rootFolderPath: root, path} : {path: 'path', message: `path ${reason}`};
}
