import {isAbsolute} from 'node:path';
import type {WorkerDeps} from '../runtime/deps.ts';
import {refuse} from './refusal.ts';

/**
 * Returns the root folder of a title. It must already exist: creating it, or using the empty folder below a missing
 * mount, would fill another disk.
 */
export async function rootOf(
	{title, rootFolderPath}: {title: string; rootFolderPath: string},
	{rootFolders, files, movies, episodes}: Pick<WorkerDeps, 'rootFolders' | 'files' | 'movies' | 'episodes'>,
): Promise<string> {
	const roots = (await rootFolders.list()).map(({path}) => path);
	const root = roots.find(path => rootFolderPath === path || rootFolderPath.startsWith(`${path}/`)) ?? rootFolderPath;
	if (!isAbsolute(root) || !(await files.isFolder(root))) {
		throw refuse(title, {
			code: 'root_folder_missing',
			message: `The root folder ${root} is not there. Mount it; the import then continues by itself.`,
			isPassing: true,
		});
	}
	const known = (await files.folderId(root)) === null ? (await movies.countFilesBelow(root)) + (await episodes.countFilesBelow(root)) : 0;
	// A single file was more likely deleted by hand.
	if (known > 1) {
		throw refuse(title, {
			code: 'root_folder_empty',
			message: `The root folder ${root} is empty, but the library has ${known} files in it. Mount its disk, or put any file into it if they were deleted; the import then continues by itself.`,
			isPassing: true,
		});
	}
	return root;
}
