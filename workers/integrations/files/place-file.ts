import type {Stats} from 'node:fs';
import {link, lstat, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {ImportMode} from '#shared/domain/downloads/import-mode.ts';
import {Conflict, Invalid, NotFound} from '#shared/errors.ts';
import {type CopyBytes, copyBytes, settle, settleFolder} from './copy-file.ts';
import {errnoOf, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {makeFolder} from './make-folder.ts';

export interface Placement {
	source: string;
	target: string;
	/** The name beside the target that an unfinished copy bears. */
	partial: string;
	mode: ImportMode;
	/** Where it cannot be linked it is copied. */
	mayCopy: boolean;
	/** A file under the target's name is replaced; otherwise it is left, and `target_exists` thrown. */
	mayReplace: boolean;
	/** `identity` of an earlier run: a target that bears it is that run's work. */
	known: string | null;
	/** Bytes that a copy leaves free. */
	keepFree: number;
}

export interface PlaceRun {
	signal: AbortSignal;
	/** Called with the identity of the file before it gets its final name: the last moment to note it or to stop. */
	beforeFinal(identity: string): Promise<void>;
	/** Stands in for the system's own calls in tests. */
	calls?: {link?: typeof link; copyBytes?: CopyBytes};
}

/** Answers of file systems that have no hard links, or none between these two places. */
const noLink: readonly (string | null)[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL'];

/** Tells one file from all others, under whichever name. */
export function identityOf({dev, ino}: Stats): string {
	return `${dev}:${ino}`;
}

/**
 * Brings a file to its final name, whole or not at all, and answers its identity. It may be repeated
 * after a crash at any point.
 * The source stays: who moves removes it once the new file is recorded.
 * Throws NotFound `file_missing`, Conflict `target_exists` or `cannot_link`, Unavailable for a
 * disk that fails or is full.
 */
export async function placeFile(placement: Placement, run: PlaceRun): Promise<string> {
	const {source, target, known} = placement;
	const [from, present] = await onDisk(source, () => Promise.all([orMissing(lstat(source)), orMissing(lstat(target))]));
	if (present && (identityOf(present) === known || (from && identityOf(present) === identityOf(from)))) {
		return identityOf(present);
	}
	if (!from) {
		throw new NotFound('file_missing', `${source} does not exist any more.`);
	}
	if (!from.isFile()) {
		throw new Invalid('not_a_file', `${source} is not a regular file.`);
	}
	if (present && !placement.mayReplace) {
		throw new Conflict('target_exists', `${target} exists already and is not in the library. Move it away or scan the library.`);
	}
	await onDisk(target, () => makeFolder(dirname(target)));
	const linked = placement.mode === 'copy' ? null : await tryLink(placement, from, run);
	return linked ?? copyInto(placement, from, run);
}

/** Null when it cannot be linked but may be copied. */
async function tryLink(placement: Placement, from: Stats, run: PlaceRun): Promise<string | null> {
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
	return onDisk(target, () => finish({placement, identity, run}));
}

async function copyInto(placement: Placement, from: Stats, run: PlaceRun): Promise<string> {
	const {source, target, partial, keepFree} = placement;
	await ensureSpace(dirname(target), from.size, keepFree);
	return onDisk(target, async () => {
		try {
			await (run.calls?.copyBytes ?? copyBytes)(source, partial, run.signal);
			await settle(partial, from.size);
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

/** Gives the whole file its final name: a link never replaces what another put there meanwhile; a rename does. */
async function finish({placement: {partial, target, mayReplace}, identity, run}: Finish): Promise<string> {
	try {
		await run.beforeFinal(identity);
		await (mayReplace ? rename(partial, target) : nameOnce(partial, target));
	} finally {
		// Renaming one of two names of a file to the other does nothing, so the partial name may still be there.
		await rm(partial, {force: true});
	}
	await settleFolder(dirname(target));
	return identity;
}

async function nameOnce(partial: string, target: string): Promise<void> {
	try {
		await link(partial, target);
	} catch (error) {
		if (!noLink.includes(errnoOf(error)) || (await orMissing(lstat(target)))) {
			throw error;
		}
		await rename(partial, target);
	}
}

/** Takes back a placed file that could not be recorded; one that is no longer the same stays. */
export async function unplaceFile(target: string, identity: string): Promise<void> {
	const present = await onDisk(target, () => orMissing(lstat(target)));
	if (present && identityOf(present) === identity) {
		await onDisk(target, () => rm(target, {force: true}));
	}
}
