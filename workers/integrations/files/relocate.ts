import {createHash} from 'node:crypto';
import {createReadStream, type Stats} from 'node:fs';
import {chmod, link, lstat, readdir, readlink, rename, rm, stat, symlink, unlink, utimes} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {Conflict, NotFound, Unavailable} from '#shared/errors.ts';
import {makeFolder, settleFolder} from '#shared/files/folders.ts';
import {errnoOf, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {copyBytes, ensureUnchanged, identityOf, nameOnce, settle} from './place-file.ts';
import {beginRights, noRights, type RightsRules, type RightsRun} from './rights.ts';

/** What a change of files knows of a file, to tell it from others. */
export interface ExpectedFile {
	identity: string;
	/** Bytes; null where only the identity is known. */
	size: number | null;
}

/** What is at a path now. */
export interface FoundEntry extends ExpectedFile {
	size: number;
	links: number;
	kind: 'file' | 'folder' | 'link' | 'other';
}

export interface Relocation {
	source: string;
	target: string;
	/** What the source was when the change was planned. */
	expected: ExpectedFile;
	/** Identity that an earlier run noted for the target before it named it. */
	placed: string | null;
	/** Name of the unfinished copy next to the target. */
	partial: string;
	/** False if the file may only be linked or renamed. */
	mayCopy: boolean;
	/** Compares the bytes of a copy, and not only its size. */
	verify: boolean;
	/** Bytes that a copy must leave free. */
	keepFree: number;
}

export interface RelocationRun {
	signal: AbortSignal;
	/** Called with the identity of a copy before it gets its name. */
	beforeFinal(identity: string): Promise<void>;
	/** Replaces the system calls in tests. */
	calls?: {link?: typeof link; rename?: typeof rename; copy?: typeof copyBytes};
}

export interface Relocated {
	/** `link`: the source has its name still. */
	way: 'link' | 'rename' | 'copy';
	identity: string;
}

/** The errors by which a disk says that something cannot be linked or renamed to there. */
export const otherDisk = 'EXDEV';
const noLink: readonly (string | null)[] = [otherDisk, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL'];

export async function entryAt(path: string): Promise<FoundEntry | null> {
	const found = await onDisk(path, () => orMissing(lstat(path)));
	return found && toEntry(found);
}

function toEntry(found: Stats): FoundEntry {
	const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other';
	return {identity: identityOf(found), size: found.size, links: found.nlink, kind};
}

/** Is it the expected file? A disk that was mounted again may have another number. */
export function isExpectedFile(found: FoundEntry, {identity, size}: ExpectedFile): boolean {
	return found.identity === identity || (found.identity.split(':')[1] === identity.split(':')[1] && size !== null && found.size === size);
}

/**
 * Gives a file a second name, or a copy under that name where both are not on one disk; where a disk knows no second
 * names, its only one changes. Nothing is ever overwritten. New folders and copies get the mode and group of the rules.
 * May be repeated after a crash at any point.
 * Throws NotFound `file_missing`; Conflict `target_exists`, `changed_on_disk` or `needs_copies`; Unavailable.
 */
export async function relocateFile(relocation: Relocation, run: RelocationRun, rules: RightsRules = noRights): Promise<Relocated> {
	const {source, target, expected} = relocation;
	const [from, present] = await Promise.all([entryAt(source), entryAt(target)]);
	if (present) {
		const way = wayOf(present, from, relocation);
		if (way === null) {
			throw new Conflict('target_exists', `${target} exists already. Move it away or scan the library.`);
		}
		if (way === 'copy') {
			// A crash right after the copy got its name leaves it the unfinished one too.
			await onDisk(target, () => rm(relocation.partial, {force: true}));
		}
		return {way, identity: present.identity};
	}
	if (!from) {
		throw new NotFound('file_missing', `${source} does not exist.`);
	}
	if (!isExpectedFile(from, expected) || !movable.includes(from.kind) || (expected.size !== null && from.size !== expected.size)) {
		throw new Conflict('changed_on_disk', `${source} is not the file it was when the change was planned.`);
	}
	const rights = await beginRights(rules);
	await onDisk(target, () => rights.makeFolder(dirname(target)));
	const copy = () => (from.kind === 'link' ? copiedLink(relocation, run) : copied(relocation, from, {...run, rights}));
	const relocated = (await linked(relocation, from, run)) ?? (await copy());
	// Whatever a link leads to may be anybody's.
	await (from.kind === 'file' ? rights.end(target) : undefined);
	return relocated;
}

/** A symbolic link goes with the video that it is beside; what it leads to stays. */
const movable: readonly FoundEntry['kind'][] = ['file', 'link'];

/**
 * How an earlier run has put the file there; null for a file that is not ours. Numbers of files repeat on other disks.
 */
function wayOf(present: FoundEntry, from: FoundEntry | null, {expected, placed}: Relocation): Relocated['way'] | null {
	if (!movable.includes(present.kind)) {
		return null;
	}
	if (present.identity === from?.identity) {
		return 'link';
	}
	if (placed !== null && isExpectedFile(present, {...expected, identity: placed})) {
		return 'copy';
	}
	return (from === null || !isExpectedFile(from, expected)) && isExpectedFile(present, expected) ? 'rename' : null;
}

/** Null where only a copy is possible. */
async function linked({source, target}: Relocation, {identity}: FoundEntry, {calls}: RelocationRun): Promise<Relocated | null> {
	try {
		await (calls?.link ?? link)(source, target);
		return {way: 'link', identity};
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === otherDisk) {
			return null;
		}
		if (!noLink.includes(errno)) {
			return onDisk(target, () => Promise.reject(error));
		}
	}
	if (await entryAt(target)) {
		throw new Conflict('target_exists', `${target} exists already. Move it away or scan the library.`);
	}
	try {
		await (calls?.rename ?? rename)(source, target);
		return {way: 'rename', identity};
	} catch (error) {
		return errnoOf(error) === otherDisk ? null : onDisk(target, () => Promise.reject(error));
	}
}

async function copied(relocation: Relocation, {size, links}: FoundEntry, run: RelocationRun & {rights: RightsRun}): Promise<Relocated> {
	const {source, target, partial, keepFree, verify, mayCopy} = relocation;
	if (!mayCopy && links > 1) {
		const message = `${source} shares its data with another file, perhaps of a torrent; on another disk it would be a copy. Start with copies to allow that.`;
		throw new Conflict('needs_copies', message);
	}
	await onDisk(target, () => rm(partial, {force: true}));
	await ensureSpace(dirname(target), size, keepFree);
	const before = await onDisk(source, () => stat(source));
	return onDisk(target, async () => {
		try {
			await (run.calls?.copy ?? copyBytes)(source, partial, run.signal);
			await likeSource(source, partial);
			await run.rights.toFile(partial, {keepsGroup: false});
			await settle(partial, size);
			// The file is removed in the end, so one that is gone already was not meant to be moved.
			ensureUnchanged(source, before, await stat(source));
			await (verify ? ensureSame(source, partial, run.signal) : undefined);
			const identity = identityOf(await lstat(partial));
			await run.beforeFinal(identity);
			await nameOnce(partial, target);
			await rm(partial, {force: true});
			await settleFolder(dirname(target));
			return {way: 'copy', identity};
		} catch (error) {
			await rm(partial, {force: true}).catch(() => {});
			throw error;
		}
	});
}

async function copiedLink({source, target, partial}: Relocation, run: RelocationRun): Promise<Relocated> {
	return onDisk(target, async () => {
		await rm(partial, {force: true});
		await symlink(await readlink(source), partial);
		const identity = identityOf(await lstat(partial));
		await run.beforeFinal(identity);
		await nameOnce(partial, target);
		await rm(partial, {force: true});
		return {way: 'copy', identity};
	});
}

/** Players and sorters go by the times of files. Some network disks refuse to set them. */
async function likeSource(source: string, partial: string): Promise<void> {
	const {atime, mtime, mode} = await stat(source);
	await utimes(partial, atime, mtime).catch(() => {});
	await chmod(partial, mode & 0o777).catch(() => {});
}

async function ensureSame(source: string, copy: string, signal: AbortSignal): Promise<void> {
	const [one, other] = [await hashOf(source, signal), await hashOf(copy, signal)];
	if (one !== other) {
		throw new Unavailable('copy_incomplete', `The copy of ${source} has other bytes. It is tried again.`);
	}
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path, {highWaterMark: 1024 * 1024}), hash, {signal});
	return hash.digest('hex');
}

