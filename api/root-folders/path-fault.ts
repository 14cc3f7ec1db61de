import {realpath} from 'node:fs/promises';
import {folderFault} from '#api/http/folder-state.ts';
import {diskMs, withinLimit} from '#api/http/limits/within-limit.ts';
import {isWithinFolder, normalPath} from '#shared/domain/media/root-folder-path.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';

/** Why a path can be no new root folder, in words; null when it can, or when it is one already. */
export async function pathFault(given: string, folders: readonly RootFolder[]): Promise<string | null> {
	const path = normalPath(given);
	if (path === null) {
		return 'must be absolute: begin with /';
	}
	if (folders.some(folder => folder.path === path)) {
		return null;
	}
	const overlapping = await overlappingFolder(path, folders);
	return overlapping ? `must not lie in or above another root folder, as ${overlapping.path} is` : folderFault(path);
}

/** Links are followed: two names of one folder would hold the same titles twice. */
async function overlappingFolder(path: string, folders: readonly RootFolder[]): Promise<RootFolder | undefined> {
	const real = await realOf(path);
	const places = await Promise.all(folders.map(async folder => ({folder, real: await realOf(folder.path)})));
	return places.find(place => overlaps(path, place.folder.path) || overlaps(real, place.real))?.folder;
}

function overlaps(a: string, b: string): boolean {
	return isWithinFolder(a, b) || isWithinFolder(b, a);
}

/** The path itself when nothing is there, or when its disk does not answer. */
function realOf(path: string): Promise<string> {
	return withinLimit(
		realpath(path).catch(() => path),
		diskMs,
		path,
	);
}
