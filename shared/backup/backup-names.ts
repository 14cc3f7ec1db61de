import {readdir, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {readManifest} from './manifest.ts';

/** The day and time in UTC, in a form that every file system takes. */
const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-');
const partialEnd = '.partial';
const name = /^kinoteka-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
/** Milliseconds after which an unfinished backup counts as abandoned. */
const abandonedMs = 86_400_000;

/** Held by whoever writes a backup: two at once would read everything twice. */
export const backupLease = 'backup';
/** Milliseconds that another one is waited for. */
export const backupWaitMs = 600_000;

/** The folder of backups unless another is given. */
export const backupFolderOf = (dataDir: string) => join(dataDir, 'backups');
export const backupName = (at: Date) => `kinoteka-${stampOf(at)}`;
/** Is this the name of a finished backup? */
export const isBackupName = (each: string): boolean => name.test(each);
/** With the process id, because two may begin within one second. */
export const partialName = (at: Date) => `${backupName(at)}-${process.pid}${partialEnd}`;

interface Pruning {
	/** How many of the schedule stay. */
	keep: number;
	/** The name of the one just written, which stays in any case. */
	written: string;
	/** Identifies the installation: others may have their backups in the same folder. */
	fingerprint: string;
}

/** Removes the oldest backups of the schedule. Returns their names. */
export async function pruneBackups(folder: string, {keep, written, fingerprint}: Pruning): Promise<string[]> {
	const names = (await readdir(folder)).filter(each => name.test(each));
	// Later names come from a clock that was wrong, so their age is unknown.
	const rank = (each: string) => (each === written ? 0 : each < written ? 1 : 2);
	const scheduled: string[] = [];
	for (const each of names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1))) {
		if (await isScheduled(join(folder, each), fingerprint)) {
			scheduled.push(each);
		}
	}
	const removed = scheduled.slice(keep);
	for (const each of removed) {
		// A process that dies in between leaves nothing that looks like a backup.
		const aside = join(folder, `${each}${partialEnd}`);
		await rename(join(folder, each), aside);
		await rm(aside, {recursive: true, force: true});
	}
	return removed;
}

/** Removes what a killed process left of a backup that it wrote or removed. That of another user may have to stay. */
export async function removeAbandoned(folder: string, now: Date): Promise<void> {
	for (const each of (await readdir(folder)).filter(isPartial)) {
		const path = join(folder, each);
		const found = await stat(path).catch(() => null);
		if (found && Number(now) - found.mtimeMs > abandonedMs) {
			await rm(path, {recursive: true, force: true}).catch(() => {});
		}
	}
}

const isPartial = (each: string) => /^kinoteka-\d{4}-\d\d-\d\dT[\d-]+\.partial$/.test(each);

/** Backups made by people or other installations, and unreadable ones, stay. */
async function isScheduled(folder: string, fingerprint: string): Promise<boolean> {
	return readManifest(folder).then(
		({madeBy, secretKey}) => madeBy === 'schedule' && secretKey.fingerprint === fingerprint,
		() => false,
	);
}
