import {dirname} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import {acceptMissing, filesMissing} from '../library/files-on-disk.ts';
import {areManyMissing, recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface MissingFile {
	path: string;
	/** The folder of its title. */
	folder: string;
	/** Drops its record; returns false when the title has another file by now. */
	drop(): Promise<boolean>;
}

export interface MissingFiles {
	/** Whether the path lies in a root folder whose disk was there all the time. */
	isBelow(path: string): boolean;
	/** Remembers a file that was not found. Throws Unavailable `files_missing` when there are too many. */
	add(file: MissingFile): Promise<void>;
	/** Drops the remembered files that are still missing. Returns how many. */
	drop(): Promise<number>;
}

interface Root {
	path: string;
	id: string;
	missing: MissingFile[];
	/** Files recorded below it; null until somebody needs to know. */
	total: number | null;
}

/**
 * Collects the files that a scan does not find and drops their records at its end, because a disk may go away in the
 * middle of a scan. A root folder that is not there, or no longer the same folder, loses nothing. What a scan found
 * before it was interrupted is found again by the next one.
 */
export async function createMissingFiles(
	{options, log}: TaskRun,
	deps: Pick<WorkerDeps, 'files' | 'recordedFiles' | 'rootFolders'>,
): Promise<MissingFiles> {
	const {files, rootFolders} = deps;
	const roots = new Map<string, Root>();
	const leave = (path: string) => {
		roots.delete(path);
		log.warn({path}, 'A root folder is empty, cannot be read or is another folder; its titles are left as they are');
	};
	for (const {path} of await rootFolders.list()) {
		await recogniseRoot(path, deps).catch(error => log.debug({err: error, path}, 'A root folder is not recognised'));
		const id = await files.folderId(path);
		roots.set(path, {path, id: id ?? '', missing: [], total: null});
		if (id === null) {
			leave(path);
		}
	}
	const rootOf = (path: string) => [...roots.values()].find(root => isWithinFolder(path, root.path));
	const isThere = async ({path, id}: Root) => {
		const isSame = (await files.folderId(path)) === id;
		if (!isSame && roots.has(path)) {
			leave(path);
		}
		return isSame;
	};

	return {
		isBelow: path => rootOf(path) !== undefined,
		async add(file) {
			const root = rootOf(file.path);
			if (!root) {
				return;
			}
			root.missing.push(file);
			const {path, missing} = root;
			if (options[acceptMissing] === true || !areManyMissing(missing.length, 0)) {
				return;
			}
			root.total ??= await deps.recordedFiles.countBelow(path);
			if (areManyMissing(missing.length, root.total) && (await isThere(root))) {
				throw filesMissing({root: path, missing: missing.length, total: root.total});
			}
		},
		async drop() {
			let dropped = 0;
			for (const root of [...roots.values()]) {
				for (const {path, folder, drop} of root.missing) {
					const isGone =
						(await isThere(root)) && !(await files.exists(path).catch(() => true)) && !(await isBelowEmpty(folder, root.path, files));
					dropped += isGone ? Number(await drop()) : 0;
				}
			}
			return dropped;
		},
	};
}

/**
 * A disk may be mounted in a folder below the root folder. Without it, that folder is empty. People who delete a title
 * delete its folder, or what is in it.
 */
async function isBelowEmpty(folder: string, root: string, {isFolder, folderId}: Pick<WorkerDeps['files'], 'isFolder' | 'folderId'>) {
	if (await isFolder(folder)) {
		return false;
	}
	let above = dirname(folder);
	while (above !== root && isWithinFolder(above, root) && !(await isFolder(above))) {
		above = dirname(above);
	}
	return above !== root && isWithinFolder(above, root) && (await folderId(above)) === null;
}
