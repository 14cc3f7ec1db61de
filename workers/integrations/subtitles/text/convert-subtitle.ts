import {type RepairedSubtitle, type RepairOptions, repairSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';
import {decoded, encodingOf} from './decode-text.ts';

export interface Conversion extends RepairOptions {
	bytes: Uint8Array;
	/** The language that the text should have, as a hint. */
	language: string;
}

/** From this part of control characters on, bytes are no text in any encoding but UTF-16 and UTF-32. */
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
