import {join} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {binName} from '../integrations/files/open-bin.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'settings'>;

/** False if deleted and replaced files are deleted permanently. */
export const isRecycling = ({settings}: Deps): boolean => settings.get('media.recycleDeletedFiles');

/**
 * The folder that a deleted file is moved to: that of the settings, or that of its root folder, on the file's own disk.
 * Null if it is deleted permanently.
 */
export function recycleBin(path: string, roots: readonly string[], deps: Deps): string | null {
	if (!isRecycling(deps)) {
		return null;
	}
	const root = roots.find(each => isWithinFolder(path, each));
	return deps.settings.get('media.recycleBin') || (root === undefined ? null : join(root, binName));
}

/** Bytes that must stay free on the disk of the library. */
export const bytesToKeepFree = ({settings}: Deps): number => settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
