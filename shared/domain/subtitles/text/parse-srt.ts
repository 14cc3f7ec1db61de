import {brokenTiming, type Cue, timeOf} from './cue.ts';
import {linesOf, plainMarkup} from './markup.ts';

/** `00:00:01,500 --> 00:00:03,000`, also with points, blanks, one-digit parts, no milliseconds or a short arrow. */
const time = String.raw`(?:(\d{1,3})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[,.:;]\s?(\d{1,9}))?`;
const timing = new RegExp(String.raw`^\s{0,20}${time}\s{0,5}(?:(?:-{1,3}|[–—]|- -)\s?>{1,2}|→)\s{0,5}${time}(?:\s(.{0,200}))?$`);
/** Where on the screen it stands: `X1:100 Y2:20`, `line:10%`. */
const setting = /(?:^|\s)[a-z]{1,10}\d?:\s?[\d.%a-z,+-]{1,20}(?=\s|$)/gi;
const digits = /^\s{0,20}(\d{1,7})\s{0,20}$/;
/** Empty lines between a number and its times. */
const maxEmpty = 3;

interface Timed {
	/** Index of the line. */
	at: number;
	start: number;
	end: number;
	/** Text that is in the line of the times. */
	beside: string;
	/** The number before it; null when there is none. */
	number: number | null;
	/** Index of the first line that belongs to it. */
	from: number;
}

/** Reads SRT, however badly it is written. */
export function parseSrt(lines: readonly string[]): Cue[] {
	const timed = timingsOf(lines);
	return timed.map(({at, start, end, number, beside}, index): Cue => {
		const until = timed[index + 1]?.from ?? lines.length;
		return {number, start, end, lines: linesOf(plainMarkup([beside, ...lines.slice(at + 1, until)].join('\n').replaceAll('\\N', '\n')))};
	});
}

function timingsOf(lines: readonly string[]): Timed[] {
	const found: Timed[] = [];
	for (const [at, line] of lines.entries()) {
		const times = /[>→]/.test(line) && line.length < 300 ? (readTiming(line) ?? brokenTiming(line)) : null;
		if (times) {
			found.push({at, ...times, ...numberBefore(lines, at, found.at(-1) ?? null)});
		}
	}
	return found;
}

function readTiming(line: string): Pick<Timed, 'start' | 'end' | 'beside'> | null {
	const times = timing.exec(line);
	if (!times) {
		return null;
	}
	const [, h1, m1, s1, f1, h2, m2, s2, f2, beside = ''] = times;
	const start = timeOf({hours: h1, minutes: m1, seconds: s1, fraction: f1});
	const end = timeOf({hours: h2, minutes: m2, seconds: s2, fraction: f2});
	return {start, end, beside: beside.replace(setting, '').trim()};
}

/**
 * A number before the times belongs to them, unless it may be the last line of the text before. One with empty lines
 * after it does only in a file that numbers its cues.
 */
function numberBefore(lines: readonly string[], at: number, last: Timed | null): Pick<Timed, 'number' | 'from'> {
	let from = at - 1;
	while (from > at - 1 - maxEmpty && isEmpty(lines[from])) {
		from -= 1;
	}
	const number = Number(digits.exec(lines[from] ?? '')?.[1] ?? Number.NaN);
	if (Number.isNaN(number) || (last !== null && last.at >= from)) {
		return {number: null, from: at};
	}
	const isApart = from === 0 || isEmpty(lines[from - 1]);
	const follows = last?.number === number - 1;
	const isCounter = from === at - 1 ? isApart || follows : isApart && (last === null || (last.number !== null && number > last.number));
	return isCounter ? {number, from} : {number: null, from: at};
}

const isEmpty = (line: string | undefined) => line !== undefined && line.trim() === '';
