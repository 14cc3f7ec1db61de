import {lstat, opendir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {Invalid} from '#shared/errors.ts';
import {onDisk} from './disk-failure.ts';

export interface ListedFile {
	/** Absolute path. */
	path: string;
	/** Path below the listed folder, separated by `/`; just the name for a single file. */
	relative: string;
	/** Bytes. */
	size: number;
	/** Links are never followed, because they may lead out of the folder. */
	isLink: boolean;
}

/** No real download has more files. A folder that does is the client's whole download folder. */
const maximumFiles = 20_000;
const maximumDepth = 12;

/**
 * Lists the regular files and links below a folder, or the file itself.
 * Throws NotFound `file_missing`, Unavailable when the disk fails, Invalid `too_many_files`.
 */
export async function listFiles(path: string, signal: AbortSignal): Promise<ListedFile[]> {
	const found: ListedFile[] = [];
	const top = await onDisk(path, () => lstat(path));
	if (!top.isDirectory()) {
		return [{path, relative: basename(path), size: top.size, isLink: top.isSymbolicLink()}];
	}
	for await (const file of walk(path, '', signal)) {
		found.push(file);
		if (found.length > maximumFiles) {
			throw new Invalid(
				'too_many_files',
				`${path} holds more than ${maximumFiles} files. Let the download client use a folder for each download.`,
			);
		}
	}
	return found.sort((a, b) => (a.relative < b.relative ? -1 : 1));
}

async function* walk(root: string, below: string, signal: AbortSignal): AsyncGenerator<ListedFile> {
	const folder = join(root, below);
	const entries = await onDisk(folder, () => opendir(folder));
	for await (const entry of entries) {
		signal.throwIfAborted();
		const relative = below ? `${below}/${entry.name}` : entry.name;
		const path = join(root, relative);
		if (entry.isDirectory() && relative.split('/').length < maximumDepth) {
			yield* walk(root, relative, signal);
		}
		if (entry.isFile() || entry.isSymbolicLink()) {
			const {size} = await onDisk(path, () => lstat(path));
			yield {path, relative, size, isLink: entry.isSymbolicLink()};
		}
	}
}
