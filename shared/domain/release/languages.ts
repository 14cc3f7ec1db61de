import {isTechnical} from './quality/marks.ts';
import {type PhraseHit, phraseAt} from './quality/phrases.ts';
import {
	charAfter,
	charBefore,
	isLanguageWord,
	longestName,
	meaningOf,
	type Spelling,
	splitWords,
	termsAt,
	type Words,
} from './quality/words.ts';

/** Chinese words are not separated from others, so they are searched as characters. */
const chineseText = /[简繁]|字幕|中字|国语|國語|粤语/;

/**
 * German releases use `DL` (dual language) when they also have the original sound, and `ML` when they also have
 * English. `WEB-DL` is unrelated.
 */
function addOriginal({lower}: Words, languages: Set<string>): void {
	const dual = lower.some((word, at) => word === 'dl' && lower[at - 1] !== 'web');
	const multi = lower.includes('ml');
	if (dual || multi) {
		languages.add('original');
	}
	if (multi && !dual) {
		languages.add('english');
	}
}

/**
 * Sound languages in a release name, lower case as in the table; empty when it has none. The media title must be cut
 * out of `name`, because a title may contain the name of a language.
 */
export function parseLanguages(name: string): string[] {
	const words = splitWords(name);
	const hits = findLanguages(words);
	if (hits.length === 0) {
		return chineseText.test(words.name) ? ['chinese'] : [];
	}
	const dropped = ofSubtitles(words, hits);
	const languages = new Set(hits.filter(hit => !dropped.has(hit)).map(hit => hit.language));
	if (chineseText.test(words.name)) {
		languages.add('chinese');
	}
	if (languages.size === 1 && languages.has('german')) {
		addOriginal(words, languages);
	}
	return [...languages];
}

/** Is a word the extension of a subtitle file? Then the language is that of the file itself. */
function isSubtitleFile({name, lower, starts}: Words, at: number): boolean {
	return at === lower.length - 1 && name.slice((starts[at] ?? 0) - 1) === '.sub';
}

/** Languages of subtitles: those right after `Sub`, otherwise the codes or the one name right before it. */
function ofSubtitles(words: Words, hits: LanguageHit[]): Set<LanguageHit> {
	const dropped = new Set<LanguageHit>();
	for (let at = 0; at < words.lower.length; at++) {
		if (!subtitleMarkers.has(words.lower[at] ?? '') || isSubtitleFile(words, at)) {
			continue;
		}
		let next = at + 1;
		for (const hit of hits) {
			if (hit.at === next) {
				dropped.add(hit);
				next += hit.length;
			}
		}
		if (next === at + 1) {
			dropBefore(words, hits, {at, dropped});
		}
	}
	return dropped;
}

/**
 * `AC3 5.1 esp eus Subs`: codes right after the audio format belong to the sound, so the
 * subtitles have no known language.
 */
const sound = /^(?:[1-9]|(?:e?ac3|dts|aac|flac|opus|ddp?|mp3|truehd|ma|atmos)\d*)$/;

function isBehindSound({lower}: Words, hits: LanguageHit[], marker: number): boolean {
	let first = marker;
	for (const hit of hits.toReversed()) {
		first = hit.at + hit.length === first ? hit.at : first;
	}
	return (
		marker - first > 1 && /^\d$/.test(lower[first - 1] ?? '') && (sound.test(lower[first - 2] ?? '') || sound.test(lower[first - 3] ?? ''))
	);
}

function dropBefore(words: Words, hits: LanguageHit[], {at: marker, dropped}: {at: number; dropped: Set<LanguageHit>}): void {
	if (isBehindSound(words, hits, marker)) {
		return;
	}
	let end = marker;
	for (const hit of hits.toReversed()) {
		if (hit.at + hit.length !== end) {
			continue;
		}
		if (hit.form === 'word' && end !== marker) {
			return;
		}
		dropped.add(hit);
		end = hit.form === 'word' ? -1 : hit.at;
	}
}

const burntIn = /(?<![a-z0-9])(?:(?<word>(?<language>[a-z]{2,10}?)subs?)|hc|subbed|hard[-_. ]?sub(?:s|bed)?)(?![a-z0-9])/gi;

/** A quick check that nearly every name fails. */
const mayHaveSubs = /sub|hc/i;

/**
 * The word for burnt-in subtitles: `KORSUBS`, or one common word when no language is named; null when there is none.
 */
export function parseHardcodedSubs(name: string): string | null {
	if (!mayHaveSubs.test(name)) {
		return null;
	}
	for (const {groups} of name.slice(0, longestName).matchAll(burntIn)) {
		const language = groups?.['language']?.toLowerCase();
		if (language === undefined) {
			return 'Generic Hardcoded Subs';
		}
		if (language === 'hard' || isLanguageWord(language)) {
			return groups?.['word'] ?? null;
		}
	}
	return null;
}

/** A language named by the words from `at` on. */
interface LanguageHit extends Spelling {
	at: number;
	length: number;
}

const subtitleMarkers = new Set(['sub', 'subs', 'subtitle', 'subtitles', 'subbed', 'napisy', 'legendas', 'titulky']);

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

/** `English and Spanish`. */
const joins = new Set(['and', 'und', 'et', 'y', 'e', 'og', 'och', 'en']);

/** Does the word before show that this is the technical part? The start of the text counts, too. */
function isEvidenceBefore(words: Words, at: number): boolean {
	return at === 0 || opening.includes(markBefore(words, at)) || isTechnical(words, at - 1) || isBehindLanguage(words, at);
}

function isBehindLanguage(words: Words, at: number): boolean {
	return isLanguageAt(words, at - 1) || (joins.has(words.lower[at - 1] ?? '') && isLanguageAt(words, at - 2));
}

/** The same for what follows. The end counts, and so does a group after the last dash. */
function isEvidenceAfter(words: Words, next: number): boolean {
	if (next >= words.lower.length || closing.includes(markAfter(words, next - 1))) {
		return true;
	}
	const group = next === words.lower.length - 1 && charAfter(words, next - 1) === '-';
	const joined = joins.has(words.lower[next] ?? '') && isLanguageAt(words, next + 1);
	return group || joined || isTechnical(words, next) || isLanguageAt(words, next) || subtitleMarkers.has(words.lower[next] ?? '');
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
function findLanguages(words: Words): LanguageHit[] {
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
