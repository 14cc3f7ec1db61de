import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {readManifest} from './manifest.ts';

/** The day and time in UTC, in a form that every file system takes. */
const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-');
const partialEnd = '.partial';
const name = /^kinoteka-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
/** Milliseconds after which nobody is still writing a backup. */
const abandonedMs = 86_400_000;

export const backupName = (at: Date) => `kinoteka-${stampOf(at)}`;
/** With the process id, because two may begin within one second. */
export const partialName = (at: Date) => `${backupName(at)}-${process.pid}${partialEnd}`;

interface Pruning {
	/** How many of the schedule stay. */
	keep: number;
	/** The name of the one just written, which stays in any case. */
	written: string;
	/** That of the installation: others may have their backups in the same folder. */
	fingerprint: string;
	now: Date;
}

/** Removes the oldest backups of the schedule, and what a killed process left. Returns the names of the removed. */
export async function pruneBackups(folder: string, {keep, written, fingerprint, now}: Pruning): Promise<string[]> {
	const names = await readdir(folder);
	const scheduled: string[] = [];
	const abandoned: string[] = [];
	// Later names come from a clock that was wrong, so nobody knows how old they are.
	const rank = (each: string) => (each === written ? 0 : each < written ? 1 : 2);
	for (const each of names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1))) {
		if (name.test(each) && (await isScheduled(join(folder, each), fingerprint))) {
			scheduled.push(each);
		} else if (isPartial(each) && Number(now) - (await stat(join(folder, each))).mtimeMs > abandonedMs) {
			abandoned.push(each);
		}
	}
	const removed = [...scheduled.slice(keep), ...abandoned];
	for (const each of removed) {
		await rm(join(folder, each), {recursive: true, force: true});
	}
	return removed;
}

const isPartial = (each: string) => /^kinoteka-\d{4}-\d\d-\d\dT[\d-]+\.partial$/.test(each);

/** Those of people and of other installations, and what cannot be read, stay. */
async function isScheduled(folder: string, fingerprint: string): Promise<boolean> {
	return readManifest(folder).then(
		({madeBy, secretKey}) => madeBy === 'schedule' && secretKey.fingerprint === fingerprint,
		() => false,
	);
}
