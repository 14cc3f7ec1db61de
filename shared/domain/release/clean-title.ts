/**
 * Words that people leave out or replace. They count only between two other words, so that `The Daily Show` and `Series
 * Title A` stay unchanged.
 */
const innerWord = /(?<=\S[\W_])(?:an|the|and|or|of)(?=[\W_]\S)/g;

/** The same for "a". Next to a single letter it is part of an acronym: `A N K L E`. */
const innerA = /(?<=\S[\W_])(?<!(?:^|[\W_])\w[\W_])a(?=[\W_]\S)(?![\W_]\w(?:[\W_]|$))/g;

/**
 * The form used to compare two titles: lower case, no accents, no punctuation, no inner articles. A title without any
 * letter or digit is returned as it is, in lower case.
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

const leadingArticle = /^(?:the|an?)[\s._]+(?=\S)/i;
const romanNumber = /(?<=[\s._:-])(?:ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii)(?=$|[\s._:-])/gi;
const romanNumbers: readonly string[] = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];

/**
 * The form used to look up titles. It is looser than `cleanTitle`: the leading article is dropped and
 * Roman numerals become digits.
 */
export function foldTitle(title: string): string {
	const counted = title
		.trim()
		.replace(leadingArticle, '')
		.replace(romanNumber, roman => String(romanNumbers.indexOf(roman.toLowerCase()) + 1));
	return cleanTitle(counted);
}

/** Letters that Unicode does not split into a base letter and an accent, and the final sigma. */
const folded: Readonly<Record<string, string>> = {ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ'};
const letters = /[ßæœøđðłþıς]/g;

/** Replaces such letters in a lower-case text with the nearest plain ones. */
export function foldLetters(lower: string): string {
	return lower.replace(letters, letter => folded[letter] ?? letter);
}
