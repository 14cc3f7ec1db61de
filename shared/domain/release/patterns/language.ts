import {languageTable} from './language-table.ts';
import {isTechnical} from './marks.ts';
import {indexPhrases, phraseAt} from './phrases.ts';
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

function isMeant(words: Words, {at, length, form, capitals}: Hit): boolean {
	const text = words.name.slice(words.starts[at], words.ends[at + length - 1]);
	const shouted = text === text.toUpperCase();
	if (capitals && !shouted) {
		return false;
	}
	if (words.lower[at - 1] === 'dts') {
		return false;
	}
	const before = isEvidenceBefore(words, at);
	const after = isEvidenceAfter(words, at + length);
	if (form === 'guarded') {
		return before && after;
	}
	return before || after || (form === 'word' && shouted);
}

function findHits(words: Words): Hit[] {
	const hits: Hit[] = [];
	for (let at = 0; at < words.lower.length; at++) {
		const found = phraseAt(index, words, at);
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

/** German releases say `DL` (dual language) or `ML` when the original sound is there too; `WEB-DL` is something else. */
function keepsOriginal({lower}: Words): boolean {
	return lower.some((word, at) => word === 'ml' || (word === 'dl' && lower[at - 1] !== 'web'));
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
	if (languages.has('german') && keepsOriginal(words)) {
		languages.add('original');
	}
	return [...languages];
}
