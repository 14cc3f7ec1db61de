import {renamedFile} from '#shared/domain/backfill/media-file-of.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {Unavailable} from '#shared/errors.ts';
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

/** The option of a run that drops missing files however many they are. */
export const acceptMissing = 'acceptMissing';

const code = 'files_missing';

export function isFilesMissing(error: unknown): boolean {
	return error instanceof Unavailable && error.code === code;
}

/** So many files are missing at once that their disk is probably not there. */
export function filesMissing({root, missing, total}: {root: string; missing: number; total: number}): Unavailable {
	return new Unavailable(
		code,
		`At least ${missing} of ${total} files below ${root} are missing, so nothing is dropped. Check its disks; if the files were really deleted, run the task with the option ${acceptMissing}.`,
	);
}

/**
 * Files beside a video that look like its further parts, but are recorded as files of other titles: `Storm Part 1.mkv`
 * and `Storm Part 2.mkv` may be two films in one folder.
 */
export async function recordedBeside(path: string, {files, recordedFiles}: Pick<WorkerDeps, 'files' | 'recordedFiles'>): Promise<string[]> {
	return [...(await recordedFiles.among(await files.companionsOf(path)))];
}
