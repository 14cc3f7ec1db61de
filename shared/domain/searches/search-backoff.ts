import {dayMs, hourMs} from '../durations.ts';
import {clockSkewMs} from '../network/clock-skew.ts';

/** Hours to wait after each search without a result: 6 h, 1 d, 3 d, then 7 d. */
const hours = [6, 24, 72, 168];
const longestWait = 168;
/** The same for an episode that has just aired, because its releases appear within hours. */
const freshHours = [1, 3, 6, 12, 24];
/** Milliseconds after its air time during which an episode has these waits; after `freshMs` only once a day. */
const freshMs = 2 * dayMs;
const youngMs = 7 * dayMs;
/** Searches without a result after which the waits grow no longer. */
export const triesUntilLongest = Math.max(hours.length, freshHours.length);

/** From this many milliseconds on, the pauses of the episodes of a season end together. */
const alignedFromMs = 3 * dayMs;

/** What the backoff of an episode depends on besides its searches. */
export interface WaitingSince {
	airedAt?: Date | null;
	/** Tells its season from all others; null for what is no episode. */
	season?: string | null;
}

/**
 * When to search a title again after this many searches without a result (1 for the first). Episodes that aired within
 * a week are searched more often. Later, their long pauses end in a slot of their season: having aired on different
 * days, they would otherwise be due on different days for ever, and the season would never be searched as a whole.
 */
export function nextSearch(tries: number, now: Date, {airedAt = null, season = null}: WaitingSince = {}): Date {
	const age = airedAt === null ? Number.POSITIVE_INFINITY : Number(now) - Number(airedAt);
	const isYoung = age >= 0 && age < youngMs;
	const waitMs = isYoung ? youngWait(age, tries) : (hours[triesIndex(tries)] ?? longestWait) * hourMs;
	const at = new Date(Number(now) + waitMs);
	const isLong = isYoung ? age + waitMs >= youngMs : waitMs >= alignedFromMs;
	return season !== null && isLong ? slotAfter(season, at) : at;
}

function youngWait(age: number, tries: number): number {
	return age < freshMs ? (freshHours[triesIndex(tries)] ?? 24) * hourMs : dayMs;
}

const triesIndex = (tries: number) => Math.max(tries, 1) - 1;

/** A later search than this was planned under a clock that was ahead. */
export function latestSearch(now: Date): Date {
	return new Date(Number(now) + longestWait * hourMs + slotEveryMs + clockSkewMs);
}

/** Days after which an episode that was never searched no longer counts as new. */
export const newForDays = 14;

/** An episode that never was searched, or one whose releases may still be appearing. */
export function isNewEpisode({airDateUtc, lastSearchTime}: {airDateUtc: Date | null; lastSearchTime: Date | null}, now: Date): boolean {
	const age = airDateUtc === null ? Number.NaN : Number(now) - Number(airDateUtc);
	return age >= 0 && age < (lastSearchTime === null ? newForDays * dayMs : youngMs);
}

/** Under which a search of missing subtitles is paused, apart from one of releases for the same movie or episode. */
export function subtitleSearchKey(id: string): string {
	return `subtitles-${id}`;
}

/** The same for a search of better subtitles. */
export function subtitleUpgradeKey(id: string): string {
	return `subtitles-better-${id}`;
}

/** A later wait than is possible was planned under a clock that was ahead. */
export function isPaused(nextSearchAt: Date, now: Date): boolean {
	return nextSearchAt > now && nextSearchAt < latestSearch(now);
}

/**
 * Milliseconds between two slots of a season. Half a day more than the longest pause, so that a search that begins some
 * hours after a slot still pauses its episodes long enough before the next one.
 */
export const slotEveryMs = (7 * 24 + 12) * hourMs;

const offsetBasis = 0x81_1c_9d_c5;
const prime = 0x01_00_01_93;

/**
 * The first slot of a season at this moment or later. Each season has its own, so that its episodes become due together
 * and are asked for as a whole, and the seasons of a library are spread over the week.
 */
export function slotAfter(season: string, at: Date): Date {
	const offset = hashOf(season) % slotEveryMs;
	return new Date(offset + Math.ceil((Number(at) - offset) / slotEveryMs) * slotEveryMs);
}

/** FNV-1a. Its 32 bits are more milliseconds than lie between two slots. */
function hashOf(text: string): number {
	let hash = offsetBasis;
	for (const character of text) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), prime) >>> 0;
	}
	return hash;
}
