import {constants, type Stats} from 'node:fs';
import {copyFile, type FileHandle, link, lstat, open, readdir, rename, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ImportMode} from '#shared/domain/downloads/import-progress.ts';
import {Conflict, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {settleFolder} from '#shared/files/folders.ts';
import {errnoOf, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {beginRights, noRights, type RightsRules, type RightsRun} from './rights.ts';

export interface Placement {
	source: string;
	target: string;
	/** Name of the unfinished copy next to the target. */
	partial: string;
	mode: ImportMode;
	/** Whether to copy when a hard link is not possible. */
	mayCopy: boolean;
	/** Replaces a file that has the target's name. If false, that file stays and `target_exists` is thrown. */
	mayReplace: boolean;
	/** The `identity` from an earlier run. A target with this identity was placed by that run. */
	known: string | null;
	/** Bytes a copy must leave free. */
	keepFree: number;
}

export interface PlaceRun {
	signal: AbortSignal;
	/**
	 * Called with the file's identity before it gets its final name: the last moment to store the identity or to stop.
	 */
	beforeFinal(identity: string): Promise<void>;
	/** Replaces the system calls in tests. */
	calls?: {link?: typeof link; copyBytes?: CopyBytes};
}

/** Errors of file systems that have no hard links, or cannot link between the two places. */
const noLink: readonly (string | null)[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL'];

/** Identifies a file, whatever its name. */
export function identityOf({dev, ino}: Stats): string {
	return `${dev}:${ino}`;
}

export async function identityAt(path: string): Promise<string | null> {
	const found = await onDisk(path, () => orMissing(lstat(path)));
	return found && identityOf(found);
}

/**
 * Gives a file its final name, either completely or not at all, and returns its identity. It may be repeated after a
 * crash at any point.
 * The source stays. For a move, the caller removes it once the new file is recorded.
 * Throws NotFound `file_missing`, Conflict `target_exists` or `cannot_link`, Unavailable when
 * the disk fails or is full.
 */
export async function placeFile(placement: Placement, run: PlaceRun, rules: RightsRules = noRights): Promise<string> {
	const {source, target, known} = placement;
	const [from, present] = await onDisk(source, () => Promise.all([orMissing(lstat(source)), orMissing(lstat(target))]));
	if (present && isPlaced(present, from, known)) {
		return identityOf(present);
	}
	if (!from) {
		throw new NotFound('file_missing', `${source} no longer exists.`);
	}
	if (!from.isFile()) {
		throw new Invalid('not_a_file', `${source} is not a regular file.`);
	}
	if (present && !placement.mayReplace) {
		throw new Conflict('target_exists', `${target} exists already and is not in the library. Move it away or scan the library.`);
	}
	const rights = await beginRights(rules);
	await onDisk(target, () => rights.makeFolder(dirname(target)));
	const linked = placement.mode === 'copy' ? null : await tryLink(placement, from, {...run, rights});
	const identity = linked ?? (await copyInto(placement, from, {...run, rights}));
	await rights.end(target);
	return identity;
}

type RightedRun = PlaceRun & {rights: RightsRun};

/** Is it the source itself, or what an earlier run has placed? A disk that was mounted again may have a new number. */
function isPlaced(present: Stats, from: Stats | null, known: string | null): boolean {
	if (identityOf(present) === known || (from && identityOf(present) === identityOf(from))) {
		return true;
	}
	return known?.split(':')[1] === String(present.ino) && present.size === from?.size;
}

/** Null when the file cannot be linked but may be copied. */
async function tryLink(placement: Placement, from: Stats, run: RightedRun): Promise<string | null> {
	const {source, target, partial, mayCopy} = placement;
	const identity = identityOf(from);
	const makeLink = run.calls?.link ?? link;
	try {
		await makeLink(source, partial);
	} catch (error) {
		if (!noLink.includes(errnoOf(error))) {
			return onDisk(target, () => Promise.reject(error));
		}
		if (!mayCopy) {
			throw new Conflict('cannot_link', `${target} cannot be a hard link of ${source}. Put both on one file system, or allow copies.`);
		}
		return null;
	}
	return onDisk(target, async () => {
		// The source of a move goes.
		await run.rights.toFile(partial, {keepsGroup: placement.mode !== 'move'});
		return finish({placement, identity, run});
	});
}

async function copyInto(placement: Placement, from: Stats, run: RightedRun): Promise<string> {
	const {source, target, partial, keepFree} = placement;
	await ensureSpace(dirname(target), from.size, keepFree);
	return onDisk(target, async () => {
		try {
			await (run.calls?.copyBytes ?? copyBytes)(source, partial, run.signal);
			ensureUnchanged(source, from, await orMissing(lstat(source)));
			await settle(partial, from.size);
			await run.rights.toFile(partial, {keepsGroup: false});
		} catch (error) {
			await rm(partial, {force: true});
			throw error;
		}
		return finish({placement, identity: identityOf(await lstat(partial)), run});
	});
}

interface Finish {
	placement: Placement;
	identity: string;
	run: PlaceRun;
}

/**
 * Gives the complete file its final name. A link never replaces a file that appeared there in the
 * meantime; a rename does.
 */
async function finish({placement: {partial, target, mayReplace}, identity, run}: Finish): Promise<string> {
	try {
		await run.beforeFinal(identity);
		await (mayReplace ? rename(partial, target) : nameOnce(partial, target));
	} finally {
		// Renaming one hard link of a file to another does nothing, so the partial name may still exist.
		await rm(partial, {force: true});
	}
	await settleFolder(dirname(target));
	return identity;
}

/** Gives a file its name unless another one has it. */
export async function nameOnce(partial: string, target: string): Promise<void> {
	try {
		await link(partial, target);
	} catch (error) {
		if (!noLink.includes(errnoOf(error)) || (await orMissing(lstat(target)))) {
			throw error;
		}
		await rename(partial, target);
	}
}

/** Removes a placed file that could not be recorded. A file that has been replaced in the meantime stays. */
export async function unplaceFile(target: string, identity: string): Promise<void> {
	const present = await onDisk(target, () => orMissing(lstat(target)));
	if (present && identityOf(present) === identity) {
		await onDisk(target, () => rm(target, {force: true}));
	}
}

const prefixOf = (owner: string) => `.kinoteka-${owner}-`;
const ending = '.partial';

/** Name of an unfinished file next to `target`. It is short, because the target's own name may use all 255 bytes. */
export function partialBeside(target: string, owner: string, token: string): string {
	return join(dirname(target), `${prefixOf(owner)}${token}${ending}`);
}

/** Removes the files that earlier runs of `owner` left unfinished in a folder. */
export async function sweepPartials(folder: string, owner: string): Promise<number> {
	const names = (await onDisk(folder, () => orMissing(readdir(folder)))) ?? [];
	const stale = names.filter(name => name.startsWith(prefixOf(owner)) && name.endsWith(ending));
	for (const name of stale) {
		await onDisk(folder, () => rm(join(folder, name), {force: true}));
	}
	return stale.length;
}

/** Bytes per read: small enough to stop soon, large enough for spinning disks. */
const chunkBytes = 4 * 1024 * 1024;

export type CopyBytes = (source: string, partial: string, signal: AbortSignal) => Promise<void>;

/** Copies the bytes of `source` into the new file `partial`. File systems that share blocks do it at once. */
export const copyBytes: CopyBytes = async (source, partial, signal) => {
	try {
		await copyFile(source, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
	} catch {
		await unlessHanging(copyInChunks(source, partial, signal), signal);
		if (signal.aborted) {
			throw stopped();
		}
	}
};

const stopped = () => new DOMException('The copy was stopped.', 'AbortError');
/** Milliseconds after which a copy that was stopped is left alone, because its disk does not answer. */
const hangingMs = 1000;

async function unlessHanging(copy: Promise<void>, signal: AbortSignal): Promise<void> {
	const {promise: hanging, reject} = Promise.withResolvers<never>();
	let timer: NodeJS.Timeout | undefined;
	const stop = () => {
		timer = setTimeout(() => reject(stopped()), hangingMs);
	};
	signal.addEventListener('abort', stop, {once: true});
	try {
		await Promise.race([copy, hanging]);
	} finally {
		signal.removeEventListener('abort', stop);
		clearTimeout(timer);
	}
}

/** Reads a chunk while the one before it is written. The two buffers are used again, because new ones cost more. */
async function copyInChunks(source: string, partial: string, signal: AbortSignal): Promise<void> {
	if (signal.aborted) {
		return;
	}
	const reading = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
	let writing: FileHandle | null = null;
	try {
		writing = await open(partial, 'wx');
		let [full, free] = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)];
		let {bytesRead} = await reading.read(full, 0, chunkBytes, 0);
		for (let position = bytesRead; bytesRead > 0 && !signal.aborted; position += bytesRead) {
			const [next] = await Promise.all([
				reading.read(free, 0, chunkBytes, position),
				writeWhole(writing, full.subarray(0, bytesRead), position - bytesRead),
			]);
			[full, free, bytesRead] = [free, full, next.bytesRead];
		}
	} finally {
		await writing?.close();
		await reading.close();
	}
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let written = 0; written < bytes.length; ) {
		const {bytesWritten} = await file.write(bytes, written, bytes.length - written, position + written);
		written += bytesWritten;
	}
}

/**
 * A copy of a file that was written to meanwhile has bytes of both, and the right size all the same. A file that is
 * gone by now was read whole.
 */
export function ensureUnchanged(source: string, before: Stats, after: Stats | null): void {
	const isSame = after && identityOf(after) === identityOf(before) && after.size === before.size && after.mtimeMs === before.mtimeMs;
	if (after && !isSame) {
		throw new Unavailable('copy_incomplete', `${source} was changed while it was copied. It is tried again.`);
	}
}

/** Makes sure that the file is flushed to the disk and as long as its source. */
export async function settle(partial: string, size: number): Promise<void> {
	const file = await open(partial, 'r');
	try {
		await file.sync();
	} finally {
		await file.close();
	}
	const written = await stat(partial);
	if (written.size !== size) {
		throw new Unavailable('copy_incomplete', `${written.size} of ${size} bytes arrived at ${partial}. It is tried again.`);
	}
}
