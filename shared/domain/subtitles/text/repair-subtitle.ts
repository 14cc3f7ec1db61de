import {dayMs} from '../../durations.ts';
import {type Cue, inOrder} from './cue.ts';
import {parseAss} from './parse-ass.ts';
import {parseFrames} from './parse-frames.ts';
import {parseSrt} from './parse-srt.ts';
import {parseBeginnings, parsePairs, parseTenths} from './parse-timed-lines.ts';
import {parseVtt} from './parse-vtt.ts';
import {sniffFormat, type TextFormat} from './sniff-format.ts';
import {writeSrt} from './write-srt.ts';

export interface RepairOptions {
	/** Whether ASS and VTT keep their format. */
	format: 'original' | 'srt';
	/** Frames a second of the video; null when nobody knows. */
	frameRate: number | null;
}

export type RepairedSubtitle = {text: string; format: 'srt' | 'ass' | 'vtt'; cueCount: number} | {fault: string};

const parsers: Readonly<Record<TextFormat, (lines: readonly string[], frameRate: number | null) => Cue[]>> = {
	srt: parseSrt,
	vtt: parseVtt,
	ass: parseAss,
	frames: parseFrames,
	tenths: parseTenths,
	beginnings: parseBeginnings,
	pairs: parsePairs,
};
/** Hours after which no video goes on. */
const longestMs = dayMs;
/** Cues that all begin at once are no subtitle from this number on. */
const mostAtOnce = 5;
/** Lines longer than this are no text; reading them would take long. */
const longestLine = 5000;
const invisible = /(?![\t\n])[\p{Cc}\ufeff\ufffe\uffff]/gu;

/** Brings the text of a subtitle into a form that every player reads, or says why it is none. */
export function repairSubtitle(raw: string, {format, frameRate}: RepairOptions): RepairedSubtitle {
	const text = raw.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(invisible, '');
	const whole = text.split('\n');
	const lines = whole.map(line => line.slice(0, longestLine));
	const found = sniffFormat(lines);
	if (found === null) {
		return {fault: isPage(text) ? 'it is a page of a website, not a subtitle' : 'its content is no subtitle format that we know'};
	}
	const cues = inOrder(parsers[found](lines, frameRate));
	const fault = faultOf(cues);
	if (fault !== null) {
		return {fault};
	}
	const cueCount = cues.length;
	if (format === 'original' && (found === 'ass' || found === 'vtt')) {
		return {text: kept(whole), format: found, cueCount};
	}
	return {text: writeSrt(cues), format: 'srt', cueCount};
}

function faultOf(cues: readonly Cue[]): string | null {
	if (cues.length === 0) {
		return 'there is no text in it';
	}
	const [first] = cues;
	if (cues.length >= mostAtOnce && cues.every(({start}) => start === first?.start)) {
		return 'all of its lines appear at once';
	}
	return cues.every(({start}) => start > longestMs) ? 'all of its lines come after a day' : null;
}

function kept(lines: readonly string[]): string {
	const from = lines.findIndex(line => line.trim() !== '');
	return `${lines.slice(from).join('\n').trimEnd()}\n`;
}

function isPage(text: string): boolean {
	return /^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,20})?<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 1000));
}
