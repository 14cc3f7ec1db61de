import type {ApiDeps} from '#api/deps.ts';
import {askDisks} from '#api/http/asks/ask-disks.ts';
import type {FolderFault} from '#shared/domain/folders/folder-state.ts';
import {isSystemFolder, isWithinFolder, normalPath, overlaps} from '#shared/domain/folders/root-folder-path.ts';
import {checkRootFolder} from '#shared/jobs/disks.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';

const words: Record<FolderFault, string> = {
	missing: 'does not exist; create the folder first',
	no_folder: 'is not a folder',
	not_writable: 'is not writable; give the service write permission there',
	not_answering: 'does not answer; check that its disk is mounted',
};

type Asking = Pick<ApiDeps, 'jobs' | 'diskLimits' | 'http'>;

/**
 * The reason why a path cannot be a new root folder, as text; null if it can, or if it already is one. Throws
 * Unavailable if no disks worker answers.
 */
export async function pathFault(given: string, folders: readonly RootFolder[], deps: Asking): Promise<string | null> {
	const path = normalPath(given);
	if (path === null) {
		return 'must be absolute: start with /';
	}
	if (folders.some(folder => folder.path === path)) {
		return null;
	}
	if (isSystemFolder(path)) {
		return 'must not be a folder of the operating system; choose one that is for media only';
	}
	if (isWithinFolder(path, deps.http.dataDir) || isWithinFolder(deps.http.dataDir, path)) {
		return 'must not be inside or above the folder of our own data (DATA_DIR)';
	}
	const named = folders.find(folder => overlaps(path, folder.path));
	if (named) {
		return overlapsWith(named.path);
	}
	const {overlapping, fault} = await askDisks(deps, checkRootFolder, {path, others: folders.map(folder => folder.path)});
	return overlapping === null ? fault && words[fault] : overlapsWith(overlapping);
}

const overlapsWith = (path: string) => `must not be inside or above another root folder such as ${path}`;
