import {brokenTiming, type Cue, timeOf} from './cue.ts';
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
		const times = timesIn(lines[at] ?? '');
		if (times) {
			const {start, end, settings} = times;
			const until = endOfCue(lines, at);
			cues.push({number: null, start, end, lines: placed(textOf(lines.slice(at + 1, until)), settings)});
			at = until - 1;
		}
	}
	return cues;
}

function timesIn(text: string): {start: number; end: number; settings: string} | null {
	const found = text.includes('-->') && text.length < 500 ? timing.exec(text) : null;
	if (!found) {
		const broken = text.includes('-->') && text.length < 500 ? brokenTiming(text) : null;
		return broken && {...broken, settings: ''};
	}
	const [, h1, m1, s1, f1, h2, m2, s2, f2, settings = ''] = found;
	return {
		start: timeOf({hours: h1, minutes: m1, seconds: s1, fraction: f1}),
		end: timeOf({hours: h2, minutes: m2, seconds: s2, fraction: f2}),
		settings,
	};
}

/** The index of the line after the text: an empty one, or where that is missing the times of the next cue. */
function endOfCue(lines: readonly string[], at: number): number {
	let end = at + 1;
	// Some programs write an empty line, or one of blanks, before the words.
	while (end < lines.length && isBlank(lines[end]) && !isNextCue(lines, end + 1)) {
		end += 1;
	}
	while (end < lines.length && !isEnd(lines, end)) {
		end += 1;
	}
	return end;
}

const isBlank = (text: string | undefined) => text?.trim() === '';

/** A line of blanks is part of the text, unless another cue follows. */
function isEnd(lines: readonly string[], at: number): boolean {
	const text = lines[at] ?? '';
	return text === '' || timesIn(text) !== null || (isBlank(text) && isNextCue(lines, at + 1));
}

/** Times, also after the name of a cue, or a block that is no cue. */
function isNextCue(lines: readonly string[], at: number): boolean {
	const [text = '', next = ''] = lines.slice(at, at + 2);
	return at >= lines.length || timesIn(text) !== null || timesIn(next) !== null || /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(text);
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
