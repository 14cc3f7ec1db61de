import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {overlaps} from '#shared/domain/folders/root-folder-path.ts';
import {
	type checkRootFolder,
	type countVideos,
	type findFile,
	type listUnmappedFolders,
	maxUnmapped,
	type readFolderState,
} from '#shared/jobs/disks.ts';
import type {Stores} from '#shared/store/database.ts';
import type {Handler} from '../runtime/handler.ts';

/** Symbolic links are resolved, because two names of one folder would list the same titles twice. */
export const handleCheckRootFolder: Handler<typeof checkRootFolder, 'diskLooks'> = async ({path, others}, {diskLooks}) => {
	const realOf = (each: string) => diskLooks.look('realPath', each, each);
	const [fault, real, places] = await Promise.all([
		diskLooks.look('fault', path, 'not_answering'),
		realOf(path),
		Promise.all(others.map(async other => ({other, real: await realOf(other)}))),
	]);
	return {fault, overlapping: places.find(place => overlaps(real, place.real))?.other ?? null};
};

export const handleCountVideos: Handler<typeof countVideos, 'diskLooks'> = async ({root, limitMs}, {diskLooks}) => ({
	count: await diskLooks.countVideos(root, limitMs),
});

export const handleFindFile: Handler<typeof findFile, 'diskLooks'> = async ({path}, {diskLooks}) => ({
	found: await diskLooks.look('file', path, false),
});

export const handleReadFolderState: Handler<typeof readFolderState, 'diskLooks'> = ({path}, {diskLooks}) =>
	diskLooks.look('state', path, unreachable);

export const handleListUnmappedFolders: Handler<typeof listUnmappedFolders, 'diskLooks' | 'movies' | 'series'> = async (
	{path},
	{diskLooks, movies, series},
) => {
	// A disk that hangs then holds one thread instead of two.
	const {accessible} = await diskLooks.look('state', path, unreachable);
	const folders = accessible ? await diskLooks.look('folders', path, []) : [];
	return {names: await unmappedFolders(path, folders, [movies, series])};
};

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
