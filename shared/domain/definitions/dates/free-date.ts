import {monthNames, toTime} from './calendar.ts';

interface Found {
	/** Of the day, since 1970; of a time, since midnight. */
	ms: number;
	/** The part of the text that says so. */
	text: string;
}

/**
 * The time of day anywhere in a text. A time zone after it is ignored, as in the programs that the files are written
 * for.
 */
export function findTime(text: string): Found | null {
	const match =
		/(?<![\d+])(?<!\s-)(?<hour>\d{1,2})\s*:\s*(?<minute>\d{2})(?:\s*:\s*(?<second>\d{2})(?:\.\d+)?)?\s*(?:(?<half>[ap])\.?m\b)?/i.exec(
			text,
		) ?? /(?<!\d)(?<hour>\d{1,2})\s*(?<half>[ap])\.?m\b/i.exec(text);
	const {hour, minute = '0', second = '0', half} = match?.groups ?? {};
	if (!match || hour === undefined) {
		return null;
	}
	const isAfternoon = half?.toLowerCase() === 'p';
	const hours = half && Number(hour) <= 12 ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
	if (hours > 23 || Number(minute) > 59 || Number(second) > 59) {
		return null;
	}
	return {ms: ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000, text: match[0]};
}

const month = `(?<month>${monthNames.map(name => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const day = '(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)';
const year = "(?<!\\d)'?(?<year>\\d{4}|\\d{2})(?![\\d:])";
const gap = '[\\s,/._-]{1,3}';

/**
 * Orders in which dates are written; those with a year come first. Numbers alone have the month first, as in the US.
 */
const orders = [
	/(?<!\d)(?<year>\d{4})\s*[年년]\s*(?<month>\d{1,2})\s*[月월]\s*(?<day>\d{1,2})\s*[日일]/,
	/(?<!\d)(?<year>\d{4})\s*[-./]\s*(?<month>\d{1,2})\s*[-./]\s*(?<day>\d{1,2})(?!\d)/,
	/(?<!\d)(?<month>\d{1,2})\s*[\\/.]\s*(?<day>\d{1,2})\s*[\\/.]\s*(?<year>\d{4}|\d{2})(?!\d)/,
	/(?<!\d)(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})(?!\d)/,
	/(?<!\d)(?<year>\d{2})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/,
	new RegExp(`(?<!\\d)(?<year>\\d{4})${gap}\\b${month}${gap}${day}`, 'i'),
	new RegExp(`(?<!\\d)(?<year>\\d{4})${gap}${day}${gap}\\b${month}`, 'i'),
	new RegExp(`${day}${gap}(?:of\\s)?\\b${month}${gap}${year}`, 'i'),
	new RegExp(`\\b${month}${gap}${day}${gap}${year}`, 'i'),
] as const;

/** Two digits of a year up to this are of this century. */
const lastYearOfCentury = 30;

/** The day anywhere in a text; null when it has none with a year. */
export function findDate(text: string): Found | null {
	for (const order of orders) {
		const match = order.exec(text);
		const ms = match ? timeOf(match.groups ?? {}) : null;
		if (match && ms !== null) {
			return {ms, text: match[0]};
		}
	}
	return null;
}

function timeOf(groups: Record<string, string | undefined>): number | null {
	const [written = '', days, years] = [groups['month'], Number(groups['day']), Number(groups['year'])];
	const number = /^\d/.test(written)
		? Number(written)
		: monthNames.findIndex(name => name.startsWith(written.slice(0, 3).toLowerCase())) + 1;
	const fullYear = years > 99 ? years : years + (years <= lastYearOfCentury ? 2000 : 1900);
	return toTime({year: fullYear, month: number, day: days}) ?? toTime({year: fullYear, month: days, day: number});
}
