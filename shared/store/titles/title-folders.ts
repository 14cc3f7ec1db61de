import type {Model} from 'mongoose';
import {foldersAbove, holdsRoot, namesakeFolders} from '../../domain/folders/title-folder.ts';
import type {LibraryFields} from '../../domain/media/title.ts';
import {escapePattern} from '../../lists/filter.ts';
import {between} from './recorded-files.ts';

/** A title and its own folder. */
export interface TitleFolder {
	id: string;
	title: string;
	path: string;
}

/** The name of a title whose own folder equals `path`, is in it or contains it. */
export async function titleAtFolder<Row>(titles: Model<Row>, path: string, except: string | null): Promise<string | null> {
	// A pattern with alternatives would go through the whole index.
	const filter = {_id: {$ne: except ?? ''}, $or: [{path: between(path)}, {path: {$in: foldersAbove(path)}}]};
	// The driver's type of ids is ObjectId.
	const found = await titles.collection.findOne(filter as never, {projection: {title: 1}});
	return found ? String(found['title']) : null;
}

/** Titles whose folders a question about a thousand folders may find. */
const mostAround = 20_000;

/** The titles whose own folders equal one of these paths, are in it or contain it. */
export async function titlesAtFolders<Row>(titles: Model<Row>, paths: readonly string[]): Promise<TitleFolder[]> {
	if (paths.length === 0) {
		return [];
	}
	const around = new Set(paths.flatMap(foldersAbove));
	const within = paths.map(path => new RegExp(`^${escapePattern(path)}/`));
	const rows = titles.collection.find({path: {$in: [...around, ...within]}}, {projection: {title: 1, path: 1}, limit: mostAround});
	return (await rows.toArray()).map(({_id, title, path}) => ({id: String(_id), title: String(title), path: String(path)}));
}

interface FolderOwners {
	titleAtFolder(path: string, {except}: {except: string | null}): Promise<string | null>;
}

/** The titles of both kinds, because they may share a root folder, and the root folders. */
export interface FolderDeps {
	movies: FolderOwners;
	series: FolderOwners;
	rootFolders: {list(): Promise<readonly {path: string}[]>};
}

/** Why a title cannot have this folder; null if it can. */
export async function whyNotFolder(path: string, except: string | null, {movies, series, rootFolders}: FolderDeps): Promise<string | null> {
	const roots = (await rootFolders.list()).map(root => root.path);
	if (holdsRoot(path, roots)) {
		return 'must not be a root folder or contain one';
	}
	const [film, show] = await Promise.all([movies.titleAtFolder(path, {except}), series.titleAtFolder(path, {except})]);
	const other = film ?? show;
	return other === null ? null : `must not be, contain or be inside the folder of another title, such as that of ${other}`;
}

interface WantedFolder {
	/** Absolute path below `root`. */
	path: string;
	/** The title's root folder. */
	root: string;
	metaId: number;
	/** Name of its library, if other libraries have the same title. */
	library?: string | null;
}

/**
 * The folder of a new title: the wanted one, or if another title has that, one with the name of its library or the
 * provider's id in its name.
 */
export async function chooseFolder({path, ...wanted}: WantedFolder, deps: FolderDeps): Promise<string> {
	const further = namesakeFolders(path, wanted);
	for (const folder of [path, ...further]) {
		if ((await whyNotFolder(folder, null, deps)) === null) {
			return folder;
		}
	}
	return further.at(-1) ?? path;
}

type FolderOwner = Pick<LibraryFields, 'id' | 'path' | 'rootFolderPath'> & Pick<WantedFolder, 'metaId' | 'library'>;

/** Two titles with the same folder may be added at the same moment, so each is checked again once it is stored. */
export async function keepApart(
	{id, path, rootFolderPath: root, metaId, library}: FolderOwner,
	store: {change(id: string, change: {path: string}, at: Date): Promise<unknown>},
	{now, ...deps}: FolderDeps & {now: () => Date},
): Promise<void> {
	if ((await whyNotFolder(path, id, deps)) === null) {
		return;
	}
	const wanted = {root, metaId, ...(library !== undefined && {library})};
	const free = await chooseFolder({path: namesakeFolders(path, wanted)[0] ?? path, ...wanted}, deps);
	await store.change(id, {path: free}, now());
}
