import {createHash} from 'node:crypto';
import {dirname} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {Deletion} from '#shared/domain/media/deletion.ts';
import {Conflict} from '#shared/errors.ts';
import type {RecycledFile} from '#shared/store/libraries/deletions.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import {recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

export type PutBackDeps = Pick<WorkerDeps, 'deletions' | 'episodes' | 'files' | 'movies' | 'recordedFiles' | 'rootFolders' | 'settings'>;

/**
 * Makes sure that the disk of a deleted title is there. Returns the paths of the root folders. Throws Conflict or
 * Unavailable.
 */
export async function enterRoot({path}: Deletion, deps: PutBackDeps): Promise<string[]> {
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const root = roots.find(each => isWithinFolder(path, each));
	if (root === undefined) {
		throw new Conflict('root_folder_gone', `${path} is in no root folder any more. Add its root folder again, then undo the deletion.`);
	}
	await recogniseRoot(root, deps);
	return roots;
}

export interface PutBack {
	/** Files that are in their places again. */
	back: number;
	/** About those that are not. */
	notes: string[];
}

/** More names than anybody reads. */
const maxNotes = 10;

interface PuttingBack {
	roots: readonly string[];
	run: Run;
	/** Why a file must stay in the recycle bin; null if it need not. */
	whyNot?(path: string): string | null;
}

/** Moves what a deletion has put into the recycle bin back to its former path. May be repeated. */
export async function putFilesBack({id}: Deletion, {roots, run, whyNot = () => null}: PuttingBack, deps: PutBackDeps): Promise<PutBack> {
	const result: PutBack = {back: 0, notes: []};
	for await (const file of deps.deletions.filesOf(id)) {
		run.signal.throwIfAborted();
		const why = whyNot(file.from) ?? (await putBack(file, {roots, run}, deps));
		result.back += Number(why === null);
		if (why !== null && result.notes.length < maxNotes) {
			result.notes.push(`${file.from}: ${why}.`);
		}
	}
	return result;
}

/** Why the file did not come back; null if it did, now or in an earlier run. */
async function putBack(file: RecycledFile, {roots, run}: PuttingBack, deps: PutBackDeps): Promise<string | null> {
	const {from, to, placed} = file;
	const root = roots.find(each => isWithinFolder(from, each));
	if (root === undefined || !(await deps.files.isReallyBelow(from, root))) {
		return 'its place is not below a root folder';
	}
	const [inBin, there] = [await deps.files.entry(to), await deps.files.entry(from)];
	if (!inBin) {
		return there ? null : 'it is no longer in the recycle bin';
	}
	if (there && there.identity !== inBin.identity && there.identity !== placed) {
		return 'another file has its place; it stays in the recycle bin';
	}
	if (inBin.kind !== 'file') {
		return 'what is in the recycle bin is no file';
	}
	const token = createHash('sha256').update(file.id).digest('hex').slice(0, 12);
	await deps.files.place(
		{
			source: to,
			target: from,
			partial: deps.files.partialBeside(from, 'undo', token),
			mode: 'move',
			mayCopy: true,
			mayReplace: false,
			known: placed,
			keepFree: bytesToKeepFree(deps),
		},
		{signal: run.signal, beforeFinal: identity => deps.deletions.notePlaced(file.id, identity)},
	);
	await deps.files.removeExpected(to, inBin);
	await deps.files.removeEmptyFolders(dirname(to), dirname(dirname(to)));
	return null;
}
