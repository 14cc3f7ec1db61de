import {readPath} from '#shared/domain/backfill/read-path.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {ScannedFile} from '#shared/store/libraries/scanned-files.ts';
import type {SeenFile} from '../library/seen-file.ts';

/** Rebuilds a file below `root` as the walk that stored it saw it. */
export function toSeenFile({id, path, size, modifiedAt}: ScannedFile, {root, mode}: {root: string; mode: TitleMode}): SeenFile {
	const relative = path.slice(root === '/' ? 1 : root.length + 1);
	return {id, video: {relative, path, size, modifiedAt}, read: readPath(relative, mode)};
}
