import {Unusable} from '../definition.ts';
import {dayMs, printedLayout, weekdayNames} from './calendar.ts';
import {parseExact} from './exact-date.ts';
import {findDate, findTime} from './free-date.ts';

/** Also forms of these words, such as `mins`. */
const units: readonly [words: RegExp, seconds: number][] = [
	[/sec|^s$/, 1],
	[/min|^m$/, 60],
	[/hour|hr|^h$/, 3600],
	[/day|^d$/, 86_400],
	[/week|wk|^w$/, 604_800],
	[/month|^mos?$/, 2_592_000],
	[/year|yr|^y$/, 31_536_000],
];

const isNow = (text: string) => /\bnow\b/i.test(text);

/**
 * The time that lies as far back as the text says: `2 days, 3 hrs ago`. Throws `Unusable` for a text that says nothing
 * of the kind, an unknown unit, and more than a date can be.
 */
export function timeAgo(text: string, now: Date): Date {
	const lower = text.toLowerCase();
	if (isNow(lower)) {
		return now;
	}
	const plain = lower
		.replaceAll(',', '')
		.replaceAll('ago', '')
		.replaceAll('and', '')
		.replace(/\b(?:an?|one)\s+/g, '1 ');
	if (!/\d\s*[^\d\s.]/.test(plain)) {
		throw new Unusable(`${text.slice(0, 40)} says no time`);
	}
	let seconds = 0;
	for (const [, number, unit = ''] of plain.matchAll(/\s*?(\d+(?:\.\d+)?)\s*([^\d\s.]+)\s*?/g)) {
		const each = units.find(([words]) => words.test(unit))?.[1];
		if (each === undefined) {
			throw new Unusable(`${unit} is no known unit of time`);
		}
		seconds += Number(number) * each;
	}
	const date = new Date(now.getTime() - seconds * 1000);
	if (Number.isNaN(date.getTime())) {
		throw new Unusable(`${text.slice(0, 40)} is before all time`);
	}
	return date;
}

const startOfDay = (date: Date, days = 0) => Math.floor(date.getTime() / dayMs) * dayMs + days * dayMs;
const relativeDays: readonly [RegExp, number][] = [
	[/\btoday\b(?:[\s,]+at\b)?[\s,]*/i, 0],
	[/\byesterday\b(?:[\s,]+at\b)?[\s,]*/i, -1],
	[/\btomorrow\b(?:[\s,]+at\b)?[\s,]*/i, 1],
];
const weekday = new RegExp(`\\b(${weekdayNames.join('|')})\\s+at\\s+`, 'i');
/** Numbers above this are milliseconds; as seconds they would be in the year 5138. */
const maxSeconds = 100_000_000_000;

/** Reads a date as people and sites write it, in English. Throws `Unusable` for a text without one. */
export function fuzzyDate(written: string, now: Date): Date {
	const text = written.trim();
	const printed = parseExact(text, printedLayout, now);
	if (printed) {
		return printed;
	}
	const eightDigits = /^(?:19|20)\d{6}$/.test(text) ? parseExact(text, 'yyyyMMdd', now) : null;
	if (eightDigits) {
		return eightDigits;
	}
	if (/^\d{1,15}$/.test(text)) {
		return new Date(Number(text) > maxSeconds ? Number(text) : Number(text) * 1000);
	}
	if (isNow(text)) {
		return now;
	}
	if (/\bago\b/i.test(text)) {
		return timeAgo(text, now);
	}
	const relative = relativeDays.find(([pattern]) => pattern.test(text));
	if (relative) {
		return new Date(startOfDay(now, relative[1]) + (findTime(text.replace(relative[0], ''))?.ms ?? 0));
	}
	const day = weekday.exec(text);
	if (day) {
		const daysAgo = (now.getUTCDay() - (weekdayNames as readonly string[]).indexOf(day[1]?.toLowerCase() ?? '') + 7) % 7;
		return new Date(startOfDay(now, -daysAgo) + (findTime(text.replace(weekday, ''))?.ms ?? 0));
	}
	return freeDate(text, now);
}

/** A time means today only if nothing is beside it: other words and numbers are a date that we cannot read. */
function isTimeAlone(rest: string): boolean {
	return !/[\p{L}\p{N}]/u.test(rest.replace(/[+-]\d{1,2}:?\d{2}|\b(?:at|utc|gmt|[ecmpw]e?[sd]?t|z)\b/gi, ''));
}

function freeDate(text: string, now: Date): Date {
	const year = now.getUTCFullYear();
	const withYear = text
		.replace(/^(\d{1,2}-\d{1,2})(?=\s|$)/, `${year}-$1`)
		.replace(/^(\d{1,2}\s+[a-z]{3,9}\.?)(?=\s+\d{1,2}:\d{2})/i, `$1 ${year}`);
	const date = findDate(withYear);
	const time = findTime(date ? withYear.replace(date.text, ' ') : withYear);
	if (date) {
		const at = date.ms + (time?.ms ?? 0);
		return withYear !== text && at > now.getTime() + dayMs ? freeDate(withYear.replace(String(year), String(year - 1)), now) : new Date(at);
	}
	if (!time || !isTimeAlone(text.replace(time.text, ' '))) {
		throw new Unusable(`${text.slice(0, 40)} has no date`);
	}
	return new Date(startOfDay(now) + time.ms);
}
