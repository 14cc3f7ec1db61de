import {isUtf8} from 'node:buffer';
import {analyse} from 'chardet';
import iconv from 'iconv-lite';
import {chooseEncoding} from '#shared/domain/subtitles/encodings/choose-encoding.ts';
import {sampleOf} from './sample-bytes.ts';
import {unmarkedUtf16} from './unmarked-utf16.ts';

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
const leastDoubled = 3;

/** Some programs take UTF-8 for an encoding of Windows and write it as UTF-8 once more: `trÃ¨s`. */
function encodedOnce(text: string): string {
	const foreign = text.match(/\P{ASCII}+/gu) ?? [];
	if (foreign.length < leastDoubled || !foreign.slice(0, leastDoubled).every(isDoubled)) {
		return text;
	}
	return foreign.every(isDoubled) ? iconv.encode(text, 'windows-1252').toString('utf8') : text;
}

function isDoubled(part: string): boolean {
	const bytes = iconv.encode(part, 'windows-1252');
	return isUtf8(bytes) && iconv.decode(bytes, 'windows-1252') === part;
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The mark of UTF-8 would come out as signs in any other encoding; some files have several. */
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
const leastWhole = 2;

/** A few broken characters, from a cut or a line that somebody added, do not make a text another encoding. */
function isNearlyUtf8(sample: Buffer): boolean {
	const text = sample.toString('utf8');
	const faults = text.match(/\ufffd/g)?.length ?? 0;
	const whole = text.match(/(?![\ufffd\ufeff])\P{ASCII}/gu)?.length ?? 0;
	return whole >= leastWhole && whole > faults * leastWhole;
}
