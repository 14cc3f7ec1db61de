import {type Cue, timeOf} from './cue.ts';
import {linesOf, plainMarkup} from './markup.ts';

/** `00:00:01,500 --> 00:00:03,000`, also with points, blanks, one-digit parts, no milliseconds or a short arrow. */
const time = String.raw`(?:(\d{1,3})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[,.:;]\s?(\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s{0,20}${time}\s{0,5}(?:-{1,3}|[–—]|- -)\s?>{1,2}\s{0,5}${time}(?:\s(.{0,200}))?$`);
/** Where on the screen it stands: `X1:100 Y2:20`, `line:10%`. */
const setting = /(?:^|\s)[a-z]{1,10}\d?:\s?[\d.%a-z,+-]{1,20}(?=\s|$)/gi;
const digits = /^\s{0,20}(\d{1,7})\s{0,20}$/;

interface Timed {
	/** Index of the line. */
	at: number;
	start: number;
	end: number;
	/** Text that stands in the line of the times. */
	beside: string;
	/** Number in the line before; null when there is none. */
	number: number | null;
}

/** Reads SRT, however badly it is written. */
export function parseSrt(lines: readonly string[]): Cue[] {
	const timed = timingsOf(lines);
	return timed.map(({at, start, end, number, beside}, index): Cue => {
		const next = timed[index + 1];
		const until = next ? next.at - (next.number === null ? 0 : 1) : lines.length;
		return {number, start, end, lines: linesOf(plainMarkup([beside, ...lines.slice(at + 1, until)].join('\n')))};
	});
}

function timingsOf(lines: readonly string[]): Timed[] {
	const found: Timed[] = [];
	for (const [at, line] of lines.entries()) {
		const times = line.includes('>') && line.length < 300 ? timing.exec(line) : null;
		if (times) {
			const [, h1, m1, s1, f1, h2, m2, s2, f2, beside = ''] = times;
			const start = timeOf({hours: h1, minutes: m1, seconds: s1, fraction: f1});
			const end = timeOf({hours: h2, minutes: m2, seconds: s2, fraction: f2});
			found.push({at, start, end, beside: beside.replace(setting, '').trim(), number: numberBefore(lines, at, found.at(-1) ?? null)});
		}
	}
	return found;
}

/** A number right before the times belongs to them, unless it may be the last line of the text before. */
function numberBefore(lines: readonly string[], at: number, last: Timed | null): number | null {
	const number = Number(digits.exec(lines[at - 1] ?? '')?.[1] ?? Number.NaN);
	if (Number.isNaN(number) || (last !== null && last.at >= at - 1)) {
		return null;
	}
	const isApart = at < 2 || (lines[at - 2] ?? '').trim() === '';
	return isApart || last?.number === number - 1 ? number : null;
}
