import {renamedFile} from '#shared/domain/backfill/media-file-of.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files' | 'rootFolders'>;

/** Is the file gone for good? False while its disk is away. */
export async function isFileGone(path: string, deps: Deps): Promise<boolean> {
	return !(await deps.files.exists(path)) && !(await isDiskAway(path, deps));
}

/**
 * The recorded file, which a person has moved or renamed: a file of its size belongs to the title, and nothing is left
 * at its old path, whose disk may no longer be used.
 */
export async function movedFile(recorded: MediaFile, found: MediaFile, {files}: Pick<Deps, 'files'>): Promise<MediaFile | null> {
	const renamed = renamedFile(recorded, found);
	return renamed && !(await files.exists(recorded.path)) ? renamed : null;
}

/** The root folder of the path cannot be read, or is empty like a mount point without its disk. */
export async function isDiskAway(path: string, {files, rootFolders}: Deps): Promise<boolean> {
	const root = (await rootFolders.list()).find(each => isWithinFolder(path, each.path));
	return root !== undefined && (await files.folderId(root.path)) === null;
}
