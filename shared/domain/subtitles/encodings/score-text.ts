import type {LanguageLetters} from './language-letters.ts';
import type {TextTraits} from './text-traits.ts';

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
const leastShare = 0.4;

/** So small a part of the letters of all lines may be any sign: `20 €` in an English text. */
const leastShareOfAll = 0.05;
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
	const isRare = own / (own + ascii + asciiAround || 1) < leastShareOfAll;
	return Math.max(0, leastShare - own / (own + ascii || 1)) * 2 + (isRare ? rareCost : 0);
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
function ownWorth(place: number, script: LanguageLetters['script']): number {
	if (script === 'ideographs') {
		return 1 - place * 0.2;
	}
	return script === 'alphabet' ? 1.3 - place * 1.6 : 1 - place * 0.4;
}

function wordScore({words, wordCount}: TextTraits, language: LanguageLetters): number {
	const known = language.words.reduce((sum, each) => sum + (words.get(each) ?? 0), 0);
	if (language.words.length > 0 && known === 0 && wordCount >= enoughWords) {
		return -noWordCost;
	}
	return wordCount === 0 ? 0 : wordWorth * Math.min(1, (known / wordCount) * usualShare);
}
