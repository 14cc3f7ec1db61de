import type {CalendarEvent} from '../client/schemas.ts';
import {formatOf, shortDateFormat} from '../state/formats.ts';

export type {CalendarEvent} from '../client/schemas.ts';

const dayMs = 86_400_000;

/** `2026-11-30` in the time of the reader. */
export function dayOf(date: Date) {
	const local = new Date(Number(date) - date.getTimezoneOffset() * 60_000);
	return local.toISOString().slice(0, 10);
}

/** At noon, which is no other day where clocks are set. */
const noonOf = (day: string) => new Date(`${day}T12:00:00`);

/** The day that an address names, or yesterday. */
export function startOf(text: string | null) {
	const date = noonOf(text ?? '');
	return Number.isNaN(Number(date)) ? addDays(noonOf(dayOf(new Date())), -1) : date;
}

export const addDays = (date: Date, days: number) => new Date(Number(date) + days * dayMs);

/** The first day of the week of a day, for this browser. */
const weekOf = (date: Date) => addDays(date, -((date.getDay() + 7 - Number(formatOf('weekStart'))) % 7));

/**
 * @param months Counted from its own.
 * @returns The first of that month, at noon.
 */
const firstOf = (date: Date, months: number = 0): Date => new Date(date.getFullYear(), date.getMonth() + months, 1, 12);

/** Days of the agenda. */
const agendaDays = 28;
const wholeMonth = new Intl.DateTimeFormat('en', {month: 'long', year: 'numeric'});

/**
 * What a view of the calendar shows around a day: its first day, how many there are, and where its arrows lead.
 * @param view Empty for the agenda, `week` or `month`.
 */
export function spanOf(view: string, from: string | null) {
	if (view === 'month') {
		const first = firstOf(startOf(from ?? dayOf(new Date())));
		const start = weekOf(first);
		const days = Math.round((Number(firstOf(first, 1)) - Number(start)) / dayMs);
		return {
			start,
			days: Math.ceil(days / 7) * 7,
			earlier: firstOf(first, -1),
			later: firstOf(first, 1),
			name: wholeMonth.format(first),
			step: 'One month',
		};
	}
	const [start, days] = view === 'week' ? [weekOf(startOf(from ?? dayOf(new Date()))), 7] : [startOf(from), agendaDays];
	const name = monthName(start, addDays(start, days - 1));
	return {
		start,
		days,
		earlier: addDays(start, -days),
		later: addDays(start, days),
		name,
		step: view === 'week' ? 'One week' : 'Four weeks',
	};
}

const months = shortDateFormat({day: 'numeric', month: 'short'});
const monthName = (start: Date, end: Date) => `${months.format(start)} to ${months.format(end)}`;

const weekdays = shortDateFormat({weekday: 'long', day: 'numeric', month: 'long'});
export const weekday = (day: string) => weekdays.format(noonOf(day));

const shortDays = shortDateFormat({weekday: 'short', day: 'numeric', month: 'short'});
export const shortDay = (day: string) => shortDays.format(noonOf(day));

/** How an event stands. Nobody knows the hour, so on its own day nothing is missing yet. */
export function stateOf(
	{date, hasFile, monitored}: Pick<CalendarEvent, 'date' | 'hasFile' | 'monitored'>,
	today: string,
): {text: string; tone: 'ok' | 'warn' | 'quiet'} {
	const own = date.slice(0, 10);
	if (hasFile) {
		return {text: 'In the library', tone: 'ok'};
	}
	if (own < today) {
		return {text: 'Missing', tone: monitored ? 'warn' : 'quiet'};
	}
	return {text: own === today ? 'Today' : 'Upcoming', tone: 'quiet'};
}
