import type {LanguageLetters} from './letters.ts';

/** Punctuation of all languages; it says nothing about one of them. */
const neutral = /[\u00a0¶¡¿«»‹›“”„‟‘’‚–—―…•·°ºª¢±²³×€£¥§©®™½¼¾♪♫♬♥ˮ´ʼ№†‐‑\u200b-\u200f\ufeff]/u;
const letter = /[\p{L}\p{M}]/u;
/** Letters of names that turn up in any language with Latin letters. */
const ofNames = new Set('éèáíóúñüöäçàâêôëïåøæ');

const neutralWorth = 0.5;
const eastNeutralWorth = 0.3;
const borrowedWorth = 0.6;
const brokenCost = 3;
const misplacedCost = 2;
/** A text of capitals alone is rare; KOI8 makes one of the small letters of most others. */
const capitalCost = 0.2;
/** What a text gains when every third of its words is a common one. */
const wordWorth = 0.5;
const usualShare = 3;
/** So many words without a single common one are hardly of that language. */
const enoughWords = 12;
const noWordCost = 0.2;

/** How well a text reads as one language: 1 is perfect, below 0 it is another language or another encoding. */
export function scoreAs(traits: TextTraits, language: LanguageLetters): number {
	if (traits.total === 0) {
		return 0;
	}
	const ranks = new Map(language.letters.map((each, rank) => [each, rank]));
	let sum = 0;
	for (const [character, count] of traits.counts) {
		sum += worthOf(character, language, ranks.get(character)) * count;
	}
	const faults = traits.broken * brokenCost + traits.misplaced * misplacedCost + traits.capitals * capitalCost;
	return (sum - faults) / traits.total + wordScore(traits, language) - strayCost(traits, language, ranks) - lackCost(traits, language);
}

/** So many letters without the commonest one are hardly of that language. */
const enoughLetters = 8;

function lackCost({counts, total}: TextTraits, {letters, script, borrowed}: LanguageLetters): number {
	const lacks = script === 'latin' && !borrowed && total >= enoughLetters && !counts.has(letters[0] ?? '');
	return lacks ? 0.15 : 0;
}

/** Below this part of its letters a writing is not that of the text: `I La la la I`. */
const minShare = 0.4;

/** So small a part of the letters of all lines may be any sign: `20 €` in an English text. */
const minShareOfAll = 0.05;
const rareCost = 0.4;

function strayCost(
	{counts, ascii, asciiAround}: TextTraits,
	{script, others}: LanguageLetters,
	ranks: ReadonlyMap<string, number>,
): number {
	if (script === 'latin') {
		return 0;
	}
	const own = [...counts].reduce((sum, [character, count]) => sum + (ranks.has(character) || others?.test(character) ? count : 0), 0);
	const isRare = own / (own + ascii + asciiAround || 1) < minShareOfAll;
	return Math.max(0, minShare - own / (own + ascii || 1)) * 2 + (isRare ? rareCost : 0);
}

function worthOf(character: string, {letters, script, others, marks, borrowed}: LanguageLetters, rank: number | undefined): number {
	if (rank !== undefined) {
		return borrowed ? borrowedWorth : ownWorth(rank / letters.length, script);
	}
	if (neutral.test(character)) {
		return script === 'latin' ? neutralWorth : eastNeutralWorth;
	}
	if (marks?.test(character)) {
		return eastNeutralWorth * 2;
	}
	if (others?.test(character)) {
		return 0.25;
	}
	if (script === 'latin' && ofNames.has(character)) {
		return -0.4;
	}
	return letter.test(character) ? -1 : -0.7;
}

/** Every letter of an alphabet occurs, so only their frequencies tell two alphabets apart. */
function ownWorth(position: number, script: LanguageLetters['script']): number {
	if (script === 'ideographs') {
		return 1 - position * 0.2;
	}
	return script === 'alphabet' ? 1.3 - position * 1.6 : 1 - position * 0.4;
}

function wordScore({words, wordCount}: TextTraits, language: LanguageLetters): number {
	const known = language.words.reduce((sum, each) => sum + (words.get(each) ?? 0), 0);
	if (language.words.length > 0 && known === 0 && wordCount >= enoughWords) {
		return -noWordCost;
	}
	return wordCount === 0 ? 0 : wordWorth * Math.min(1, (known / wordCount) * usualShare);
}

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
/** A word with an odd beginning whose rest reads like a sentence: `żDónde`. */
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
