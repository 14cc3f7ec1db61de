import {randomUUID} from 'node:crypto';
import type {ClientSession} from 'mongoose';
import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type Deletion, undoDaysOf} from '#shared/domain/media/deletion.ts';
import type {Caller} from './access/callers.ts';
import {callerName} from './file-moves.ts';

interface Deleted {
	kind: Deletion['kind'];
	title: {id: string; metaId: number; title: string; year: number | null; path: string; libraryId: string | null};
	files: readonly {size: number}[];
	filesDeleted: boolean;
	/** Whether it is about to be excluded from being added again. */
	excluded: boolean;
	caller: Caller | null;
}

interface Kept {
	id: string;
	/** Writes it in the transaction of the deletion. */
	write(session: ClientSession): Promise<void>;
}

/** Reads what an undo of a deletion needs. To be called before anything of the title changes. */
export async function keepDeleted(
	{kind, title, files, filesDeleted, excluded, caller}: Deleted,
	{deletions, importExclusions, settings, now}: Pick<RouteDeps, 'deletions' | 'importExclusions' | 'settings' | 'now'>,
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
		deletedBy: callerName(caller),
		expiresAt: new Date(Number(at) + days * dayMs),
	};
	const kept = await deletions.documentsOf(kind, title.id);
	return {id, write: session => deletions.keep(id, {deletion, kept, now: at}, session)};
}
