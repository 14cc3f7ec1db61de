import {maxUnmapped} from '#shared/jobs/disks.ts';
import type {Stores} from '#shared/store/database.ts';

/** Folders per query to the titles. */
const askedTogether = 5000;

type Titles = Pick<Stores['movies'], 'foldersBelow'>;

/** Returns the folders directly below `path` that hold no title of the library: the first 10,000 by name. */
export async function unmappedFolders(path: string, folders: readonly string[], owners: readonly Titles[]): Promise<string[]> {
	const names = folders.toSorted();
	const unmapped: string[] = [];
	for (let start = 0; start < names.length && unmapped.length < maxUnmapped; start += askedTogether) {
		const some = names.slice(start, start + askedTogether);
		const mapped = await Promise.all(owners.map(titles => titles.foldersBelow(path, some)));
		unmapped.push(...some.filter(name => !mapped.some(names => names.has(name))));
	}
	return unmapped.slice(0, maxUnmapped);
}
