import type {MinimumAvailability} from './movie.ts';

export interface ReleaseDates {
	inCinemas: Date | null;
	digitalRelease: Date | null;
	physicalRelease: Date | null;
}

const millisecondsPerDay = 86_400_000;
/** Films whose home release nobody has announced are usually to be had by then. */
const daysFromCinemaToHome = 90;

function earliest(dates: (Date | null)[]): Date | null {
	const known = dates.filter(date => date !== null).map(Number);
	return known.length > 0 ? new Date(Math.min(...known)) : null;
}

function homeRelease({inCinemas, digitalRelease, physicalRelease}: ReleaseDates): Date | null {
	const announced = earliest([digitalRelease, physicalRelease]);
	if (announced || !inCinemas) {
		return announced;
	}

	return new Date(Number(inCinemas) + daysFromCinemaToHome * millisecondsPerDay);
}

/** When a movie becomes available by its own setting: `always`, a date, or `never` while no date is known. */
export function availableFrom(minimum: MinimumAvailability, dates: ReleaseDates): Date | 'always' | 'never' {
	if (minimum === 'announced') {
		return 'always';
	}

	const date = minimum === 'inCinemas' ? (dates.inCinemas ?? homeRelease(dates)) : homeRelease(dates);
	return date ?? 'never';
}

export function isAvailable(minimum: MinimumAvailability, dates: ReleaseDates, now: Date): boolean {
	const from = availableFrom(minimum, dates);
	return from === 'always' || (from !== 'never' && from <= now);
}

/** Episodes are out hours before their date in other time zones. */
const airingToleranceMilliseconds = millisecondsPerDay;

/**
 * When all the episodes of a release have aired. One episode without a date may well be out (specials often
 * have none); a pack with such an episode is not complete yet. `isTakenEarly` is what the user says of
 * episodes that air within a day.
 */
export function episodesAvailableFrom(airDates: readonly (Date | null)[], isTakenEarly = true): Date | 'always' | 'never' {
	if (airDates.includes(null)) {
		return airDates.length > 1 ? 'never' : 'always';
	}

	const last = Math.max(...airDates.map(Number));
	return airDates.length > 0 ? new Date(last - (isTakenEarly ? airingToleranceMilliseconds : 0)) : 'never';
}
