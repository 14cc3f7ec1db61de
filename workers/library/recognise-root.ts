import {join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {markerName} from '#shared/files/folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files' | 'recordedFiles'>;

export const namedRoot = (path: string) => ({path, name: 'The root folder'});

/** Files that are probed; more would cost a slow disk seconds. */
const maxProbes = 50;

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
		if (!(await probeFiles(path, deps)).isOneThere) {
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
	const {recorded, isOneThere} = await probeFiles(path, deps);
	return !isOneThere && areManyMissing(recorded, recorded);
}

/** Some of the files that the library has below a path. */
async function probeFiles(path: string, {files, recordedFiles}: Deps): Promise<{recorded: number; isOneThere: boolean}> {
	const paths = (await recordedFiles.below(path, maxProbes)).map(each => each.path);
	for (const each of paths) {
		if (await files.exists(each)) {
			return {recorded: paths.length, isOneThere: true};
		}
	}
	return {recorded: paths.length, isOneThere: false};
}

/** When more files than this, and a larger share of all, are missing, their disk is missing. */
const maxSingleFiles = 10;
const maxSingleShare = 0.2;

/** Whether more files are missing than people and programs delete between two scans. */
export function areManyMissing(missing: number, total: number): boolean {
	return missing > maxSingleFiles && missing > total * maxSingleShare;
}
