import {languageName} from './language-codes.ts';

/**
 * The languages to judge a release by: what its title or indexer tells, `original` filled in, and the original language
 * where nothing is told, because that is how releases are named. Empty when nobody knows the original language either.
 * `originalLanguage` is a code of ISO 639-1 or a name.
 */
export function spokenLanguages(told: readonly string[], originalLanguage: string | null): string[] {
	const original = languageName(originalLanguage);
	const known = told.filter(language => language !== 'unknown');
	const spoken = (known.length > 0 ? known : ['original']).map(language => (language === 'original' ? original : language));
	return [...new Set(spoken.filter(language => language !== null))];
}
