import type {Model} from 'mongoose';
import {takingAtLeast} from '../../pace.ts';

/**
 * For many writes that a killed run does again: nobody waits for the disk. The log of the database is in order, so that
 * a checkpoint written behind them, which does wait, keeps them too.
 */
export const repeatable = {ordered: false, writeConcern: {w: 1, journal: false}} as const;

/**
 * Documents that one command writes: they take MongoDB about two milliseconds, and a longer command would keep a core
 * from whoever asks meanwhile.
 */
const writtenTogether = 20;
/** Milliseconds for each document of a command, at least: a quick machine has some to spare at 2,000 files a second. */
const leastMsEach = 0.12;

/** Writes many rows, a few with each command, one after the other and with short rests. */
export async function inSmallSteps<T, Result>(rows: readonly T[], write: (some: T[]) => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (let start = 0; start < rows.length; start += writtenTogether) {
		const some = rows.slice(start, start + writtenTogether);
		results.push(await takingAtLeast(some.length * leastMsEach, () => write(some)));
	}
	return results;
}

/** Spares the second question that a cursor asks for all but the first hundred documents. */
export function inOneReply(ids: readonly unknown[]): {batchSize: number} {
	return {batchSize: ids.length + 1};
}

/**
 * Those of these paths that are files of the collection's titles; the index of the paths answers it
 * without a look at the titles.
 */
export async function recordedAmong<T>(titles: Model<T>, paths: readonly string[]): Promise<Set<string>> {
	const rows = titles.collection.find({'file.path': {$in: [...paths]}}, {projection: {_id: 0, 'file.path': 1}, ...inOneReply(paths)});
	return new Set((await rows.toArray()).map(({file}) => (file as {path: string}).path)); // the projection has nothing else
}
