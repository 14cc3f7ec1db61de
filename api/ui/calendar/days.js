const dayMs = 86_400_000;

/** `2026-11-30` in the time of the reader. @param {Date} date */
export function dayOf(date) {
	const local = new Date(Number(date) - date.getTimezoneOffset() * 60_000);
	return local.toISOString().slice(0, 10);
}

/** The day that an address names, or yesterday. @param {string | null} text */
export function startOf(text) {
	const date = text ? new Date(`${text}T12:00:00`) : new Date(Date.now() - dayMs);
	return Number.isNaN(Number(date)) ? new Date() : date;
}

/** @param {Date} date @param {number} days */
export const addDays = (date, days) => new Date(Number(date) + days * dayMs);

const months = new Intl.DateTimeFormat('en', {day: 'numeric', month: 'short'});
/** @param {Date} start @param {Date} end */
export const monthName = (start, end) => `${months.format(start)} to ${months.format(end)}`;

const weekdays = new Intl.DateTimeFormat('en', {weekday: 'long', day: 'numeric', month: 'long'});
/** @param {string} day */
export const weekday = day => weekdays.format(new Date(`${day}T12:00:00`));

const times = new Intl.DateTimeFormat('en', {hour: '2-digit', minute: '2-digit', hour12: false});
/** @param {string} iso */
export const timeOf = iso => times.format(new Date(iso));
