import {type Cue, timeOf} from './cue.ts';

/** Tenths of a second: `[120][145]First line|second`. */
const tenths = /^\s?\[(\d{1,7})\]\[(\d{1,7})\](.{0,2000})$/;
/** `00:01:02:Text` or `00:01:02=Text`, which have no end. */
const beginnings = /^\s?(\d{1,2}):(\d{2}):(\d{2})(?:[,.]\d)?[:=](.{0,2000})$/;
/** `00:00:01.00,00:00:03.00`, then the text in lines of its own. */
const pairs = /^\s?(\d{1,2}):(\d{2}):(\d{2})\.(\d{2,3}),(\d{1,2}):(\d{2}):(\d{2})\.(\d{2,3})\s*$/;
const longestMs = 5000;
const msPerTenth = 100;

export function parseTenths(lines: readonly string[]): Cue[] {
	return lines.flatMap((each): Cue[] => {
		const [, start, end, text = ''] = tenths.exec(each) ?? [];
		const shown = text.split('|').map(part => part.trim().replace(/^\/(.*)$/, '<i>$1</i>'));
		return start === undefined
			? []
			: [{number: null, start: Number(start) * msPerTenth, end: Number(end) * msPerTenth, lines: shown.filter(part => part !== '')}];
	});
}

export function parseBeginnings(lines: readonly string[]): Cue[] {
	const rows = lines.flatMap(each => {
		const [, hours, minutes, seconds, text = ''] = beginnings.exec(each) ?? [];
		return hours === undefined ? [] : [{start: timeOf({hours, minutes, seconds, fraction: '0'}), text}];
	});
	return rows.map(({start, text}, index): Cue => {
		const next = rows[index + 1]?.start ?? start + longestMs;
		const shown = text.split('|').map(part => part.trim());
		return {number: null, start, end: Math.min(Math.max(next, start), start + longestMs), lines: shown.filter(part => part !== '')};
	});
}

export function parsePairs(lines: readonly string[]): Cue[] {
	const starts = lines.flatMap((each, at) => (pairs.test(each) ? [at] : []));
	return starts.map((at, index): Cue => {
		const [, h1, m1, s1, f1, h2, m2, s2, f2] = pairs.exec(lines[at] ?? '') ?? [];
		const text = lines.slice(at + 1, starts[index + 1] ?? lines.length).flatMap(each => each.split(/\[br\]/i));
		return {
			number: null,
			start: timeOf({hours: h1, minutes: m1, seconds: s1, fraction: f1}),
			end: timeOf({hours: h2, minutes: m2, seconds: s2, fraction: f2}),
			lines: text.map(each => each.trim()).filter(each => each !== ''),
		};
	});
}
