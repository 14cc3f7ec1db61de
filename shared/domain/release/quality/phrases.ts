/** A phrase of an index, without its first word. */
export interface Phrase<Value> {
	rest: string[];
	value: Value;
}

/** Phrases by their first word, longest first. */
type PhraseIndex<Value> = Map<string, Phrase<Value>[]>;

export interface PhraseHit<Value> {
	value: Value;
	/** Number of words in the phrase. */
	length: number;
}

/**
 * `blu ray` stands for `blu-ray`, `blu.ray` and `bluray`: the separator may be missing. In
 * `s+print` it must be present.
 */
function variants(spelling: string): string[] {
	const gap = spelling.search(/[ +]/);
	if (gap < 0) {
		return [spelling];
	}
	const head = spelling.slice(0, gap);
	const kept = spelling.charAt(gap) === '+';
	return variants(spelling.slice(gap + 1)).flatMap(rest => (kept ? [`${head} ${rest}`] : [`${head} ${rest}`, head + rest]));
}

/** The entries of a table cell such as `blu ray, bd mux`; empty for an empty cell. */
export function listed(text: string): string[] {
	return text === '' ? [] : text.split(', ');
}

/**
 * The entries as alternatives of a regular expression, longest first. A star stands for any letters and digits, a
 * space for any separator.
 */
export function asPattern(entries: string[]): string {
	return entries
		.toSorted((a, b) => b.length - a.length)
		.map(entry =>
			entry
				.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
				.replace('*', '[a-z0-9]*')
				.replaceAll(' ', '[ ._]'),
		)
		.join('|');
}

/** Builds the index of a vocabulary. Spellings are in lower case, with words separated by one space. */
export function indexPhrases<Value>(rows: Iterable<readonly [spelling: string, value: Value]>): PhraseIndex<Value> {
	const index: PhraseIndex<Value> = new Map();
	for (const [spelling, value] of rows) {
		for (const variant of variants(spelling)) {
			const [first = '', ...rest] = variant.split(' ');
			const phrases = index.get(first) ?? [];
			phrases.push({rest, value});
			phrases.sort((a, b) => b.rest.length - a.rest.length);
			index.set(first, phrases);
		}
	}
	return index;
}

/** The longest of the phrases of this word that is there, or null. */
export function phraseAt<Value>(phrases: readonly Phrase<Value>[], lower: readonly string[], at: number): PhraseHit<Value> | null {
	const found = phrases.find(({rest}) => rest.length === 0 || rest.every((word, offset) => lower[at + 1 + offset] === word));
	return found ? {value: found.value, length: found.rest.length + 1} : null;
}
