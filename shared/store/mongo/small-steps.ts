import type {Model} from 'mongoose';
import {takingAtLeast} from '../../coordination/wait.ts';

/**
 * For bulk writes that a killed run repeats: they do not wait for the disk. The database log is ordered, so a later
 * checkpoint write that does wait also persists these.
 */
export const repeatable = {ordered: false, writeConcern: {w: 1, journal: false}} as const;

/**
 * Documents per command. They take MongoDB about two milliseconds; a longer command would block
 * a core for other callers.
 */
const writtenTogether = 20;
/** Minimum milliseconds per document of a command. At 2,000 files a second a fast machine has this time to spare. */
const minMsEach = 0.12;

/** Writes many rows in small commands, one after another, with short pauses. */
export async function inSmallSteps<T, Result>(rows: readonly T[], write: (some: T[]) => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (let start = 0; start < rows.length; start += writtenTogether) {
		const some = rows.slice(start, start + writtenTogether);
		results.push(await takingAtLeast(some.length * minMsEach, () => write(some)));
	}
	return results;
}

/** Two steps at a time, for which MongoDB uses two processors. After a failure no other is begun. */
export async function twoAtATime<T>(steps: readonly T[], work: (step: T) => Promise<void>): Promise<void> {
	const waiting = [...steps];
	const lane = async () => {
		for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
			await work(step).catch(error => {
				waiting.length = 0;
				throw error;
			});
		}
	};
	const failed = (await Promise.allSettled([lane(), lane()])).find(({status}) => status === 'rejected');
	if (failed?.status === 'rejected') {
		throw failed.reason;
	}
}

/** Saves the second request that a cursor would need after the first hundred documents. */
export function inOneReply(ids: readonly unknown[]): {batchSize: number} {
	return {batchSize: ids.length + 1};
}

/**
 * Which of these paths are files of the collection's titles. The index on paths answers this
 * without reading the titles.
 */
export async function recordedAmong<T>(titles: Model<T>, paths: readonly string[]): Promise<Set<string>> {
	const rows = titles.collection.find({'file.path': {$in: [...paths]}}, {projection: {_id: 0, 'file.path': 1}, ...inOneReply(paths)});
	// The projection contains nothing else.
	return new Set((await rows.toArray()).map(({file}) => (file as {path: string}).path));
}

/** How many titles of the collection have their file below a folder. Answered by the index on paths alone. */
export function countFilesBelow<T>(titles: Model<T>, folder: string): Promise<number> {
	return titles.collection.countDocuments({'file.path': between(folder)});
}

/** Some of the files below a folder, by path. */
export async function filesBelow<T>(titles: Model<T>, folder: string, max: number): Promise<string[]> {
	const rows = titles.collection.find({'file.path': between(folder)}, {projection: {_id: 0, 'file.path': 1}, limit: max});
	// The projection contains nothing else.
	return (await rows.toArray()).map(({file}) => (file as {path: string}).path);
}

/** More titles than have files of one name. */
const maxNamed = 20;

/** The files whose paths are `stem` with any extension, and whose they are by the field of the title's id. */
export async function filesNamed<T>(titles: Model<T>, stem: string, idField: '_id' | 'seriesId'): Promise<{id: string; path: string}[]> {
	// `/` is the character after `.`.
	const filter = {'file.path': {$gte: `${stem}.`, $lt: `${stem}/`}};
	const rows = titles.collection.find(filter, {projection: {[idField]: 1, 'file.path': 1}, limit: maxNamed});
	// The projection contains nothing else.
	return (await rows.toArray()).map(row => ({id: String(row[idField]), path: (row['file'] as {path: string}).path}));
}

/** The paths below a folder. `0` is the character after `/`. */
export function between(folder: string): {$gte: string; $lt: string} {
	return folder === '/' ? {$gte: '/', $lt: '0'} : {$gte: `${folder}/`, $lt: `${folder}0`};
}
