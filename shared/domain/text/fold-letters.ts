/** Letters that do not fall apart into a base letter and an accent, and the sigma that ends a word. */
const folded: Readonly<Record<string, string>> = {ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ'};
const letters = /[ßæœøđðłþıς]/g;

/** A text in lower case with such letters as their nearest plain ones. */
export function foldLetters(lower: string): string {
	return lower.replace(letters, letter => folded[letter] ?? letter);
}
