import {type RepairedSubtitle, type RepairOptions, repairSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';
import {decoded, encodingOf} from './decode-text.ts';

export interface Conversion extends RepairOptions {
	bytes: Uint8Array;
	/** The language that the text should have, as a hint. */
	language: string;
}

/** Zero bytes, as a part of all, from which on the bytes are no text in any encoding but UTF-16 and UTF-32. */
const zeroPart = 0.01;

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
	let zeros = 0;
	for (const byte of bytes) {
		zeros += byte === 0 ? 1 : 0;
	}
	return zeros > Math.max(2, bytes.length * zeroPart);
}
