/** Letters that Unicode does not split into a base letter and an accent, and the final sigma. */
const folded: Readonly<Record<string, string>> = {ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ'};
const letters = /[ßæœøđðłþıς]/g;

/** Replaces such letters in a lower-case text with the nearest plain ones. */
export function foldLetters(lower: string): string {
	return lower.replace(letters, letter => folded[letter] ?? letter);
}
