import {isUtf8} from 'node:buffer';
import {analyse} from 'chardet';
import iconv from 'iconv-lite';
import {chooseEncoding} from '#shared/domain/subtitles/encodings/choose-encoding.ts';
import {type RepairedSubtitle, type RepairOptions, repairSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';

/** Byte order marks; UTF-32 begins like UTF-16. */
const marks: readonly [string, number[]][] = [
	['utf-32le', [0xff, 0xfe, 0, 0]],
	['utf-32be', [0, 0, 0xfe, 0xff]],
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];
/** The only way to change the characters in a text of seven bits: `ESC $ B`. */
const japaneseShifts = ['\x1b$@', '\x1b$B', '\x1b(J', '\x1b(I'];

/** Which encoding the bytes of a subtitle have, as iconv-lite calls it. `language` is a hint. */
export function encodingOf(bytes: Buffer, language: string): string {
	const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
	// Some programs put the mark of UTF-8 before any text.
	if (marked && marked[0] !== 'utf-8') {
		return marked[0];
	}
	const utf16 = unmarkedUtf16(bytes);
	if (utf16 !== null) {
		return utf16;
	}
	const {foreign: sample, plain} = sampleOf(bytes);
	if (isUtf8(bytes)) {
		return japaneseShifts.some(shift => bytes.includes(shift, 0, 'latin1')) ? 'iso-2022-jp' : 'utf-8';
	}
	if (isNearlyUtf8(sample)) {
		return 'utf-8';
	}
	return chooseEncoding({language, plain, detected: detectedIn(sample), decode: encoding => decoded(sample, encoding)}).encoding;
}

/** The text of the bytes, without a byte order mark. */
export function decoded(bytes: Buffer, encoding: string): string {
	if (encoding === 'iso-2022-jp') {
		return new TextDecoder(encoding).decode(bytes);
	}
	const text = iconv.decode(unmarked(bytes), encoding);
	if (encoding === 'utf-8') {
		return encodedOnce(text);
	}
	// Windows writes Vietnamese accents as characters of their own.
	return encoding === 'windows-1258' ? text.normalize('NFC') : text;
}

/** Fewer characters may look like UTF-8 read as Windows' by chance. */
const minDoubled = 3;

/** Some programs take UTF-8 for an encoding of Windows and write it as UTF-8 once more: `trÃ¨s`. */
function encodedOnce(text: string): string {
	const foreign = text.match(/\P{ASCII}+/gu) ?? [];
	if (foreign.length < minDoubled || !foreign.slice(0, minDoubled).every(isDoubled)) {
		return text;
	}
	return foreign.every(isDoubled) ? iconv.encode(text, 'windows-1252').toString('utf8') : text;
}

function isDoubled(part: string): boolean {
	const bytes = iconv.encode(part, 'windows-1252');
	return isUtf8(bytes) && iconv.decode(bytes, 'windows-1252') === part;
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The byte order mark of UTF-8 would be decoded as characters in any other encoding; some files have several. */
function unmarked(bytes: Buffer): Buffer {
	return bytes.subarray(0, utf8Mark.length).equals(utf8Mark) ? unmarked(bytes.subarray(utf8Mark.length)) : bytes;
}

/** The detector names one of two encodings that differ in a few characters; both may be meant. */
const twins: readonly (readonly string[])[] = [
	['windows-1252', 'iso-8859-1', 'iso-8859-15'],
	['windows-1250', 'iso-8859-2'],
	['windows-1253', 'iso-8859-7'],
	['windows-1254', 'iso-8859-9'],
	['windows-1255', 'iso-8859-8'],
	['windows-1256', 'iso-8859-6'],
	['windows-1257', 'iso-8859-13'],
	['big5-hkscs', 'big5'],
	['cp949', 'euc-kr'],
	['koi8-u', 'koi8-r'],
];

function detectedIn(sample: Buffer): Map<string, number> {
	const found = analyse(sample).toSorted((a, b) => a.confidence - b.confidence);
	return new Map(
		found.flatMap(({name, confidence}) => {
			const plain = name.toLowerCase();
			return (twins.find(each => each.includes(plain)) ?? [plain]).map((each): [string, number] => [each, confidence / 100]);
		}),
	);
}

/** In other encodings hardly one character in eight looks like one of UTF-8 by chance. */
const minWhole = 2;

/** A few broken characters, from a cut or a line that somebody added, do not mean that it is another encoding. */
function isNearlyUtf8(sample: Buffer): boolean {
	const text = sample.toString('utf8');
	const faults = text.match(/\ufffd/g)?.length ?? 0;
	const whole = text.match(/(?![\ufffd\ufeff])\P{ASCII}/gu)?.length ?? 0;
	return whole >= minWhole && whole > faults * minWhole;
}

/** Bytes that are looked at to find an encoding; more do not change the verdict. */
const sampleBytes = 10 * 1024;
const plainBytes = 4 * 1024;
const lineFeed = 0x0a;
/** Lines of times and numbers say nothing about the language. */
const firstLetters = /[A-Za-z]{2}/;

export interface ByteSample {
	/** Lines that are not plain ASCII. */
	foreign: Buffer;
	/** Lines of plain ASCII, which tell the language where the others are few. */
	plain: string;
}

/** Lines of a text, up to a limit. Only UTF-16 has the byte of a line feed within a character. */
function sampleOf(bytes: Buffer): ByteSample {
	const lines: Buffer[] = [];
	let size = 0;
	let plain = '';
	for (let from = 0; from < bytes.length && size < sampleBytes; ) {
		const end = bytes.indexOf(lineFeed, from);
		const next = end === -1 ? bytes.length : end + 1;
		const line = bytes.subarray(from, Math.min(next, from + sampleBytes));
		if (line.some(byte => byte > 0x7f)) {
			lines.push(line);
			size += line.length;
		} else if (plain.length < plainBytes) {
			plain += asWords(line.toString('latin1'));
		}
		from = next;
	}
	return {foreign: Buffer.concat(lines), plain};
}

function asWords(line: string): string {
	return firstLetters.test(line) ? line.slice(0, plainBytes) : '';
}

/** Bytes that are looked at. */
const sampledBytes = 8192;
/** The digits, spaces and line ends of a subtitle are at least this part of it. */
const minPart = 0.1;

/** UTF-16 without a byte order mark: ASCII characters have a zero byte, always on the same side. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
	const length = Math.min(sampledBytes, bytes.length) & ~1;
	let even = 0;
	let odd = 0;
	for (let at = 0; at < length; at += 2) {
		even += bytes[at] === 0 && bytes[at + 1] !== 0 ? 1 : 0;
		odd += bytes[at + 1] === 0 && bytes[at] !== 0 ? 1 : 0;
	}
	const pairs = length / 2;
	if (pairs === 0 || Math.max(even, odd) < pairs * minPart || Math.min(even, odd) > Math.max(even, odd) / 20) {
		return null;
	}
	return odd > even ? 'utf-16le' : 'utf-16be';
}

export interface Conversion extends RepairOptions {
	bytes: Uint8Array;
	/** The language that the text should have, as a hint. */
	language: string;
}

/** With at least this share of control characters, bytes are not text in any encoding but UTF-16 and UTF-32. */
const controlPart = 0.01;
/** Tab, line ends, and the character that begins another alphabet in Japanese mails. */
const usual: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

/** Bytes of a subtitle to its repaired text. It computes for long, so it belongs into a thread. */
export function convertSubtitle({bytes: sent, language, ...options}: Conversion): RepairedSubtitle {
	const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
	const encoding = encodingOf(bytes, language.toLowerCase());
	if (!/^utf-(?:16|32)/.test(encoding) && isBinary(bytes)) {
		return {fault: 'it is not text'};
	}
	return repairSubtitle(decoded(bytes, encoding), options);
}

function isBinary(bytes: Buffer): boolean {
	let found = 0;
	for (const byte of bytes) {
		found += byte < 0x20 && !usual.has(byte) ? 1 : 0;
	}
	return found > Math.max(8, bytes.length * controlPart);
}
