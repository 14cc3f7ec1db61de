import {formatOf, shortDateFormat} from '../state/formats.js';

/**
 * @typedef {object} CalendarEvent
 * @property {string} id
 * @property {'movie' | 'episode'} type
 * @property {string} event
 * @property {string} date The first moment of its day in UTC: nobody knows the hour.
 * @property {string | null} title
 * @property {string | null} seriesTitle
 * @property {string | null} seriesId
 * @property {number | null} seasonNumber
 * @property {number | null} episodeNumber
 * @property {boolean} hasFile
 * @property {boolean} monitored
 * @property {string | null} libraryId
 */

const dayMs = 86_400_000;

/** `2026-11-30` in the time of the reader. @param {Date} date */
export function dayOf(date) {
	const local = new Date(Number(date) - date.getTimezoneOffset() * 60_000);
	return local.toISOString().slice(0, 10);
}

/** At noon, which is no other day where clocks are set. @param {string} day */
const noonOf = day => new Date(`${day}T12:00:00`);

/** The day that an address names, or yesterday. @param {string | null} text */
export function startOf(text) {
	const date = noonOf(text ?? '');
	return Number.isNaN(Number(date)) ? addDays(noonOf(dayOf(new Date())), -1) : date;
}

/** @param {Date} date @param {number} days */
export const addDays = (date, days) => new Date(Number(date) + days * dayMs);

/** The first day of the week of a day, for this browser. @param {Date} date */
const weekOf = date => addDays(date, -((date.getDay() + 7 - Number(formatOf('weekStart'))) % 7));

/** @param {Date} date @param {number} months Counted from its own. @returns {Date} The first of that month, at noon. */
const firstOf = (date, months = 0) => new Date(date.getFullYear(), date.getMonth() + months, 1, 12);

/** Days of the agenda. */
const agendaDays = 28;
const wholeMonth = new Intl.DateTimeFormat('en', {month: 'long', year: 'numeric'});

/**
 * What a view of the calendar shows around a day: its first day, how many there are, and where its arrows lead.
 * @param {string} view Empty for the agenda, `week` or `month`. @param {string | null} from
 */
export function spanOf(view, from) {
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
/** @param {Date} start @param {Date} end */
const monthName = (start, end) => `${months.format(start)} to ${months.format(end)}`;

const weekdays = shortDateFormat({weekday: 'long', day: 'numeric', month: 'long'});
/** @param {string} day */
export const weekday = day => weekdays.format(noonOf(day));

const shortDays = shortDateFormat({weekday: 'short', day: 'numeric', month: 'short'});
/** @param {string} day */
export const shortDay = day => shortDays.format(noonOf(day));

/**
 * How an event stands. Nobody knows the hour, so on its own day nothing is missing yet.
 * @param {Pick<CalendarEvent, 'date' | 'hasFile' | 'monitored'>} event @param {string} today
 * @returns {{text: string, tone: 'ok' | 'warn' | 'quiet'}}
 */
export function stateOf({date, hasFile, monitored}, today) {
	const own = date.slice(0, 10);
	if (hasFile) {
		return {text: 'In the library', tone: 'ok'};
	}
	if (own < today) {
		return {text: 'Missing', tone: monitored ? 'warn' : 'quiet'};
	}
	return {text: own === today ? 'Today' : 'Upcoming', tone: 'quiet'};
}
