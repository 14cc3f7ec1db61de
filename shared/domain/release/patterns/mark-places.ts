import type {Mark, Marks} from './marks.ts';
import {charAfter, charBefore, isUpperCase, type Words} from './words.ts';

/** `Title - 07 DVD`; a year would have ended the title. */
const countsEpisode = /^\d{2,3}(?:v\d)?$/;

/** `Title.TS.Group`, `Title E03-10 WEB x265`: in capitals where the title is not, the word is no word of the title. */
function isShouted(words: Words, at: number): boolean {
	return at > 0 && isUpperCase(words, at) && words.lower.slice(0, at).some((_, before) => !isUpperCase(words, before));
}

/**
 * Whether a word that may belong to a title is meant technically: behind the title or a number, in brackets of its own,
 * or right before the first sure mark.
 */
export function isBehindTitle({words, marks, titleEnd}: Marks, {at, length}: Mark): boolean {
	const next = at + length;
	if (at >= titleEnd || (at > 0 && next === titleEnd && marks.some(mark => mark.at === next))) {
		return true;
	}
	if (countsEpisode.test(words.lower[at - 1] ?? '') || isShouted(words, at)) {
		return true;
	}
	const before = charBefore(words, at);
	const after = charAfter(words, next - 1);
	return before === '[' || before === '(' || (at > 0 && (after === ']' || after === ')'));
}

/** A last word behind a dash is a group's name, whatever it says: `x264-FHD`. */
export function isBehindLastDash(words: Words, {at, length}: Mark): boolean {
	return at + length === words.lower.length && charBefore(words, at) === '-';
}
