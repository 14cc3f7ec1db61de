import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Is the file gone for good? While its root folder is not there, nobody knows. */
export async function isGone(path: string, {files, rootFolders}: Pick<WorkerDeps, 'files' | 'rootFolders'>): Promise<boolean> {
	if (await files.exists(path)) {
		return false;
	}
	const root = (await rootFolders.list()).find(each => isWithinFolder(path, each.path));
	return root === undefined || (await files.folderId(root.path)) !== null;
}
