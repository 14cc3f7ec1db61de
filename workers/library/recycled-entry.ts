import {dirname} from 'node:path';
import type {RecycledFile} from '#shared/store/libraries/deletions.ts';
import type {Files, FoundEntry} from '../integrations/files/files.ts';

/** The file as a deletion has left it in the recycle bin; null if it is gone, or only seems to be there. */
export async function recycledEntry(
	{to}: Pick<RecycledFile, 'to'>,
	files: Pick<Files, 'entry' | 'isReallyBelow'>,
): Promise<FoundEntry | null> {
	const entry = await files.entry(to);
	return entry?.kind === 'file' && (await files.isReallyBelow(to, dirname(dirname(to)))) ? entry : null;
}
