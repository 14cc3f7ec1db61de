import {isAbsolute} from 'node:path';
import {markerName} from '#shared/files/used-folder.ts';
import {lacksAllFiles, namedRoot, recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {refuse} from './refusal.ts';

type Deps = Pick<WorkerDeps, 'rootFolders' | 'files' | 'movies' | 'episodes'>;

/**
 * Returns the root folder of a title. It must already exist: creating it, or using the empty folder below a missing
 * mount, would fill another disk.
 */
export async function rootOf({title, rootFolderPath}: {title: string; rootFolderPath: string}, deps: Deps): Promise<string> {
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const root = roots.find(path => rootFolderPath === path || rootFolderPath.startsWith(`${path}/`)) ?? rootFolderPath;
	await ensureRoot(root, title, deps);
	return root;
}

/** Prepares a root folder for files. Its disk may have gone since the import was planned. */
export async function enterRoot(root: string, title: string, deps: Omit<Deps, 'rootFolders'>): Promise<void> {
	await ensureRoot(root, title, deps);
	await deps.files.useFolder(namedRoot(root));
}

async function ensureRoot(root: string, title: string, {files, movies, episodes}: Omit<Deps, 'rootFolders'>): Promise<void> {
	if (!isAbsolute(root) || !(await files.isFolder(root))) {
		throw refuse(title, {
			code: 'root_folder_missing',
			message: `The root folder ${root} is not there. Mount it; the import then continues by itself.`,
			isPassing: true,
		});
	}
	await recogniseRoot(root, {files, movies, episodes});
	const known = (await files.folderId(root)) === null ? (await movies.countFilesBelow(root)) + (await episodes.countFilesBelow(root)) : 0;
	const next = `Mount its disk; the import then continues by itself. If they were deleted, make an empty folder ${markerName} in it.`;
	if (known > 0) {
		const message = `The root folder ${root} is empty, but the library has ${known} files in it. ${next}`;
		throw refuse(title, {code: 'root_folder_empty', message, isPassing: true});
	}
	// If no import has used the root folder yet, something else may be where its disk is to be mounted.
	if (await lacksAllFiles(root, {files, movies, episodes})) {
		const message = `The library has many files in the root folder ${root}, but they are not there. ${next}`;
		throw refuse(title, {code: 'root_folder_empty', message, isPassing: true});
	}
}
