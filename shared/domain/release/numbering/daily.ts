import {matchAt} from '../../text/match-at.ts';
import type {Mark, Reader, Release} from './numbering.ts';

/** The months, long and short, in the languages of broadcasters whose shows are released by date. */
const months = [
	'january jan januar janvier janv enero ene gennaio gen janeiro',
	'february feb februar février fevrier fév febrero febbraio fevereiro fev',
	'march mar märz mars marzo março marco',
	'april apr avril avr abril abr aprile',
	'may mai mayo maggio mag maio',
	'june jun juni juin junio giugno giu junho',
	'july jul juli juillet juil julio luglio lug julho',
	'august aug août aout agosto ago',
	'september sep sept septembre septiembre settembre set setembro',
	'october oct oktober okt octobre octubre ottobre ott outubro out',
	'november nov novembre noviembre novembro',
	'december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro',
];

const numbers: ReadonlyMap<string, number> = new Map(
	months.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);

/** All of them as part of a pattern, longest first. */
const monthNames = [...numbers.keys()].toSorted((a, b) => b.length - a.length).join('|');

const separated = /(?<!\d)((?:19|20)\d\d)([ ._/-]{1,2})(\d{1,2})\2(\d{1,2})(?!\d|\2(?:19|20)\d\d(?!\d))/;
const compact = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/;
const dayFirst = /(?<![a-z\d])(\d{1,2})([ ._/-])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/i;
const shortDate = /(?<=[ ._\]-]|^)(\d\d)([ ._-]?)([01]\d)\2([0-3]\d)(?=[ ._\])-]|$)/;
const eastern = /((?:19|20)\d\d)[년年] ?(\d{1,2})[월月] ?(\d{1,2})[일日]/;
const spelledMonth = new RegExp(
	`(?<![a-z\\d])(?:(\\d{1,2})(?:st|nd|rd|th|\\.)?[ ._-]{1,2}(?:de[ ._])?)?(${monthNames})[ ._-]{1,2}(?:de[ ._])?(?:(\\d{1,2})(?:st|nd|rd|th)?,?[ ._-]{1,2})?((?:19|20)\\d\\d)(?!\\d)`,
	'i',
);

/** `2024 Nov 03`. */
const spelledYearFirst = new RegExp(
	`(?<![a-z\\d])((?:19|20)\\d\\d)[ ._-]{1,2}(${monthNames})[ ._-]{1,2}(\\d{1,2})(?:st|nd|rd|th)?(?![a-z\\d])`,
	'i',
);

