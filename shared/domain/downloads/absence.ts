import type {Transfer} from './queue-item.ts';

/** How long the lists of a client have lacked a download. */
export type Absence = Pick<Transfer, 'missingSince' | 'missedLists'>;

/** The download is in its client. */
export const present: Absence = {missingSince: null, missedLists: 0};

/**
 * Milliseconds. A client that restarts lists its downloads bit by bit, and the clocks of two hosts may differ by
 * 90 s.
 */
const graceMs = 180_000;
/** A client that could not be reached for a while proves nothing by its first list. */
const fewestLists = 3;

/** One more list without the download. `isLost` when it is safe to say that the client no longer has it. */
export function missAgain({missingSince, missedLists}: Absence, now: Date): Absence & {isLost: boolean} {
	const since = missingSince ?? now;
	const lists = Math.min(missedLists + 1, fewestLists);
	return {missingSince: since, missedLists: lists, isLost: lists === fewestLists && Number(now) - Number(since) >= graceMs};
}
