import {clockSkewMs} from '../network/clock-skew.ts';

const hour = 3_600_000;
/** Hours to wait after each search without a result: 6 h, 1 d, 3 d, then 7 d. */
const hours = [6, 24, 72, 168];
const longestWait = 168;

/** When to search a title again after this many searches without a result (1 for the first). */
export function nextSearch(tries: number, now: Date): Date {
	const wait = hours[Math.min(Math.max(tries, 1), hours.length) - 1] ?? longestWait;
	return new Date(Number(now) + wait * hour);
}

/** A later search than this was planned under a clock that was ahead. */
export function latestSearch(now: Date): Date {
	return new Date(Number(now) + longestWait * hour + clockSkewMs);
}
