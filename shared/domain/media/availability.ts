import {dayMs} from '../durations.ts';
import type {MinimumAvailability} from './movie.ts';

export interface ReleaseDates {
	inCinemas: Date | null;
	digitalRelease: Date | null;
	physicalRelease: Date | null;
}

/** Days after the cinema release by which a film without an announced home release is usually available. */
const daysFromCinemaToHome = 90;

/** Days after the cinema release beyond which a date of a home release is one of many, such as that of a service. */
const longestToHome = 730;

function earliest(dates: (Date | null)[]): Date | null {
	const known = dates.filter(date => date !== null).map(Number);
	return known.length > 0 ? new Date(Math.min(...known)) : null;
}

function homeRelease({inCinemas, digitalRelease, physicalRelease}: ReleaseDates): Date | null {
	const announced = earliest([digitalRelease, physicalRelease]);
	const daysToHome = announced && inCinemas ? (Number(announced) - Number(inCinemas)) / dayMs : 0;
	if (!inCinemas || (announced && daysToHome <= longestToHome)) {
		return announced;
	}
	return new Date(Number(inCinemas) + daysFromCinemaToHome * dayMs);
}

/** Days from -365 to 365 by which a movie counts as available later, or earlier if negative. */
export type AvailabilityDelay = number;

/** The movie's own delay, or the one of the setting. */
export function availabilityDelayOf({availabilityDelayDays}: {availabilityDelayDays?: number | null}, usual: number): AvailabilityDelay {
	return availabilityDelayDays ?? usual;
}

/** When a movie becomes available by its own setting: `always`, a date, or `never` while no date is known. */
export function availableFrom(minimum: MinimumAvailability, dates: ReleaseDates, delay: AvailabilityDelay): Date | 'always' | 'never' {
	if (minimum === 'announced') {
		return 'always';
	}
	return availableAt(minimum, availableBy(dates), delay) ?? 'never';
}

export function isAvailable(minimum: MinimumAvailability, dates: ReleaseDates, delay: AvailabilityDelay, now: Date): boolean {
	const from = availableFrom(minimum, dates, delay);
	return from === 'always' || (from !== 'never' && from <= now);
}

/** When a movie becomes available by each setting that depends on a date; null while no date is known. */
export interface AvailableBy {
	inCinemas: Date | null;
	released: Date | null;
}

export function availableBy(dates: ReleaseDates): AvailableBy {
	const released = homeRelease(dates);
	// What came to the homes before the cinemas is out.
	return {inCinemas: earliest([dates.inCinemas, released]), released};
}

/** For movies that are available whatever their dates. */
export const alwaysAvailable = new Date(0);

/** Like `availableFrom`, as one value that can be compared: null for never. */
export function availableAt(minimum: MinimumAvailability, by: AvailableBy, delay: AvailabilityDelay): Date | null {
	return minimum === 'announced' ? alwaysAvailable : delayed(by[minimum], delay);
}

/**
 * The release that a movie waits for by its own setting. One that is available when announced waits for none, so its
 * first release counts. Null while no date is known.
 */
export function releasedAt(minimum: MinimumAvailability, by: AvailableBy, delay: AvailabilityDelay): Date | null {
	return minimum === 'announced' ? earliest([by.inCinemas, by.released]) : delayed(by[minimum], delay);
}

function delayed(date: Date | null, delay: AvailabilityDelay): Date | null {
	return date && new Date(Number(date) + delay * dayMs);
}

/** Because of time zones, episodes may be out hours before their date. */
const airingToleranceMs = dayMs;

/**
 * When all episodes of a release have aired. A single episode without a date may already be out (specials often
 * have no date), but a pack that ends with such an episode is not complete yet. Between the others, it is out when the
 * next one is. `isTakenEarly` is the user's setting for episodes that air within a day.
 */
export function episodesAvailableFrom(airDates: readonly (Date | null)[], isTakenEarly = true): Date | 'always' | 'never' {
	if (airDates.at(-1) === null) {
		return airDates.length > 1 ? 'never' : 'always';
	}
	const last = Math.max(...airDates.map(Number));
	return airDates.length > 0 ? new Date(last - (isTakenEarly ? airingToleranceMs : 0)) : 'never';
}
