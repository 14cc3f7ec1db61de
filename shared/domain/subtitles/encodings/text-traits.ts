/** What a decoded text is made of. */
export interface TextTraits {
	/** How often each character beyond ASCII occurs, in lower case. */
	counts: Map<string, number>;
	/** Characters beyond ASCII. */
	total: number;
	/** Letters of another writing beside a Latin letter, capitals right after a small letter, signs within a word. */
	misplaced: number;
	/** Capitals beyond ASCII. */
	capitals: number;
	/** Letters of ASCII. */
	ascii: number;
	/** Letters of ASCII in the lines that have nothing else. */
	asciiAround: number;
	/** Characters that no text has. */
	broken: number;
	words: Map<string, number>;
	wordCount: number;
}

const broken = /[\p{Cc}\ufffd\ufffe\uffff\p{Co}\p{Cn}]/u;
/** A small letter and right after it a capital that is not ASCII: `trÃ¨s`. */
const oddCapital = /\p{Ll}(?=\P{ASCII})\p{Lu}/gu;
/** A word that begins with a small letter, and goes on like a sentence: `żDónde`. */
const oddBeginning = /(?<!\p{L})(?=\P{ASCII})[\p{Ll}\p{Lu}][A-Z]\p{Ll}/gu;
/** A word of two writings: `trиs`, `d駛`. */
const mixedWord =
	/\p{Script=Latin}(?!\p{Script=Latin}|\p{Script=Common}|[\u0300-\u036f])[\p{L}\p{M}]|(?!\p{Script=Latin}|[\u0300-\u036f])[\p{L}\p{M}][A-Za-z]/gu;
/** A sign where only a letter can be: `¶κου`, `na•ve`, `Ren‚e`. */
const signInWord = /[¶¤¬¦¨ª¹²³±¼½¾×÷•†‡°¯¸¢¥£§®©™]\p{Ll}|\p{L}[¶¤¬¦¨ª¹²³±¼½¾×÷•†‡°¯¸¢¥£§®©¿‚„‹]\p{L}/gu;
const word = /\p{L}+/gu;

/** Tags, and what stands before the text in a line of ASS. */
const markup = /<[^<>\n]{0,200}>|\{[^{}\n]{0,300}\}|^Dialogue:(?:[^,\n]{0,60},){9}/gm;

export function traitsOf(marked: string): TextTraits {
	const text = marked.replace(markup, ' ');
	const counts = new Map<string, number>();
	let total = 0;
	let faults = 0;
	let capitals = 0;
	for (const character of text) {
		if (character > '\x7f') {
			total += 1;
			const small = character === 'İ' ? character : character.toLowerCase();
			capitals += small === character ? 0 : 1;
			counts.set(small, (counts.get(small) ?? 0) + 1);
		} else if (character < ' ' && !'\t\n\v\f\r'.includes(character)) {
			total += 1;
			faults += 1;
		}
	}
	for (const [character, count] of counts) {
		faults += broken.test(character) ? count : 0;
	}
	const words = new Map<string, number>();
	let wordCount = 0;
	for (const [found] of text.toLowerCase().matchAll(word)) {
		wordCount += 1;
		words.set(found, (words.get(found) ?? 0) + 1);
	}
	const misplaced = countOf(text, oddCapital) + countOf(text, oddBeginning) + countOf(text, mixedWord) + countOf(text, signInWord);
	return {counts, total, misplaced, capitals, ascii: countOf(text, /[A-Za-z]/g), asciiAround: 0, broken: faults, words, wordCount};
}

/** The traits of a text with the words of other lines, which tell its language. */
export function withWords(own: TextTraits, around: TextTraits): TextTraits {
	const words = new Map(own.words);
	for (const [found, count] of around.words) {
		words.set(found, (words.get(found) ?? 0) + count);
	}
	return {...own, words, wordCount: own.wordCount + around.wordCount, asciiAround: around.ascii};
}

function countOf(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
