import {dayMs, monthNames, toTime, weekdayNames} from './calendar.ts';

/** What a text says; what it does not say is undefined. */
interface Parts {
	year?: number;
	month?: number;
	day?: number;
	weekday?: number;
	hour?: number;
	minute?: number;
	second?: number;
	milliseconds?: number;
	isAfternoon?: boolean;
	offsetMinutes?: number;
}

type Field = [pattern: string, set: (parts: Parts, text: string) => void];

/** Two digits of a year up to this are of this century. */
const lastYearOfCentury = 49;

export function fullYear(text: string): number {
	const year = Number(text);
	return text.length > 2 ? year : year + (year <= lastYearOfCentury ? 2000 : 1900);
}

const names = (all: readonly string[], length?: number) => all.map(name => name.slice(0, length)).join('|');
const indexOf = (all: readonly string[], text: string) => all.findIndex(name => name.startsWith(text.toLowerCase().slice(0, 3)));

const setMonth = (parts: Parts, text: string) => {
	parts.month = indexOf(monthNames, text) + 1;
};
const setWeekday = (parts: Parts, text: string) => {
	parts.weekday = indexOf(weekdayNames, text);
};
const setNumber =
	(name: 'month' | 'day' | 'hour' | 'minute' | 'second') =>
	(parts: Parts, text: string): void => {
		parts[name] = Number(text);
	};
const setOffset = (parts: Parts, text: string) => {
	const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
	parts.offsetMinutes = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
};
const setFraction = (parts: Parts, text: string) => {
	parts.milliseconds = Math.floor(Number(`0.${text.replace('.', '') || '0'}`) * 1000);
};
const setYear = (parts: Parts, text: string) => {
	parts.year = fullYear(text);
};
const setHalf = (parts: Parts, text: string) => {
	parts.isAfternoon = /^p/i.test(text);
};

/** The fields of .NET's layouts. */
const fields: Readonly<Record<string, Field>> = {
	yyyy: ['\\d{4}', setYear],
	yyy: ['\\d{4}', setYear],
	yy: ['\\d{2}', setYear],
	y: ['\\d{1,2}', setYear],
	MMMM: [names(monthNames), setMonth],
	MMM: [names(monthNames, 3), setMonth],
	MM: ['\\d{2}', setNumber('month')],
	M: ['\\d{1,2}', setNumber('month')],
	dddd: [names(weekdayNames), setWeekday],
	ddd: [names(weekdayNames, 3), setWeekday],
	dd: ['\\d{2}', setNumber('day')],
	d: ['\\d{1,2}', setNumber('day')],
	HH: ['\\d{2}', setNumber('hour')],
	H: ['\\d{1,2}', setNumber('hour')],
	hh: ['\\d{2}', setNumber('hour')],
	h: ['\\d{1,2}', setNumber('hour')],
	mm: ['\\d{2}', setNumber('minute')],
	m: ['\\d{1,2}', setNumber('minute')],
	ss: ['\\d{2}', setNumber('second')],
	s: ['\\d{1,2}', setNumber('second')],
	tt: ['[ap]m', setHalf],
	t: ['[ap]', setHalf],
	zzz: ['[+-]\\d{1,2}:?\\d{2}|z', setOffset],
	zz: ['[+-]\\d{1,2}', setOffset],
	z: ['[+-]\\d{1,2}', setOffset],
	K: ['z|[+-]\\d{2}:\\d{2}|', setOffset],
};

const token = /'[^']*'|"[^"]*"|\\.|([yMdHhmstzKfF])\1*|\s+|./gsu;
const literally = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, each => `\\u{${each.codePointAt(0)?.toString(16)}}`);

interface Layout {
	pattern: RegExp;
	set: Field[1][];
}

