import {dayMs} from '../../durations.ts';
import {type Cue, inOrder, timeText} from './cue.ts';
import {parseAss} from './parse-ass.ts';
import {parseFrames} from './parse-frames.ts';
import {parseSrt} from './parse-srt.ts';
import {parseBeginnings, parsePairs, parseTenths} from './parse-timed-lines.ts';
import {parseVtt} from './parse-vtt.ts';

export interface RepairOptions {
	/** Whether ASS and VTT keep their format. */
	format: 'original' | 'srt';
	/** Frames a second of the video; null when unknown. */
	frameRate: number | null;
	/** Missing for what a person sent, which is taken whatever it is. */
	expected?: ExpectedSubtitle;
}

export type RepairedSubtitle = {text: string; format: 'srt' | 'ass' | 'vtt'; cueCount: number} | {fault: string; isNotice?: true};

const parsers: Readonly<Record<TextFormat, (lines: readonly string[], frameRate: number | null) => Cue[]>> = {
	srt: parseSrt,
	vtt: parseVtt,
	ass: parseAss,
	frames: parseFrames,
	tenths: parseTenths,
	beginnings: parseBeginnings,
	pairs: parsePairs,
};
/** Milliseconds. No video is longer than a day. */
const longestMs = dayMs;
/** If this many cues begin at the same time, the text is not a subtitle. */
const maxAtOnce = 5;
/** A line longer than this is not text, and would take long to read. */
const longestLine = 5000;
const invisible = /(?![\t\n])[\p{Cc}\ufeff\ufffe\uffff]/gu;

/** Converts a subtitle into a form that every player reads, or says why it is not a subtitle. */
export function repairSubtitle(raw: string, {format, frameRate, expected}: RepairOptions): RepairedSubtitle {
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
	if (expected && isGarbled(cues)) {
		return {fault: 'many of its letters were lost before it came here'};
	}
	const placeholder = expected ? whyPlaceholder(cues, expected) : null;
	if (placeholder) {
		return placeholder;
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
	if (cues.length >= maxAtOnce && cues.every(({start}) => start === first?.start)) {
		return 'all of its lines appear at once';
	}
	return cues.every(({start}) => start > longestMs) ? 'all of its lines come after a day' : null;
}

/** Characters that stand for lost ones: this many, and in every twentieth cue. */
const minLost = 5;
const lostPart = 0.05;

function isGarbled(cues: readonly Cue[]): boolean {
	const broken = cues.filter(({lines}) => lines.some(line => line.includes('\ufffd'))).length;
	return broken >= minLost && broken >= cues.length * lostPart;
}

function kept(lines: readonly string[]): string {
	const from = lines.findIndex(line => line.trim() !== '');
	return `${lines.slice(from).join('\n').trimEnd()}\n`;
}

function isPage(text: string): boolean {
	return /^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,20})?<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 1000));
}

const textFormats = ['srt', 'vtt', 'ass', 'frames', 'tenths', 'beginnings', 'pairs'] as const;
type TextFormat = (typeof textFormats)[number];

/** Lines that are looked at; some files begin with pages of comments. */
const sampledLines = 2000;

const signs: readonly [TextFormat, RegExp][] = [
	['ass', /^\s{0,5}\[(?:script info|v4\+? styles|events)\]\s*$/i],
	['srt', /\d{1,2}\s?:\s?\d{1,2}(?:\s?[,.:;]\s?\d{1,9})?\s{0,5}(?:(?:-{1,3}|[–—]|- -)\s?>{1,2}|→)\s{0,5}\d/],
	['frames', /^\s?\{\d{1,8}\}\{\d{0,8}\}/],
	['tenths', /^\s?\[\d{1,7}\]\[\d{1,7}\]/],
	['pairs', /^\s?\d{1,2}:\d{2}:\d{2}\.\d{2,3},\d{1,2}:\d{2}:\d{2}\.\d{2,3}\s*$/],
	['beginnings', /^\s?\d{1,2}:\d{2}:\d{2}[:=]./],
];

/** The format of a subtitle by what is in it; null when it is none that we know. */
function sniffFormat(lines: readonly string[]): TextFormat | null {
	const first = lines.find(line => line.trim() !== '') ?? '';
	if (/^WEBVTT(?:\s|$)/.test(first)) {
		return 'vtt';
	}
	for (const line of lines.slice(0, sampledLines)) {
		const found = signs.find(([, sign]) => sign.test(line.slice(0, 200)));
		if (found) {
			return found[0];
		}
	}
	return null;
}

/** SRT of cues in order. They keep their numbers when these count upwards; otherwise they are numbered from 1. */
function writeSrt(cues: readonly Cue[]): string {
	const counts = cues.every(({number}, index) => number !== null && number > (cues[index - 1]?.number ?? -1));
	return cues
		.map(({number, start, end, lines}, index) => {
			const shown = counts ? number : index + 1;
			return `${shown}\n${timeText(start)} --> ${timeText(end)}\n${lines.join('\n')}\n`;
		})
		.join('\n');
}

/** What is known of the video for which a subtitle was downloaded. */
export interface ExpectedSubtitle {
	/** Length of the video; null when unknown. */
	seconds: number | null;
	/** Only the lines in a foreign language, which may be very few. */
	forced: boolean;
}

/** Cues of a notice, which is shown at the beginning, and sometimes again later. */
const maxNotice = 5;
const notice =
	/\byou (?:have to|need to|must)\b.{0,20}\b(?:log ?in|sign ?in|register)\b|\b(?:download|daily|request|api|hourly)s?\b.{0,30}\b(?:limit|quota)\b|\bvip\b|\bpremium (?:member|account|user)|\bno subtitles? (?:found|available)\b|\bsubtitles? (?:is |are )?(?:currently )?(?:not available|unavailable|no longer available)\b|\badvertise your\b/i;
/** Beside an address these say the same. */
const mild = /\b(?:log ?in|sign ?in|register|subscribe|upgrade|limit|quota|unavailable)\b/i;
const address = /\b(?:https?:\/\/|www\.)\S|\b[a-z\d-]{2,60}\.(?:com|org|net|io|tv|to|me|example)\b/i;

/** A film or an episode with speech has more cues than this; a shorter video may have fewer. */
const maxScarce = 2;
const wholeSeconds = 20 * 60;

/**
 * Why a subtitle is only a placeholder; null when it is none. A notice comes from the provider, about our account or
 * its limits, so it says nothing about the subtitle that was asked for.
 */
export function whyPlaceholder(cues: readonly Cue[], {seconds, forced}: ExpectedSubtitle): {fault: string; isNotice?: true} | null {
	const text = cues.length > maxNotice ? '' : cues.flatMap(({lines}) => lines).join(' ');
	if (notice.test(text) || (address.test(text) && mild.test(text))) {
		return {fault: `it is only a notice (“${text.slice(0, 200)}”)`, isNotice: true};
	}
	const lastMs = Math.max(...cues.map(({end}) => end));
	const covered = Math.max(seconds ?? 0, (lastMs - (cues[0]?.start ?? 0)) / 1000);
	return !forced && cues.length <= maxScarce && covered >= wholeSeconds
		? {fault: `it has ${cues.length === 1 ? 'one line' : `${cues.length} lines`} for a video of ${Math.round(covered / 60)} minutes`}
		: null;
}
