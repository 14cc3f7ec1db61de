import {minuteMs} from '../durations.ts';

/** Minutes until an import is tried again after an error that nobody foresaw. */
const pauses = [1, 5, 15, 60, 240] as const;

/** `retryAt` of an item that only a person starts again. */
export const untilPerson = new Date('9999-12-31T00:00:00Z');

/** When an import that failed this often in a row is tried again, at least once; `untilPerson` after the last try. */
export function nextImportTry(failures: number, now: Date): Date {
	const pause = pauses[failures - 1];
	return pause === undefined ? untilPerson : new Date(Number(now) + pause * minuteMs);
}
