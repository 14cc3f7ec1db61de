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

/** Under which a search of missing subtitles rests, apart from one of releases for the same movie or episode. */
export function subtitleSearchKey(id: string): string {
	return `subtitles-${id}`;
}

/** The same for a search of better subtitles. */
export function subtitleUpgradeKey(id: string): string {
	return `better-subtitles-${id}`;
}

/** A later wait than is possible was planned under a clock that was ahead. */
export function isResting(nextSearchAt: Date, now: Date): boolean {
	return nextSearchAt > now && nextSearchAt < latestSearch(now);
}
