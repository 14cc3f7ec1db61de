/** How a language looks in writing, as far as it tells a right decoding from a wrong one. */
export interface LanguageLetters {
	/** ISO 639-1. */
	code: string;
	/** Lower-case letters beyond ASCII, commonest first. */
	letters: string[];
	/** Its letters beyond ASCII are only those of foreign words, so they prove little. */
	borrowed?: boolean;
	/** Common words; only for languages with Latin letters. */
	words: string[];
	script: 'latin' | 'alphabet' | 'ideographs';
	/** Further characters of the language that are rarer. */
	others?: RegExp;
	/** Signs, digits and punctuation of its own. */
	marks?: RegExp | null;
}
