import {isWithinFolder, normalPath} from '../folders/root-folder-path.ts';
import {movedFolder} from '../folders/title-folder.ts';
import {extensionOf, partOf, partPath} from '../imports/sort-files.ts';
import {type FileChange, type FileRowCode, nameKey} from './file-change.ts';

/** A recorded file of a title. */
export interface PlannableFile {
	id: string;
	path: string;
	/** Bytes. */
	size: number;
	/** Path below the title's own folder, as the templates make it. */
	name: string;
}

/** What a plan knows of a title. */
export interface PlannableTitle {
	id: string;
	kind: 'movie' | 'series';
	title: string;
	/** The metadata provider's id. */
	metaId: number;
	libraryId: string | null;
	/** Its own folder. A file may lie elsewhere, such as directly in the root folder. */
	folder: string;
	rootFolderPath: string;
	/** Path of its own folder below a root folder, as the templates make it. */
	folderName: string;
	files: readonly PlannableFile[];
}

export type WantedChange = Pick<FileChange, 'kind' | 'to' | 'path' | 'folders'>;

interface PlannedPath {
	from: string;
	to: string;
	code: FileRowCode | null;
}

export interface PlannedTitle {
	/**
	 * Its own folder before and after; equal if it stays, empty if it has none. `fromRoot` and `toRoot` are the root
	 * folders in its record, before and after; either may be a folder below a root folder.
	 */
	folder: PlannedPath & {fromRoot: string; toRoot: string};
	/** Only files whose path changes. */
	files: (PlannedPath & {fileId: string; size: number})[];
	/** Another title of the same plan has the new folder, and leaves it. */
	isVacated?: boolean;
}

/**
 * The new paths of a title and its files. Uses only names, not the disk. `roots` are the root folders of the library.
 */
export function planTitle(title: PlannableTitle, wanted: WantedChange, roots: readonly string[]): PlannedTitle {
	const from = title.folder;
	const fromRoot = title.rootFolderPath;
	const toRoot = wanted.kind === 'move' ? (wanted.to ?? rootOf(wanted.path ?? fromRoot, roots) ?? fromRoot) : fromRoot;
	const to = newFolder(title, wanted, toRoot);
	const isOutside = rootOf(to, roots) === undefined || roots.includes(to) || rootOf(from, roots) === undefined;
	const folderCode = isOutside && from !== to ? ('outside_root' as const) : null;
	const files = title.files.map(file => {
		const goal = newPath(file, title, {to, wanted, toRoot});
		const isLost = rootOf(file.path, roots) === undefined || rootOf(goal, roots) === undefined;
		return {fileId: file.id, size: file.size, from: file.path, to: goal, code: isLost ? ('outside_root' as const) : folderCode};
	});
	const moved = files.filter(file => file.from !== file.to);
	return {
		folder: {from, to, fromRoot, toRoot, code: folderCode},
		files: markCollisions(moved, files),
	};
}

/** The root folder that a path lies in, the innermost first. */
export function rootOf(path: string, roots: readonly string[]): string | undefined {
	return roots.filter(root => isWithinFolder(path, root)).sort((a, b) => b.length - a.length)[0];
}

function newFolder({folder, folderName, rootFolderPath}: PlannableTitle, {kind, path, folders}: WantedChange, toRoot: string): string {
	if (path !== null) {
		return path;
	}
	if (folders) {
		return normalPath(`${toRoot}/${folderName}`) ?? folder;
	}
	return kind === 'move' ? movedFolder({path: folder, rootFolderPath}, toRoot) : folder;
}

interface Goal {
	to: string;
	wanted: WantedChange;
	toRoot: string;
}

function newPath(file: PlannableFile, title: PlannableTitle, {to, wanted, toRoot}: Goal): string {
	const {folder, rootFolderPath} = title;
	const slash = file.path.lastIndexOf('/');
	const isInside = isWithinFolder(file.path, folder);
	if (wanted.kind === 'rename') {
		const name = withPart(file, title);
		// A file outside of its title's folder stays there, unless folders are wanted.
		return isInside || wanted.folders ? `${to}/${name}` : `${file.path.slice(0, slash)}/${name.slice(name.lastIndexOf('/') + 1)}`;
	}
	if (isInside || wanted.folders) {
		return to + (isInside ? file.path.slice(folder.length) : file.path.slice(slash));
	}
	return isWithinFolder(file.path, rootFolderPath) ? (normalPath(toRoot + file.path.slice(rootFolderPath.length)) ?? file.path) : file.path;
}

/** The first part of a film keeps its number, because the others are named after it. A film may be called `Part 1`. */
function withPart({path, name}: PlannableFile, {kind, title}: PlannableTitle): string {
	const part = kind === 'movie' && partOf(`${title}.mkv`) === null ? partOf(path) : null;
	return part !== null && partOf(name)?.number !== part.number ? partPath(name, part.number, extensionOf(path)) : name;
}

/** Two files that want one name: the first one gets it. A name that another file keeps is taken as well. */
function markCollisions<File extends PlannedPath>(moved: readonly File[], all: readonly PlannedPath[]): File[] {
	const taken = new Set(all.filter(({from, to}) => from === to).map(({to}) => nameKey(to)));
	return moved.map(file => {
		const key = nameKey(file.to);
		const isTaken = taken.has(key);
		taken.add(key);
		return isTaken && file.code === null ? {...file, code: 'collision' as const} : file;
	});
}
