import {clockSkewMs} from '../network/clock-skew.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Hours to wait after each search without a result: 6 h, 1 d, 3 d, then 7 d. */
const hours = [6, 24, 72, 168];
const longestWait = 168;
/** The same for an episode that has just aired, because its releases appear within hours. */
const freshHours = [1, 3, 6, 12, 24];
/** Milliseconds after its air time during which an episode has these waits; after `freshMs` only once a day. */
const freshMs = 2 * day;
const youngMs = 7 * day;

/**
 * When to search a title again after this many searches without a result (1 for the first). Episodes that aired within
 * a week are searched more often.
 */
export function nextSearch(tries: number, now: Date, airedAt: Date | null = null): Date {
	const place = Math.max(tries, 1) - 1;
	const age = airedAt === null ? Number.POSITIVE_INFINITY : Number(now) - Number(airedAt);
	if (age >= 0 && age < freshMs) {
		return new Date(Number(now) + (freshHours[place] ?? 24) * hour);
	}
	if (age >= 0 && age < youngMs) {
		return new Date(Number(now) + day);
	}
	return new Date(Number(now) + (hours[place] ?? longestWait) * hour);
}

/** A later search than this was planned under a clock that was ahead. */
export function latestSearch(now: Date): Date {
	return new Date(Number(now) + longestWait * hour + clockSkewMs);
}

/** Days after which an episode that was never searched no longer counts as new. */
export const newForDays = 14;

/** An episode that never was searched, or one whose releases may still be appearing. */
export function isNewEpisode({airDateUtc, lastSearchTime}: {airDateUtc: Date | null; lastSearchTime: Date | null}, now: Date): boolean {
	const age = airDateUtc === null ? Number.NaN : Number(now) - Number(airDateUtc);
	return age >= 0 && age < (lastSearchTime === null ? newForDays * day : youngMs);
}

/** Under which a search of missing subtitles rests, apart from one of releases for the same movie or episode. */
export function subtitleSearchKey(id: string): string {
	return `subtitles-${id}`;
}

/** The same for a search of better subtitles. */
export function subtitleUpgradeKey(id: string): string {
	return `subtitles-better-${id}`;
}

/** A later wait than is possible was planned under a clock that was ahead. */
export function isResting(nextSearchAt: Date, now: Date): boolean {
	return nextSearchAt > now && nextSearchAt < latestSearch(now);
}
