import {splitWords, type Words} from '../marks/words.ts';
import {findLanguages} from './language-hits.ts';
import {ofSubtitles} from './subtitle-languages.ts';

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
