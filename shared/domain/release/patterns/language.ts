import {languageTable} from './language-table.ts';
import {isTechnical} from './marks.ts';
import {indexPhrases, type PhraseHit, phraseAt} from './phrases.ts';
import {charAfter, charBefore, splitWords, type Words} from './words.ts';

type Form = 'word' | 'code' | 'guarded';

interface Spelling {
	language: string;
	form: Form;
	capitals: boolean;
}

interface Hit extends Spelling {
	at: number;
	length: number;
}

function* spellings(): Generator<[string, Spelling]> {
	for (const {name, words, codes = [], guarded = []} of languageTable) {
		yield* words.map((word): [string, Spelling] => [word, {language: name, form: 'word', capitals: false}]);
		yield* codes.map((code): [string, Spelling] => [
			code.toLowerCase(),
			{language: name, form: 'code', capitals: code !== code.toLowerCase()},
		]);
		yield* guarded.map((code): [string, Spelling] => [
			code.toLowerCase(),
			{language: name, form: 'guarded', capitals: code !== code.toLowerCase()},
		]);
	}
}

const index = indexPhrases(spellings());

/** Whether a word in lower case is, by itself or as the start of a phrase, a language's name or code. */
export function isLanguageWord(word: string): boolean {
	return index.has(word);
}

/** Chinese words stand glued to others, so they are looked for as characters. */
const chineseText = /[简繁]|字幕|中字|国语|國語|粤语/;

const subtitleMarkers = new Set(['sub', 'subs', 'subtitle', 'subtitles', 'napisy', 'legendas', 'titulky']);
const opening = '[({|,+/&';
const closing = '])}|,+/&';

/** Whether the word before tells that the technical part goes on; the start of the text counts. */
function isEvidenceBefore(words: Words, at: number): boolean {
	return at === 0 || opening.includes(charBefore(words, at)) || isTechnical(words, at - 1) || index.has(words.lower[at - 1] ?? '');
}

/** The same for what follows; the end counts, and a group behind the last dash does. */
function isEvidenceAfter(words: Words, next: number): boolean {
	if (next >= words.lower.length || closing.includes(charAfter(words, next - 1))) {
		return true;
	}
	const group = next === words.lower.length - 1 && charAfter(words, next - 1) === '-';
	return group || isTechnical(words, next) || index.has(words.lower[next] ?? '') || subtitleMarkers.has(words.lower[next] ?? '');
}

/** The end of a site's name is no language: `[YTS.LT]`, `www.site.fr`. */
function isDomain(words: Words, at: number): boolean {
	if (charBefore(words, at) !== '.') {
		return false;
	}
	return words.lower[at - 2] === 'www' || (charBefore(words, at - 1) === '[' && charAfter(words, at) === ']');
}

function isMeant(words: Words, {at, length, form, capitals}: Hit): boolean {
	const text = words.name.slice(words.starts[at], words.ends[at + length - 1]);
	const shouted = text === text.toUpperCase();
	if (capitals && !shouted) {
		return false;
	}
	if (words.lower[at - 1] === 'dts' || (form !== 'word' && isDomain(words, at))) {
		return false;
	}
	const before = isEvidenceBefore(words, at);
	const after = isEvidenceAfter(words, at + length);
	if (form === 'guarded') {
		return before && after;
	}
	return before || after || (form === 'word' && shouted);
}

/** `2xUkr` and `3Rus` count the sound tracks of a language. */
const counted = /^\d{1,2}x?(?<code>[a-z]{2,3})$/;

function spellingAt(words: Words, at: number): PhraseHit<Spelling> | null {
	const first = (words.lower[at] ?? '').charCodeAt(0);
	if (first < 48 || first > 57) {
		return phraseAt(index, words, at);
	}
	const code = counted.exec(words.lower[at] ?? '')?.groups?.['code'];
	const spelling = code === undefined ? undefined : index.get(code)?.find(({rest}) => rest.length === 0)?.value;
	return spelling === undefined || spelling.form === 'guarded' ? null : {value: spelling, length: 1};
}

function findHits(words: Words): Hit[] {
	const hits: Hit[] = [];
	for (let at = 0; at < words.lower.length; at++) {
		const found = spellingAt(words, at);
		if (found === null) {
			continue;
		}
		const hit: Hit = {...found.value, at, length: found.length};
		if (isMeant(words, hit)) {
			hits.push(hit);
			at += found.length - 1;
		}
	}
	return hits;
}

/** Whether a word is the extension of a subtitle file, which tells the language of the file itself. */
function isSubtitleFile({name, lower, starts}: Words, at: number): boolean {
	return at === lower.length - 1 && name.slice((starts[at] ?? 0) - 1) === '.sub';
}

/** Languages named for subtitles: those right behind `Sub`, or else the run of codes, or the one name, right before it. */
function subtitleHits(words: Words, hits: Hit[]): Set<Hit> {
	const dropped = new Set<Hit>();
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
			dropBefore(hits, at, dropped);
		}
	}
	return dropped;
}

function dropBefore(hits: Hit[], marker: number, dropped: Set<Hit>): void {
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

/** A release in German alone says `DL` (dual language) when the original sound is there too, `ML` when English is as well; `WEB-DL` is something else. */
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
 * Languages of the sound that a release name tells, in lower case as the table names them; empty when it tells none.
 * `name` comes with the media's title cut out: a title may well be called after a language.
 */
export function parseLanguages(name: string): string[] {
	const words = splitWords(name);
	const hits = findHits(words);
	const dropped = hits.length === 0 ? new Set<Hit>() : subtitleHits(words, hits);
	const languages = new Set(hits.filter(hit => !dropped.has(hit)).map(hit => hit.language));
	if (chineseText.test(words.name)) {
		languages.add('chinese');
	}
	if (languages.size === 1 && languages.has('german')) {
		addOriginal(words, languages);
	}
	return [...languages];
}