/** Removes a name of a file, if that is still the expected one. Another name of it must be safe elsewhere. */
export async function removeExpected(path: string, expected: ExpectedFile): Promise<boolean> {
	const found = await entryAt(path);
	const isChanged = expected.size !== null && found?.size !== expected.size;
	if (!found || found.kind === 'folder' || !isExpectedFile(found, expected) || isChanged) {
		return false;
	}
	await onDisk(path, () => orMissing(unlink(path)));
	return true;
}

/** Is there an entry with exactly this name, capitals included? */
export async function hasExactName(path: string): Promise<boolean> {
	const names = (await onDisk(path, () => orMissing(readdir(dirname(path))))) ?? [];
	return names.includes(basename(path));
}

/** Changes the only name of the expected file; nothing may have the new one. May be repeated. */
export async function renameExpected(from: string, to: string, expected: ExpectedFile): Promise<boolean> {
	const source = await entryAt(from);
	if (!source || !isExpectedFile(source, expected) || (await entryAt(to))) {
		return false;
	}
	await onDisk(to, () => makeFolder(dirname(to)));
	await onDisk(to, () => rename(from, to));
	return true;
}

/** A name for a file that is on its way to a name that another one has still. */
export const temporaryName = (target: string, token: string) => join(dirname(target), `.kinoteka-${token}.moving`);
