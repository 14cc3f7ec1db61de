import {meaningOf, type Spelling} from './quality/dictionary.ts';
import {isTechnical} from './quality/marks.ts';
import {type PhraseHit, phraseAt} from './quality/phrases.ts';
import {charAfter, charBefore, termsAt, type Words} from './quality/words.ts';

/** A language named by the words from `at` on. */
export interface LanguageHit extends Spelling {
	at: number;
	length: number;
}

export const subtitleMarkers = new Set(['sub', 'subs', 'subtitle', 'subtitles', 'subbed', 'napisy', 'legendas', 'titulky']);

function isLanguageAt({meanings}: Words, at: number): boolean {
	return (meanings[at]?.languages.length ?? 0) > 0;
}

const opening = '[({|,+/&';
const closing = '])}|,+/&';

/** The character before a word, ignoring spaces: `AVO + CZE (DVO)`. */
function markBefore(words: Words, at: number): string {
	const beside = charBefore(words, at);
	return beside === ' ' ? words.name.charAt((words.starts[at] ?? 0) - 2) : beside;
}

function markAfter(words: Words, at: number): string {
	const beside = charAfter(words, at);
	return beside === ' ' && words.name.charAt((words.ends[at] ?? 0) + 1) === '+' ? '+' : beside;
}

/** Does the word before show that this is the technical part? The start of the text counts, too. */
function isEvidenceBefore(words: Words, at: number): boolean {
	return at === 0 || opening.includes(markBefore(words, at)) || isTechnical(words, at - 1) || isLanguageAt(words, at - 1);
}

/** The same for what follows. The end counts, and so does a group after the last dash. */
function isEvidenceAfter(words: Words, next: number): boolean {
	if (next >= words.lower.length || closing.includes(markAfter(words, next - 1))) {
		return true;
	}
	const group = next === words.lower.length - 1 && charAfter(words, next - 1) === '-';
	return group || isTechnical(words, next) || isLanguageAt(words, next) || subtitleMarkers.has(words.lower[next] ?? '');
}

/** The end of a site's name is not a language: `[YTS.LT]`, `www.site.fr`. */
function isDomain(words: Words, at: number): boolean {
	if (charBefore(words, at) !== '.' || isLanguageAt(words, at - 1)) {
		return false;
	}
	return words.lower[at - 2] === 'www' || (charBefore(words, at - 1) === '[' && charAfter(words, at) === ']');
}

/** `DTS-ES` is an audio format. */
function isDtsVariant({lower}: Words, at: number): boolean {
	return lower[at - 1] === 'dts' && (lower[at] === 'es' || lower[at] === 'hi');
}

/** `XviD-EST`: a code after the last dash is a group, unless it ends a list of languages. */
function isGroup(words: Words, {at, length, form}: Pick<LanguageHit, 'at' | 'length' | 'form'>): boolean {
	const last = at + length === words.lower.length && charBefore(words, at) === '-' && charAfter(words, at + length - 1) === '';
	const technical = isTechnical(words, at - 1) || (at > 1 && termsAt(words, at - 2)?.length === 2);
	return last && form !== 'word' && technical && !isLanguageAt(words, at - 1);
}

function isMeant(words: Words, {at, length, form, capitals}: LanguageHit): boolean {
	const text = words.name.slice(words.starts[at], words.ends[at + length - 1]);
	const shouted = text === text.toUpperCase();
	if (capitals && !shouted) {
		return false;
	}
	if (isDtsVariant(words, at) || isGroup(words, {at, length, form}) || (form !== 'word' && isDomain(words, at))) {
		return false;
	}
	const before = isEvidenceBefore(words, at);
	const after = isEvidenceAfter(words, at + length);
	if (form === 'guarded') {
		return before && after;
	}
	return before || after || (form === 'word' && shouted);
}

/** `2xUkr` and `3Rus` give the number of sound tracks in a language. */
const counted = /^\d{1,2}x?(?<code>[a-z]{2,3})$/;

function spellingAt(words: Words, at: number): PhraseHit<Spelling> | null {
	const first = (words.lower[at] ?? '').charCodeAt(0);
	if (first < 48 || first > 57) {
		const meaning = words.meanings[at];
		return meaning ? phraseAt(meaning.languages, words.lower, at) : null;
	}
	const isGroup = at === words.lower.length - 1 && charBefore(words, at) === '-';
	const code = isGroup ? undefined : counted.exec(words.lower[at] ?? '')?.groups?.['code'];
	const spelling = code === undefined ? undefined : meaningOf(code)?.languages.find(({rest}) => rest.length === 0)?.value;
	return spelling === undefined || spelling.form === 'guarded' ? null : {value: spelling, length: 1};
}

/** Every language in the name, of sound or subtitles, in the order of the words. */
export function findLanguages(words: Words): LanguageHit[] {
	const hits: LanguageHit[] = [];
	for (let at = 0; at < words.lower.length; at++) {
		const found = spellingAt(words, at);
		if (found === null) {
			continue;
		}
		const hit: LanguageHit = {...found.value, at, length: found.length};
		if (isMeant(words, hit)) {
			hits.push(hit);
			at += found.length - 1;
		}
	}
	return hits;
}
