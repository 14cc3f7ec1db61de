import {basename, dirname, join} from 'node:path';
import {below, foreignPath, foreignRelative, isWindowsPath, mapPath} from '#shared/domain/moves/map-paths.ts';
import type {MoveFolder, PathMapping} from '#shared/domain/moves/move.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {findOnDisk} from './find-on-disk.ts';

/** Files of each folder that are looked for. */
export const maxSamples = 50;
/** A folder in which fewer of them are is not proposed. */
const enough = 0.5;

/** A file of a title, as the other program has it. */
export interface Sample {
	folder: string;
	relativePath: string;
	size: number;
}

type Deps = Pick<WorkerDeps, 'dataDir' | 'files' | 'rootFolders'>;

/** Where a root folder of another program is here: as it was said, else where most of its files are found. */
export async function proposeFolder(
	from: string,
	samples: readonly Sample[],
	{mappings, deps}: {mappings: readonly PathMapping[]; deps: Deps},
): Promise<MoveFolder> {
	const given = mapPath(from, mappings);
	if (given !== null) {
		return {from, to: given, isGiven: true, ...(await countFound(from, given, samples, deps))};
	}
	let best: MoveFolder = {from, to: null, isGiven: false, checked: Math.min(samples.length, maxSamples), found: 0};
	for (const to of await candidates(from, deps)) {
		const counted = await countFound(from, to, samples, deps);
		if (counted.found > best.found) {
			best = {from, to, isGiven: false, ...counted};
		}
		if (counted.found === counted.checked && counted.checked > 0) {
			return best;
		}
	}
	if (best.found >= best.checked * enough && best.found > 0) {
		return best;
	}
	const own = foreignPath(from);
	const isHere = samples.length === 0 && !isWindowsPath(from) && (await deps.files.isFolder(own));
	return {...best, to: isHere ? own : null, found: isHere ? 0 : best.found};
}

/** The same path first, then below our root folders and the folder of the media beside our data. */
async function candidates(from: string, {dataDir, rootFolders}: Deps): Promise<string[]> {
	const own = foreignPath(from);
	const name = basename(own);
	const media = join(dirname(dataDir), 'media');
	const roots = (await rootFolders.list()).map(({path}) => path);
	const around = [...roots, ...roots.map(path => dirname(path)), media, dirname(media)];
	return [...new Set([...(isWindowsPath(from) ? [] : [own]), ...roots, ...around.map(path => join(path, name))])];
}

async function countFound(
	from: string,
	to: string,
	samples: readonly Sample[],
	deps: Deps,
): Promise<Pick<MoveFolder, 'checked' | 'found'>> {
	let [checked, found] = [0, 0];
	for (const {folder, relativePath, size} of samples.slice(0, maxSamples)) {
		const rest = below(foreignPath(folder), foreignPath(from));
		const path = join(to, rest ?? '', foreignRelative(relativePath, folder));
		checked += 1;
		found += Number((await findOnDisk(path, deps))?.size === size);
	}
	return {checked, found};
}
