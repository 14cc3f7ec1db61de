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

/** Removes the oldest backups of the schedule, and what a killed process left. Returns the names of the removed. */
export async function pruneBackups(folder: string, {keep, now}: {keep: number; now: Date}): Promise<string[]> {
	const names = await readdir(folder);
	const scheduled: string[] = [];
	const abandoned: string[] = [];
	for (const each of names.toSorted().toReversed()) {
		if (name.test(each) && (await isScheduled(join(folder, each)))) {
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

/** Those of people, and what cannot be read, stay. */
async function isScheduled(folder: string): Promise<boolean> {
	return readManifest(folder).then(
		({madeBy}) => madeBy === 'schedule',
		() => false,
	);
}
