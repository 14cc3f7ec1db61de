import {longestName} from '../marks/words.ts';
import {isLanguageWord} from './language-hits.ts';

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
