import {languageTable} from '../language-table.ts';
import {indexPhrases, type Phrase, type PhraseHit, phraseAt} from './phrases.ts';
import {type Term, technicalWords, vocabulary} from './vocabulary.ts';

/** The words of a release name, in lower case, each with its position in the name. */
export interface Words {
	name: string;
	lower: string[];
	meanings: (Meaning | undefined)[];
	starts: number[];
	/** The position after the word's last character. */
	ends: number[];
}

/** Real release names are shorter. Longer input is generated and must not cost time. */
export const longestName = 1000;

const gluedResolution = /^(?<before>[a-z]+)(?:360|480|540|576|720|1080|2160)[pi]?$/;
/** `HDTVx264`, `WEB-DLx265`. */
const gluedCodec = /^(?<before>[a-z]{2,})[xh]26[45]$/;
const leadingResolution =
	/^(?:360|480|540|576|720|1080|2160)(?:[pi](?=[a-z]|(?:10|2[345]|29|30|50|59|60)$|(?:720|1080|2160)p$)|(?=(?:mp4|mkv|avi|hevc|avc|[xh]26[45])$))/;

/** Punctuation beyond ASCII counts as a separator: general punctuation, CJK brackets and full-width signs. */
function isWordCode(code: number): boolean {
	if (code < 128) {
		return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
	}
	return (
		code >= 0xc0 &&
		code !== 0xd7 &&
		(code < 0x2000 || code > 0x206f) &&
		(code < 0x3000 || code > 0x303f) &&
		(code < 0xff00 || code > 0xff0f)
	);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** Where a word such as `bluray1080p` or `1080px265` is split; 0 for a single word. */
function seam(word: string): number {
	const first = isDigit(word.charCodeAt(0));
	if (!first && (word.endsWith('xvid') || word.endsWith('divx'))) {
		return word.length - 4;
	}
	if (!first && isDigit(word.charCodeAt(word.length - 2))) {
		return (gluedResolution.exec(word) ?? gluedCodec.exec(word))?.groups?.['before']?.length ?? 0;
	}
	return first ? (leadingResolution.exec(word)?.[0].length ?? 0) : 0;
}

/** Chinese characters and kana: nobody separates them from `DVD` or `1080p`. */
function isHan(code: number): boolean {
	return code >= 0x3040 && code < 0xa000;
}

/** Does a word end between two characters that belong to words? */
function isBreak(before: number, code: number): boolean {
	return (before > 127 || code > 127) && isHan(before) !== isHan(code);
}

/** Splits a name at everything except letters and digits, and splits off an attached resolution. */
export function splitWords(name: string): Words {
	const text = name.length > longestName ? name.slice(0, longestName) : name;
	const folded = text.toLowerCase();
	const words: Words = {name: text, lower: [], meanings: [], starts: [], ends: []};
	let start = -1;
	for (let at = 0; at <= folded.length; at++) {
		if (at < folded.length && isWordCode(folded.charCodeAt(at))) {
			if (start < 0 || !isBreak(folded.charCodeAt(at - 1), folded.charCodeAt(at))) {
				start = start < 0 ? at : start;
				continue;
			}
			pushWord(words, folded.slice(start, at), start);
			start = at;
			continue;
		}
		if (start >= 0) {
			pushWord(words, folded.slice(start, at), start);
			start = -1;
		}
	}
	return words;
}

function pushWord(words: Words, word: string, start: number): void {
	const cut = word.length > 4 ? seam(word) : 0;
	if (cut > 0) {
		pushPart(words, word.slice(0, cut), start);
	}
	pushPart(words, cut > 0 ? word.slice(cut) : word, start + cut);
}

function pushPart({lower, meanings, starts, ends}: Words, word: string, start: number): void {
	lower.push(word);
	meanings.push(meaningOf(word));
	starts.push(start);
	ends.push(start + word.length);
}

/** The terms of the longest phrase that begins at this word, or null. */
export function termsAt({lower, meanings}: Words, at: number): PhraseHit<Term[]> | null {
	const meaning = meanings[at];
	return meaning === undefined ? null : phraseAt(meaning.terms, lower, at);
}

export function isUpperCase({name, starts, ends}: Words, index: number): boolean {
	const word = name.slice(starts[index], ends[index]);
	return word === word.toUpperCase();
}

/** The character before a word, or '' at the start of the name. */
export function charBefore({name, starts}: Words, index: number): string {
	return name.charAt((starts[index] ?? 0) - 1);
}

/** The character after a word, or '' at the end of the name. */
export function charAfter({name, ends}: Words, index: number): string {
	return name.charAt(ends[index] ?? name.length);
}

function* spellings(): Generator<[string, Spelling]> {
	for (const {name, words, codes, guarded} of languageTable) {
		yield* words.map((word): [string, Spelling] => [word, {language: name, form: 'word', capitals: false}]);
		yield* [...codes, ...guarded].map((code, index): [string, Spelling] => [
			code.toLowerCase(),
			{language: name, form: index < codes.length ? 'code' : 'guarded', capitals: code !== code.toLowerCase()},
		]);
	}
}

type Form = 'word' | 'code' | 'guarded';

export interface Spelling {
	language: string;
	form: Form;
	/** The code counts only in capitals. */
	capitals: boolean;
}

/** What a word means in release names, alone and at the start of phrases. */
interface Meaning {
	terms: Phrase<Term[]>[];
	languages: Phrase<Spelling>[];
	/** Is it technical, alone or as the start of a phrase? */
	isVocabulary: boolean;
}

function gather(rows: Iterable<[string, Term]>): Map<string, Term[]> {
	const terms = new Map<string, Term[]>();
	for (const [spelling, term] of rows) {
		terms.set(spelling, [...(terms.get(spelling) ?? []), term]);
	}
	return terms;
}

/** One for terms and languages, because looking up a word costs more than anything else that is done with it. */
function buildDictionary(): Map<string, Meaning> {
	const terms = indexPhrases(gather(vocabulary()));
	const languages = indexPhrases(spellings());
	const words = new Set([...terms.keys(), ...languages.keys(), ...technicalWords]);
	return new Map(
		[...words].map(word => {
			const isVocabulary = technicalWords.has(word) || terms.has(word);
			return [word, {terms: terms.get(word) ?? [], languages: languages.get(word) ?? [], isVocabulary}];
		}),
	);
}

const dictionary = buildDictionary();

/** The meaning of a lower-case word; undefined for one that release names do not use. */
export function meaningOf(word: string): Meaning | undefined {
	return dictionary.get(word);
}

/** Is this lower-case word one that release names use as technical? */
export function isVocabulary(word: string): boolean {
	return dictionary.get(word)?.isVocabulary ?? false;
}

/** Is this lower-case word a language name or code, alone or as the start of a phrase? */
export function isLanguageWord(word: string): boolean {
	return (dictionary.get(word)?.languages.length ?? 0) > 0;
}
