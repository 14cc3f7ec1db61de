import {dirname} from 'node:path';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {isClosedFolder, isWithinFolder, overlaps} from '#shared/domain/folders/root-folder-path.ts';
import {Unavailable} from '#shared/errors.ts';
import {
	type checkRootFolder,
	type countVideos,
	type findFile,
	type listFolders,
	type listUnmappedFolders,
	maxCounted,
	maxListed,
	maxRenamed,
	maxUnmapped,
	type measureDeletion,
	type measureFolder,
	type previewDeletion,
	type previewRename,
	type readFolderState,
} from '#shared/jobs/disks.ts';
import type {Stores} from '#shared/store/database.ts';
import {recycleBin} from '../library/disk-settings.ts';
import {planRows} from '../library/file-plans/plan-files.ts';
import {plannableMovie, plannableSeries, readNaming} from '../library/file-plans/plannable-titles.ts';
import {recogniseRoot} from '../library/recognise-root.ts';
import {recycledEntry} from '../library/recycled-entry.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

/** Symbolic links are resolved, because two names of one folder would list the same titles twice. */
export const handleCheckRootFolder: Handler<typeof checkRootFolder, 'diskProbes'> = async ({path, others}, {diskProbes}) => {
	// Where another disk is away, its name alone is compared.
	const realOf = (each: string) => diskProbes.probe('realPath', each).catch(() => each);
	const [fault, real, places] = await Promise.all([
		diskProbes.probe('fault', path, 'checked'),
		diskProbes.probe('realPath', path, 'checked'),
		Promise.all(others.map(async other => ({other, real: await realOf(other)}))),
	]);
	return {fault, realPath: real, overlapping: places.find(place => overlaps(real, place.real))?.other ?? null};
};

export const handleCountVideos: Handler<typeof countVideos, 'diskProbes'> = async ({root, limitMs}, {diskProbes}) => ({
	count: await diskProbes.countVideos(root, limitMs),
});

export const handleMeasureFolder: Handler<typeof measureFolder, 'diskProbes' | 'files' | 'rootFolders' | 'settings'> = async (
	{path, isBinOf, limitMs},
	{diskProbes, ...deps},
) => {
	if (!isBinOf) {
		return diskProbes.measureFolder(path, limitMs);
	}
	// Root folders beside each other have one bin, which counts for the first of them.
	const isBefore = (each: string) => dirname(each) === dirname(path) && each < path;
	const before = (await deps.rootFolders.list()).map(root => root.path).filter(isBefore);
	const {bytes, freedBytes} = await sizeOfBin(path, deps, before);
	return {bytes, sharedBytes: bytes - freedBytes, isWhole: true};
};

export const handleMeasureDeletion: Handler<typeof measureDeletion, 'deletions' | 'files'> = async ({deletionId}, {deletions, files}) => {
	const size = {files: 0, bytes: 0, freedBytes: 0};
	for await (const file of deletions.filesOf(deletionId)) {
		const entry = await recycledEntry(file, files);
		if (entry) {
			size.files += 1;
			size.bytes += entry.size;
			size.freedBytes += entry.links === 1 ? entry.size : 0;
		}
	}
	return size;
};

export const handleFindFile: Handler<typeof findFile, 'diskProbes'> = async ({path}, {diskProbes}) => ({
	found: await diskProbes.probe('file', path),
});

/** Where a disk is not mounted there is still an empty folder, which can be read and written too. */
export const handleReadFolderState: Handler<
	typeof readFolderState,
	'diskProbes' | 'files' | 'recordedFiles' | 'rootFolders' | 'settings'
> = async ({path, withBin = false}, {diskProbes, ...deps}) => {
	const state = await diskProbes.probe('state', path);
	const isAway = async () =>
		recogniseRoot(path, deps).then(
			() => false,
			error => error instanceof Unavailable && error.code === 'folder_away',
		);
	if (state.accessible && (await isAway())) {
		return unreachable;
	}
	return withBin && state.freeSpace !== null ? {...state, freeSpace: state.freeSpace + (await sizeOfBin(path, deps)).freedBytes} : state;
};

