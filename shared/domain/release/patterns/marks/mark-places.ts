import type {Mark, Marks} from './marks.ts';
import {charAfter, charBefore, isUpperCase, type Words} from './words.ts';

/** `Title - 07 DVD`. A year would already have ended the title. */
const countsEpisode = /^\d{2,3}(?:v\d)?$/;

/** `Title.TS.Group`, `Title E03-10 WEB x265`: a word in capitals does not belong to a title that is not in capitals. */
function isShouted(words: Words, at: number): boolean {
	return at > 0 && isUpperCase(words, at) && words.lower.slice(0, at).some((_, before) => !isUpperCase(words, before));
}

/**
 * Is a word that could belong to a title meant as technical? Yes after the title or a number, alone in brackets, or
 * right before the first sure mark.
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

/** The last word after a dash is the group, whatever it says: `x264-FHD`. */
export function isBehindLastDash(words: Words, {at, length}: Mark): boolean {
	return at + length === words.lower.length && charBefore(words, at) === '-';
}
