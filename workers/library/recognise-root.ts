import {join} from 'node:path';
import {areManyMissing} from '#shared/domain/folders/root-folder-path.ts';
import {Unavailable} from '#shared/errors.ts';
import {markerName} from '#shared/files/folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files' | 'recordedFiles'>;

export const namedRoot = (path: string) => ({path, name: 'The root folder'});

/** Files that are looked for; more would cost a slow disk seconds. */
const maxLooks = 50;

/**
 * Throws Unavailable `folder_away` unless the root folder is the one that was used before, or was never used. A disk to
 * which the library was copied has its files, though maybe not its marker.
 */
export async function recogniseRoot(path: string, deps: Deps): Promise<void> {
	try {
		await deps.files.checkFolder(namedRoot(path));
	} catch (error) {
		if (!(error instanceof Unavailable && error.code === 'folder_away')) {
			throw error;
		}
		if (!(await lookForFiles(path, deps)).isOneThere) {
			throw error;
		}
		await deps.files.acceptFolder(namedRoot(path));
	}
}

/** Does the library have many files below a root folder that was never used, and is none of them there? */
export async function lacksAllFiles(path: string, deps: Deps): Promise<boolean> {
	if (await deps.files.exists(join(path, markerName))) {
		return false;
	}
	const {looked, isOneThere} = await lookForFiles(path, deps);
	return !isOneThere && areManyMissing(looked, looked);
}

/** Some of the files that the library has below a path. */
async function lookForFiles(path: string, {files, recordedFiles}: Deps): Promise<{looked: number; isOneThere: boolean}> {
	const recorded = await recordedFiles.below(path, maxLooks);
	for (const each of recorded) {
		if (await files.exists(each.path)) {
			return {looked: recorded.length, isOneThere: true};
		}
	}
	return {looked: recorded.length, isOneThere: false};
}