/** `Date 12.12.12 2012`. */
const yearBehind = /^[ ._]{1,2}[([]?(?:19|20)\d\d(?!\d)/;
const mayHaveYear = /(?:19|20)\d\d/;
const partOfDay = /[ ._-]{1,3}(?:part|pt)[ ._-]?(\d{1,2})(?!\d)/iy;

/** Television from before this year is not released by date, so such a number is not a date. */
const firstYear = 1970;

type Day = Record<'year' | 'month' | 'day', number>;

function isDay({year, month, day}: Day): boolean {
	const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
	return days !== undefined && day >= 1 && day <= days;
}

/** Month and day are swapped when only that gives a valid date: `2012.13.02` is 13 February. */
function toDay(year: number, month: number, day: number): Day | null {
	const asWritten = {year, month, day};
	if (isDay(asWritten)) {
		return asWritten;
	}
	const swapped = {year, month: day, day: month};
	return isDay(swapped) ? swapped : null;
}

function toMark(text: string, found: RegExpExecArray, day: Day): Mark {
	const end = found.index + found[0].length;
	const part = matchAt(partOfDay, text, end);
	const two = (number: number) => String(number).padStart(2, '0');
	return {
		start: found.index,
		end: end + (part?.[0].length ?? 0),
		airDate: `${day.year}-${two(day.month)}-${two(day.day)}`,
		dailyPart: part ? Number(part[1]) : null,
	};
}

function findYearFirst(text: string): {found: RegExpExecArray; day: Day} | null {
	for (const [pattern, month, dayAt] of [
		[separated, 3, 4],
		[compact, 2, 3],
		[eastern, 2, 3],
	] as const) {
		const found = pattern.exec(text);
		const day = found && toDay(Number(found[1]), Number(found[month]), Number(found[dayAt]));
		if (day) {
			return {found, day};
		}
	}
	return null;
}

/** `30-04-2024`, `04-30-2024` and `(03.11.2025)`. Other ambiguous dates have already been blanked. */
function findYearLast(text: string): {found: RegExpExecArray; day: Day} | null {
	const found = dayFirst.exec(text);
	if (!found) {
		return null;
	}
	const dayLeads = found[2] === '.' && text.charAt(found.index - 1) === '(' && text.charAt(found.index + found[0].length) === ')';
	const [month, number] = dayLeads ? [found[3], found[1]] : [found[1], found[3]];
	const day = toDay(Number(found[4]), Number(month), Number(number));
	return day && {found, day};
}

function findSpelled(text: string): {found: RegExpExecArray; day: Day} | null {
	const found = spelledMonth.exec(text);
	const written = found?.[1] ?? found?.[3];
	if (!found || !written) {
		const yearFirst = spelledYearFirst.exec(text);
		const day = yearFirst && toDay(Number(yearFirst[1]), monthNumber(yearFirst[2]!), Number(yearFirst[3])); // three groups
		return day && {found: yearFirst, day};
	}
	const day = toDay(Number(found[4]), monthNumber(found[2]!), Number(written));
	return day && {found, day};
}

const yearInTitle = /[([]((?:19|20)\d\d)[\])]/;

/** A show from that time may have old dates: `Title (1955) - 1954-01-23`. */
function earliestYear(text: string): number {
	const found = yearInTitle.exec(text);
	return found ? Math.min(Number(found[1]) - 1, firstYear) : firstYear;
}

/** Does the name have a date from before shows were released by date? Such names are refused. */
export function hasImpossibleDate(text: string): boolean {
	const found = separated.exec(text);
	const day = found && toDay(Number(found[1]), Number(found[3]), Number(found[4]));
	return day !== null && day.year < earliestYear(text);
}

/** A full date, year first or last: `2011-04-12`, `20201013`, `30.04.2024`, `12 Apr 2011`. */
export const readDaily: Reader = ({text}) => readDay(text);

const roundTheClock = /^24[ ._/-]7[ ._/-]/;

function readDay(text: string): Mark | null {
	if (!mayHaveYear.test(text)) {
		return null;
	}
	const date = findYearFirst(text) ?? findYearLast(text) ?? findSpelled(text);
	const mark = date && date.day.year >= earliestYear(text) ? toMark(text, date.found, date.day) : null;
	// `11.14.2003.1080p`: a title may itself be a date when the name starts with one whose year is not first. `24.7`
	// may also be part of a title.
	const unsure = mark && ((mark.start === 0 && !/^\d{4}/.test(text)) || roundTheClock.test(text.slice(mark.start, mark.end)));
	return unsure ? {...mark, unsure} : mark;
}

/**
 * A name that begins with its date, such as `20161024- Name.21x41`, is identified by that date whatever numbers follow.
 */
export const readDateInFront: Reader = release => {
	const mark = /^(?:19|20)\d\d/.test(release.name) ? readDaily(release) : null;
	return mark?.start === 0 ? mark : null;
};

/**
 * `2019.11.05 WEB s03e22`: a separate date before the episode ends the title and identifies the broadcast more
 * reliably. Null when date and episode are adjacent.
 */
export function readDateBefore(release: Release, episode: Mark): Mark | null {
	if (!mayHaveYear.test(release.name.slice(0, episode.start))) {
		return null;
	}
	const text = release.text.slice(0, episode.start);
	const day = readDay(text);
	return day && day.start > release.start && /[^ ._()[\]-]/.test(text.slice(day.end)) ? {...episode, ...day, end: episode.end} : null;
}

/** `01-02-03` is a list of episodes, not a date. */
function isAscending(found: RegExpExecArray): boolean {
	return Number(found[1]) < Number(found[3]) && Number(found[3]) < Number(found[4]);
}

/** `140722` or `14.07.22`: two-digit year, month and day. */
export const readShortDate: Reader = ({text}) => {
	const found = shortDate.exec(text);
	if (!found || (found[2] === '-' && isAscending(found))) {
		return null;
	}
	const day = {year: 2000 + Number(found[1]), month: Number(found[3]), day: Number(found[4])};
	const mark = isDay(day) ? toMark(text, found, day) : null;
	return mark && yearBehind.test(text.slice(mark.end)) ? {...mark, unsure: true} : mark;
};

/** From 1 to 12. */
function monthNumber(name: string): number {
	return numbers.get(name.toLowerCase()) ?? 0;
}