/** The size of the recycle bin on the folder's disk. */
async function sizeOfBin(path: string, deps: Pick<WorkerDeps, 'files' | 'rootFolders' | 'settings'>, sharing: readonly string[] = []) {
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = recycleBin(path, roots, deps);
	const nothing = {bytes: 0, freedBytes: 0};
	return bin === null ? nothing : deps.files.binSize(bin, path, sharing).catch(() => nothing);
}

export const handleListUnmappedFolders: Handler<typeof listUnmappedFolders, 'diskProbes' | 'movies' | 'series'> = async (
	{path},
	{diskProbes, movies, series},
) => {
	// A disk that hangs then holds one thread instead of two.
	const {accessible} = await diskProbes.probe('state', path);
	const folders = accessible ? await diskProbes.probe('folders', path) : [];
	return {names: await unmappedFolders(path, folders, [movies, series])};
};

const inOrder = new Intl.Collator('en', {numeric: true});

/** A link may lead anywhere, so it is looked at where it leads; folders that are links are not listed. */
export const handleListFolders: Handler<typeof listFolders, 'diskProbes'> = async ({path, closed}, {diskProbes}) => {
	const realOf = (each: string) => diskProbes.probe('realPath', each);
	const [found, real, places] = await Promise.all([diskProbes.probe('fault', path), realOf(path), Promise.all(closed.map(realOf))]);
	const isClosed = (each: string) => isClosedFolder(each) || [...closed, ...places].some(place => isWithinFolder(each, place));
	const fault = isClosed(path) || isClosed(real) ? 'closed' : found;
	if (fault !== null && fault !== 'not_writable') {
		return {fault, names: [], total: 0};
	}
	const below = (name: string) => (real === '/' ? `/${name}` : `${real}/${name}`);
	const names = (await diskProbes.probe('folders', real)).filter(name => !isClosed(below(name))).sort(inOrder.compare);
	return {fault: null, names: names.slice(0, maxListed), total: names.length};
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

export const handlePreviewRename: Handler<
	typeof previewRename,
	'customFormats' | 'episodes' | 'files' | 'libraries' | 'movies' | 'rootFolders' | 'series' | 'settings'
> = async ({kind, id, seasonNumber}, deps, {signal}) => {
	const naming = await readNaming(deps);
	const ofSeason = async () => (seasonNumber === null ? deps.episodes.ofSeries(id) : deps.episodes.ofSeason(id, seasonNumber));
	const title =
		kind === 'movie'
			? plannableMovie(await deps.movies.get(id), naming)
			: plannableSeries(await deps.series.get(id), await ofSeason(), naming);
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const wanted = {kind: 'rename' as const, to: null, path: null, folders: false};
	const rows = await planRows(title, wanted, {changeId: '', number: 0, roots, signal}, deps);
	const files = rows.filter(({what}) => what === 'file');
	return {
		total: files.length,
		files: files.slice(0, maxRenamed).map(row => ({
			fileId: row.fileId ?? '',
			from: row.from,
			to: row.to,
			code: row.code,
			companions: row.companions.map(each => ({from: each.from, to: each.to})),
		})),
	};
};

export const handlePreviewDeletion: Handler<typeof previewDeletion, 'episodes' | 'files' | 'movies'> = async (
	{kind, id},
	deps,
	{signal},
) => {
	const onDisk = kind === 'series' ? await deps.episodes.onDisk(id) : [await deps.movies.get(id)];
	const videos = [...new Set(onDisk.flatMap(({file}) => file?.path ?? []))].slice(0, maxCounted);
	const companions = new Set<string>();
	for (const video of videos) {
		signal.throwIfAborted();
		for (const path of await deps.files.companionsOf(video)) {
			companions.add(path);
		}
	}
	let bytes = 0;
	for (const path of companions) {
		bytes += (await deps.files.entry(path))?.size ?? 0;
	}
	return {companions: companions.size, bytes};
};
