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

const months = new Intl.DateTimeFormat('en', {day: 'numeric', month: 'short'});
/** @param {Date} start @param {Date} end */
export const monthName = (start, end) => `${months.format(start)} to ${months.format(end)}`;

const weekdays = new Intl.DateTimeFormat('en', {weekday: 'long', day: 'numeric', month: 'long'});
/** @param {string} day */
export const weekday = day => weekdays.format(noonOf(day));
