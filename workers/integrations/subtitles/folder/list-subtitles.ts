import type {Dirent} from 'node:fs';
import {lstat, opendir} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {extensionOf} from '#shared/domain/imports/sort-files.ts';
import {onDisk, orMissing} from '../../files/disk-failure.ts';
import {largestSubtitle} from '../fetch-file.ts';

export const subtitleExtensions: ReadonlySet<string> = new Set(['srt', 'ass', 'ssa', 'vtt', 'sub', 'zip']);
/** Files and folders that are looked at; an export of a whole site is larger and belongs in several folders. */
const maxEntries = 20_000;
const deepest = 4;
/** Characters of a path below the folder, which is the id of a subtitle. */
const longestPath = 300;

export interface FolderSubtitle {
	/** Path below the folder, with `/`. */
	relative: string;
	uploadedAt: Date;
}

/** Lists the subtitle files and archives whose paths `isWanted` accepts. Links are not followed. */
export async function listSubtitles(
	root: string,
	isWanted: (relative: string) => boolean,
	signal: AbortSignal,
): Promise<{found: FolderSubtitle[]; isComplete: boolean}> {
	const found: FolderSubtitle[] = [];
	const folders = [''];
	let seen = 0;
	for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
		for await (const entry of await entriesOf(root, below)) {
			signal.throwIfAborted();
			seen += 1;
			if (seen > maxEntries) {
				return {found, isComplete: false};
			}
			const relative = below === '' ? entry.name : `${below}/${entry.name}`;
			if (entry.isDirectory() && relative.split('/').length <= deepest) {
				folders.push(relative);
			}
			const isSubtitle = entry.isFile() && subtitleExtensions.has(extensionOf(entry.name)) && relative.length <= longestPath;
			const facts = isSubtitle && isWanted(relative) ? await orMissing(lstat(join(root, relative))) : null;
			if (facts?.isFile() && facts.size > 0 && facts.size <= largestSubtitle) {
				found.push({relative, uploadedAt: facts.mtime});
			}
		}
	}
	return {found, isComplete: true};
}

/** Only the folder itself must be readable; what is below it may come and go. */
async function entriesOf(root: string, below: string): Promise<AsyncIterable<Dirent>> {
	try {
		return await onDisk(root, () => opendir(join(root, below)));
	} catch (error) {
		if (below === '') {
			throw error;
		}
		return Readable.from([]);
	}
}
