import {isAbsolute} from 'node:path';
import type {WorkerDeps} from '../runtime/deps.ts';
import {refuse} from './refusal.ts';

/** Returns the root folder of a title. It must already exist: creating it would fill the disk below a missing mount. */
export async function rootOf(
	{title, rootFolderPath}: {title: string; rootFolderPath: string},
	{rootFolders, files}: Pick<WorkerDeps, 'rootFolders' | 'files'>,
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
	return root;
}
