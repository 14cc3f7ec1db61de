import {randomUUID} from 'node:crypto';
import type {ClientSession} from 'mongoose';
import {dayMs} from '../domain/durations.ts';
import {type Deletion, undoDaysOf} from '../domain/media/deletion.ts';
import type {Settings} from '../settings/settings.ts';
import type {Stores} from '../store/database.ts';

interface Deleted {
	kind: Deletion['kind'];
	title: {id: string; metaId: number; title: string; year: number | null; path: string; libraryId: string | null};
	files: readonly {size: number}[];
	filesDeleted: boolean;
	/** Whether it is about to be excluded from being added again. */
	excluded: boolean;
	/** Who deletes it; null if nobody in particular. */
	deletedBy: string | null;
}

export type KeepDeps = Pick<Stores, 'deletions' | 'importExclusions'> & {settings: Pick<Settings, 'get'>; now(): Date};

interface Kept {
	id: string;
	/** Writes it in the transaction of the deletion. */
	write(session: ClientSession): Promise<void>;
}

/** Reads what an undo of a deletion needs. To be called before anything of the title changes. */
export async function keepDeleted(
	{kind, title, files, filesDeleted, excluded, deletedBy}: Deleted,
	{deletions, importExclusions, settings, now}: KeepDeps,
): Promise<Kept> {
	const id = randomUUID();
	const at = now();
	const days = undoDaysOf({filesDeleted, binDays: settings.get('media.recycleBinDays')});
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
		excluded: excluded && !(await importExclusions.has(kind, title.metaId, title.libraryId)),
		deletedBy,
		expiresAt: new Date(Number(at) + days * dayMs),
	};
	const kept = await deletions.documentsOf(kind, title.id);
	return {id, write: session => deletions.keep(id, {deletion, kept, now: at}, session)};
}
