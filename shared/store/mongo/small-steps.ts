import {takingAtLeast} from '../../coordination/wait.ts';

/**
 * For bulk writes that a killed run repeats: they do not wait for the disk. The database log is ordered, so a later
 * checkpoint write that does wait also persists these. Never for a note that something outside follows, such as a new
 * name of a file or a call of a client: a killed MongoDB forgets the note, and what followed stays.
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
