import {foldLetters} from '../text/fold-letters.ts';

/**
 * Words that people drop or change; only between two other words, so that `The Daily Show` and `Series
 * Title A` stay themselves.
 */
const innerWord = /(?<=\S[\W_])(?:an|the|and|or|of)(?=[\W_]\S)/g;

/** The same for "a", which beside a single letter is one of an acronym: `A N K L E`. */
const innerA = /(?<=\S[\W_])(?<!(?:^|[\W_])\w[\W_])a(?=[\W_]\S)(?![\W_]\w(?:[\W_]|$))/g;

/**
 * The form in which two titles are compared: lower case, no accents, no punctuation, no inner articles.
 * Empty only when the title has neither letter nor number; then the title itself in lower case is the answer.
 */
export function cleanTitle(title: string): string {
	const lower = title.toLowerCase();
	if (/^\d+$/.test(lower)) {
		return lower;
	}
	const folded = foldLetters(
		lower
			.replaceAll('%', 'percent')
			.replaceAll('&', ' ')
			.normalize('NFKD')
			.replace(/[\p{M}'’`]/gu, ''),
	);
	return (
		folded
			.replace(innerWord, '')
			.replace(innerA, '')
			.replace(/[^\p{L}\p{N}]+/gu, '') || lower.trim()
	);
}
