import {minuteMs} from '../durations.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const zone = '(?<zone>[+-]\\d{1,2}(?::?\\d{2})?|[A-Za-z]{1,5}(?:[+-]\\d{1,4})?)?';
const time = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d{1,9})?)?(?:\\s*(?<half>[ap])\\.?m\\b\\.?)?';

/**
 * RFC 822 with variants found in feeds: no weekday, full month names, two-digit years, zones as letters or two digits.
 */
const written = new RegExp(
	`^(?:[a-z]{2,9}(?:,\\s*|\\s+))?(?<day>\\d{1,2})[\\s-](?<month>[a-z]{3})[a-z]{0,6}[\\s-](?<year>\\d{2,4})(?:,?\\s+${time}\\s*${zone})?$`,
	'i',
);
const numeric = new RegExp(`^(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})(?:[T\\s]+${time}\\s*${zone})?$`, 'i');
/** With slashes and dashes the month comes first, as in the US; with dots the day does. */
const yearLast = new RegExp(
	`^(?:[a-z]{2,9},?\\s+)?(?:(?<month>\\d{1,2})(?<mark>[-/])(?<day>\\d{1,2})\\k<mark>|(?<dotDay>\\d{1,2})\\.(?<dotMonth>\\d{1,2})\\.)(?<year>\\d{4})(?:,?[T\\s]+${time}\\s*${zone})?$`,
	'i',
);
/** `Feb 17, 2016 11:03 PM`, `Wednesday, February 17, 2016`: the words of Americans. */
const monthInWords = new RegExp(
	`^(?:[a-z]{2,9},?\\s+)?(?<month>[a-z]{3})[a-z]{0,6}\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+)?${time}\\s*${zone})?$`,
	'i',
);
/** `Wed Feb 17 23:03:00 2016`, as programs in C write it. */
const yearBehindTime = new RegExp(
	`^[a-z]{3}\\s+(?<month>[a-z]{3})\\s+(?<day>\\d{1,2})\\s+${time}\\s+(?:(?:UTC|GMT)\\s+)?(?<year>\\d{4})$`,
	'i',
);
const epoch = /^\d{9,10}$/;
const epochMs = /^\d{12,13}$/;

/**
 * Parses a date in a feed; null when invalid. Zone names other than UTC's are ignored, because sites use
 * them for different zones.
 */
export function parseDate(text: string): Date | null {
	const trimmed = text.trim().slice(0, 60);
	if (epoch.test(trimmed)) {
		return new Date(Number(trimmed) * 1000);
	}
	if (epochMs.test(trimmed)) {
		return new Date(Number(trimmed));
	}
	const found = [written, numeric, monthInWords, yearBehindTime].map(each => each.exec(trimmed)).find(Boolean);
	const groups = found?.groups ?? monthFirst(trimmed);
	if (!groups) {
		return null;
	}
	const month = monthOf(groups['month'] ?? '');
	const [day, minute, second] = ['day', 'minute', 'second'].map(name => Number(groups[name] ?? 0));
	const hour = hourOfDay(Number(groups['hour'] ?? 0), groups['half']);
	if (month < 0 || month > 11 || !isClock({day, hour, minute, second})) {
		return null;
	}
	const year = fullYear(groups['year'] ?? '');
	if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) {
		return null;
	}
	const local = Date.UTC(year, month, day, hour, minute, second);
	return new Date(local - offsetMinutes(groups['zone'] ?? '') * minuteMs);
}

/** If the first number cannot be a month, it is the day. */
function monthFirst(text: string): Record<string, string | undefined> | null {
	const groups = yearLast.exec(text)?.groups;
	if (!groups) {
		return null;
	}
	const [month = '', day = ''] = groups['mark'] ? [groups['month'], groups['day']] : [groups['dotMonth'], groups['dotDay']];
	return {...groups, ...(Number(month) > 12 ? {month: day, day: month} : {month, day})};
}

/** 12 o'clock is the first hour of its half of the day. */
function hourOfDay(hour: number, half: string | undefined): number {
	if (!half || hour > 12) {
		return hour;
	}
	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function monthOf(text: string): number {
	return /^\d+$/.test(text) ? Number(text) - 1 : months.indexOf(text.toLowerCase());
}

function fullYear(text: string): number {
	const year = Number(text);
	if (text.length > 2) {
		return year;
	}
	return year < 70 ? 2000 + year : 1900 + year;
}

function isClock({day = 0, hour = 0, minute = 0, second = 0}: Record<string, number | undefined>): boolean {
	return day >= 1 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
}

function offsetMinutes(zone: string): number {
	const found = /(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?$/.exec(zone)?.groups;
	if (!found) {
		return 0;
	}
	const minutes = Number(found['hours']) * 60 + Number(found['minutes'] ?? 0);
	return found['sign'] === '-' ? -minutes : minutes;
}
