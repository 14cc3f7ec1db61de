export const dayMs = 86_400_000;

export const monthNames = [
	'january',
	'february',
	'march',
	'april',
	'may',
	'june',
	'july',
	'august',
	'september',
	'october',
	'november',
	'december',
] as const;

/** In the order of `Date.getUTCDay`. */
export const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

interface Moment {
	year: number;
	/** From 1. */
	month: number;
	day: number;
	hour?: number;
	minute?: number;
	second?: number;
	milliseconds?: number;
}

/** Milliseconds since 1970; null when there is no such day or time. */
export function toTime({year, month, day, hour = 0, minute = 0, second = 0, milliseconds = 0}: Moment): number | null {
	const midnight = new Date(Date.UTC(year, month - 1, day));
	const isDay = month >= 1 && month <= 12 && midnight.getUTCDate() === day && year >= 1000;
	if (!isDay || hour > 23 || minute > 59 || second > 59) {
		return null;
	}
	return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

const titled = (name: string | undefined) => (name ?? '').slice(0, 3).replace(/^./, letter => letter.toUpperCase());
const two = (number: number) => String(number).padStart(2, '0');

/** The form in which values of dates are handed on: `Sat, 07 Mar 2026 16:05:09 +0`. */
export function printDate(date: Date): string {
	const day = `${titled(weekdayNames[date.getUTCDay()])}, ${two(date.getUTCDate())} ${titled(monthNames[date.getUTCMonth()])}`;
	const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
	return `${day} ${String(date.getUTCFullYear()).padStart(4, '0')} ${time} +0`;
}

export const printedLayout = 'ddd, dd MMM yyyy HH:mm:ss z';
