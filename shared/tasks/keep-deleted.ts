import {randomUUID} from 'node:crypto';
import type {ClientSession} from 'mongoose';
import {dayMs} from '../domain/durations.ts';
import {type Deletion, undoDaysOf} from '../domain/media/deletion.ts';
import type {MediaFile} from '../domain/media/media-file.ts';
import type {Settings} from '../settings/settings.ts';
import type {Stores} from '../store/database.ts';

interface Deleted {
	title: {id: string; metaId: number; title: string; year: number | null; path: string; libraryId: string | null};
	files: readonly {size: number}[];
}

interface DeletionInfo {
	kind: Deletion['kind'];
	filesDeleted: boolean;
	/** Whether they are about to be excluded from being added again. */
	excluded: boolean;
	/** Who deletes them; null if unknown. */
	deletedBy: string | null;
}

export type KeepDeps = Pick<Stores, 'deletions' | 'importExclusions'> & {settings: Pick<Settings, 'get'>; now(): Date};

interface Kept {
	/** The id of the deletion of a title. */
	idOf(titleId: string): string;
	/** Writes it in the transaction that deletes these titles; another deletion may have been faster with others. */
	write(session: ClientSession, titleIds: readonly string[]): Promise<void>;
}

/** Reads what an undo of the deletion of each of these titles needs. Must be called before any of them changes. */
export async function keepDeleted(
	all: readonly Deleted[],
	{kind, filesDeleted, excluded, deletedBy}: DeletionInfo,
	{deletions, importExclusions, settings, now}: KeepDeps,
): Promise<Kept> {
	const at = now();
	const days = undoDaysOf({filesDeleted, binDays: settings.get('media.recycleBinDays')});
	const titles = all.map(({title}) => title);
	const before = excluded ? await importExclusions.ofTitles(kind, titles) : new Set();
	const stored = await deletions.documentsOf(
		kind,
		titles.map(({id}) => id),
	);
	const kept = all.map(({title, files}) => {
		const deletion = {
			kind,
			titleId: title.id,
			metaId: title.metaId,
			title: title.title,
			year: title.year,
			path: title.path,
			files: files.length,
			bytes: files.reduce((sum, {size}) => sum + size, 0),
			filesDeleted,
			excluded: excluded && !before.has(title),
			deletedBy,
			expiresAt: new Date(Number(at) + days * dayMs),
		};
		return {id: randomUUID(), deletion, documents: stored.get(title.id) ?? []};
	});
	const ids = new Map(kept.map(({id, deletion}) => [deletion.titleId, id]));
	return {
		idOf: titleId => ids.get(titleId)!, // it is one of these titles
		write: (session, titleIds) =>
			deletions.keep(
				kept.filter(({deletion}) => titleIds.includes(deletion.titleId)),
				at,
				session,
			),
	};
}

interface DeletedFiles {
	kind: Deletion['kind'];
	title: Deleted['title'];
	/** Those of its files that go. */
	files: readonly {id: string; size: number}[];
	deletedBy: string | null;
}

/**
 * Keeps what an undo of the deletion of some files of a title needs. Returns the deletion's id; null if no recycle bin
 * takes them.
 */
export async function keepDeletedFiles(
	{kind, title, files, deletedBy}: DeletedFiles,
	{deletions, settings, now}: Omit<KeepDeps, 'importExclusions'>,
): Promise<string | null> {
	if (!settings.get('media.recycleDeletedFiles')) {
		return null;
	}
	const at = now();
	const days = undoDaysOf({filesDeleted: true, binDays: settings.get('media.recycleBinDays')});
	const wanted = new Set(files.map(({id}) => id));
	const stored = (await deletions.documentsOf(kind, [title.id])).get(title.id) ?? [];
	const id = randomUUID();
	const {id: titleId, metaId, title: name, year, path} = title;
	const deletion = {
		kind,
		titleId,
		metaId,
		title: name,
		year,
		path,
		titleStays: true,
		files: files.length,
		bytes: files.reduce((sum, {size}) => sum + size, 0),
		filesDeleted: true,
		excluded: false,
		deletedBy,
		expiresAt: new Date(Number(at) + days * dayMs),
	};
	await deletions.add({id, deletion, documents: stored.filter(({document}) => wanted.has(fileOf(document)?.id ?? ''))}, at);
	return id;
}

/** The file in a document of a movie or an episode, as it was stored. */
export const fileOf = (document: object): MediaFile | null => ('file' in document ? (document.file as MediaFile | null) : null);
