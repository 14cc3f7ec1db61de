import {findLanguages} from './language-hits.ts';
import {ofSubtitles} from './subtitle-languages.ts';
import {splitWords, type Words} from './words.ts';

/** Chinese words stand glued to others, so they are looked for as characters. */
const chineseText = /[简繁]|字幕|中字|国语|國語|粤语/;

/**
 * A release in German alone says `DL` (dual language) when the original sound is there too, `ML` when English is as
 * well; `WEB-DL` is something else.
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
 * Languages of the sound that a release name tells, in lower case as the table names them; empty when it tells none.
 * `name` comes with the media's title cut out: a title may well be called after a language.
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
