import {type Cue, timeOf} from './cue.ts';
import {linesOf, plainMarkup} from './markup.ts';

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const timing = new RegExp(String.raw`^\s{0,20}${time}\s{1,5}-->\s{1,5}${time}(\s.{0,300})?$`);
/** The `line` setting of a cue: a percentage of the height, or a line counted from the top. */
const line = /\bline:(-?\d{1,3})(?:\.\d{1,9})?(%?)/;
const upperHalf = 40;
const topLines = 3;

/** Reads WebVTT. A cue at the top of the picture gets the tag `{\an8}`, which players of SRT understand. */
export function parseVtt(lines: readonly string[]): Cue[] {
	const cues: Cue[] = [];
	for (let at = 0; at < lines.length; at++) {
		const found = isTiming(lines[at] ?? '') ? timing.exec(lines[at] ?? '') : null;
		if (found) {
			const [, h1, m1, s1, f1, h2, m2, s2, f2, settings = ''] = found;
			const end = blankAfter(lines, at);
			cues.push({
				number: null,
				start: timeOf({hours: h1, minutes: m1, seconds: s1, fraction: f1}),
				end: timeOf({hours: h2, minutes: m2, seconds: s2, fraction: f2}),
				lines: placed(textOf(lines.slice(at + 1, end)), settings),
			});
			at = end - 1;
		}
	}
	return cues;
}

function isTiming(text: string): boolean {
	return text.includes('-->') && text.length < 500 && timing.test(text);
}

function blankAfter(lines: readonly string[], at: number): number {
	let end = at + 1;
	// Where the empty line is missing, the times of the next cue end this one.
	while (end < lines.length && lines[end]?.trim() !== '' && !isTiming(lines[end] ?? '')) {
		end += 1;
	}
	return end;
}

function textOf(lines: readonly string[]): string[] {
	const text = lines.join('\n').replace(/<[0-9:.]{1,20}>/g, '');
	const plain = text.replace(/<(\/?)(i|b|u)\.[^<>]{1,200}>/g, '<$1$2>').replace(/<\/?(?:c|v|lang|ruby|rt)\b[^<>]{0,300}>/g, '');
	return linesOf(
		plainMarkup(plain).replaceAll('&lrm;', '\u200e').replaceAll('&rlm;', '\u200f').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
	);
}

function placed(lines: string[], settings: string): string[] {
	const [, value = '', percent = ''] = line.exec(settings) ?? [];
	const isTop = value !== '' && (percent ? Number(value) < upperHalf : Number(value) >= 0 && Number(value) <= topLines);
	return isTop && lines.length > 0 ? [`{\\an8}${lines[0]}`, ...lines.slice(1)] : lines;
}