/** Null for a layout that has a field .NET does not know. */
function readLayout(layout: string): Layout | null {
	const set: Field[1][] = [];
	let pattern = '';
	for (const [text] of layout.matchAll(token)) {
		const field = fields[text];
		if (field) {
			pattern += `(${field[0]})`;
			set.push(field[1]);
		} else if (/^[fF]+$/.test(text)) {
			pattern += text.startsWith('f') ? `(\\d{${text.length}})` : `(\\d{0,${text.length}})`;
			set.push(setFraction);
		} else if (/^[yMdHhmstzK]+$/.test(text)) {
			return null;
		} else {
			pattern += /^\s+$/.test(text) ? '\\s+' : literally(/^(['"]).*\1$/s.test(text) ? text.slice(1, -1) : text.replace(/^\\/, ''));
		}
	}
	return set.length === 0 ? null : {pattern: new RegExp(`^\\s*${pattern}\\s*$`, 'iu'), set};
}

/**
 * Go's reference date, whose digits and names say which field stands where, in the order in which they are replaced.
 */
const reference: readonly [string, string][] = [
	['2006', 'yyyy'],
	['06', 'yy'],
	['January', 'MMMM'],
	['Jan', 'MMM'],
	['01', 'MM'],
	['Monday', 'dddd'],
	['Mon', 'ddd'],
	['02', 'dd'],
	['2', 'd'],
	['05', 'ss'],
	['15', 'HH'],
	['03', 'hh'],
	['3', 'h'],
	['04', 'mm'],
	['4', 'm'],
	['5', 's'],
	['1', 'M'],
	['.0000', '.ffff'],
	['.000', '.fff'],
	['.00', '.ff'],
	['.0', '.f'],
	['.9999', '.FFFF'],
	['.999', '.FFF'],
	['.99', '.FF'],
	['.9', '.F'],
	['PM', 'tt'],
	['Z07:00', 'K'],
	['Z07', 'K'],
	['-07:00', 'zzz'],
	['-07', 'zz'],
];

function fromGo(layout: string): string {
	return reference.reduce((text, [written, field]) => text.replaceAll(written, field), layout);
}

/** Whether any date can be read by the layout. */
export function isLayout(layout: string): boolean {
	return readLayout(layout) !== null || readLayout(fromGo(layout)) !== null;
}

/**
 * The time that a text says in a layout of .NET (English names), or of Go; null when the text does not fit. What it
 * leaves out is taken from `now`; without a zone it is UTC.
 */
export function parseExact(text: string, layout: string, now: Date): Date | null {
	const direct = /[yhd]/i.test(layout) ? parseBy(text, layout, now) : null;
	return direct ?? parseBy(text, fromGo(layout), now);
}

function parseBy(text: string, layout: string, now: Date): Date | null {
	const read = readLayout(layout);
	const match = read?.pattern.exec(text);
	if (!read || !match) {
		return null;
	}
	const parts: Parts = {};
	for (const [index, set] of read.set.entries()) {
		set(parts, match[index + 1] ?? '');
	}
	return assemble(parts, now);
}

function assemble(parts: Parts, now: Date): Date | null {
	const hasDate = parts.month !== undefined || parts.day !== undefined;
	const isTimeOnly = parts.year === undefined && !hasDate;
	const month = parts.month ?? (isTimeOnly ? now.getUTCMonth() + 1 : 1);
	const day = parts.day ?? (isTimeOnly ? now.getUTCDate() : 1);
	const time = (year: number) => {
		const at = toTime({...parts, hour: hourOf(parts), year, month, day});
		return at === null ? null : at - (parts.offsetMinutes ?? 0) * 60_000;
	};
	let year = parts.year ?? now.getUTCFullYear();
	let at = time(year);
	// A date without a year is the last such day, never one to come.
	if (parts.year === undefined && hasDate && at !== null && at > now.getTime() + dayMs) {
		year--;
		at = time(year);
	}
	const isWrongDay = parts.weekday !== undefined && new Date(Date.UTC(year, month - 1, day)).getUTCDay() !== parts.weekday;
	return at === null || isWrongDay ? null : new Date(at);
}

function hourOf({hour = 0, isAfternoon}: Parts): number {
	if (isAfternoon === undefined || hour > 12) {
		return hour;
	}
	return (hour % 12) + (isAfternoon ? 12 : 0);
}
