import {randomUUID} from 'node:crypto';
import {linkSync, mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Conflict} from '#shared/errors.ts';
import {identityOf, isRunning} from '#shared/process-identity.ts';
import {folderIdentity, readText} from './data-files.ts';

export interface DataLock {
	release(): void;
}

interface Holder {
	pid: number;
	identity: string;
	/** The folder that it holds; a copy has the file, too. One that does not say counts as the holder of this one. */
	folder?: string;
}

/**
 * Locks a data folder for this process and creates it if needed.
 * Takes over a lock whose owner is gone.
 * @throws Conflict `data_folder_in_use` with the owner's pid
 */
export function lockFolder(folder: string): DataLock {
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const path = join(folder, 'kinoteka.lock');
	const mine = JSON.stringify({pid: process.pid, identity: identityOf(process.pid) ?? '', folder: folderIdentity(folder)} satisfies Holder);
	for (let attempt = 0; attempt < 5; attempt++) {
		if (claim(path, mine)) {
			return {release: () => releaseLock(path, mine)};
		}
		const found = readText(path);
		if (found === null) {
			continue;
		}
		const holder = parseHolder(found);
		if (holder && holds(holder, folder)) {
			throw inUse(folder, holder.pid);
		}
		dropStale(path, found);
	}
	throw inUse(folder, null);
}

/** The pid of the live process that holds the folder, or null. */
export function folderHolder(folder: string): number | null {
	const holder = parseHolder(readText(join(folder, 'kinoteka.lock')) ?? '');
	return holder && holds(holder, folder) ? holder.pid : null;
}

function holds(holder: Holder, folder: string): boolean {
	return (holder.folder ?? folderIdentity(folder)) === folderIdentity(folder) && isRunning(holder);
}

/** Writing to a temporary file and linking it creates the lock completely or not at all, and fails if one exists. */
function claim(path: string, text: string): boolean {
	const draft = `${path}.${randomUUID()}`;
	writeFileSync(draft, text, {mode: 0o600});
	try {
		linkSync(draft, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
			throw error;
		}
		return false;
	} finally {
		rmSync(draft, {force: true});
	}
}

/** Another start may have replaced the stale lock after we read it; then the lock that we moved is put back. */
function dropStale(path: string, stale: string): void {
	const aside = `${path}.${randomUUID()}`;
	try {
		renameSync(path, aside);
		if (readText(aside) !== stale) {
			linkSync(aside, path);
		}
	} catch {
		// Another start was faster; the next attempt sees the current state.
	} finally {
		rmSync(aside, {force: true});
	}
}

function releaseLock(path: string, mine: string): void {
	if (readText(path) === mine) {
		rmSync(path, {force: true});
	}
}

function parseHolder(text: string): Holder | null {
	try {
		const {pid, identity, folder} = JSON.parse(text) as Partial<Holder>;
		return typeof pid === 'number' && typeof identity === 'string' ? {pid, identity, ...(folder && {folder})} : null;
	} catch {
		return null;
	}
}

function inUse(folder: string, pid: number | null): Conflict {
	const who = pid === null ? 'another start' : `process ${pid}`;
	return new Conflict('data_folder_in_use', `${folder} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`);
}
