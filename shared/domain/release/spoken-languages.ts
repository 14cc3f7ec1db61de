import {languageName} from './language-codes.ts';

/**
 * The languages by which a release is judged: those from its title or indexer, with `original` resolved. When none is
 * given it is the original language, because releases are named that way. Empty when the original language is unknown,
 * too. `originalLanguage` is an ISO 639-1 code or a name.
 */
export function spokenLanguages(told: readonly string[], originalLanguage: string | null): string[] {
	const original = languageName(originalLanguage);
	const known = told.filter(language => language !== 'unknown');
	const spoken = (known.length > 0 ? known : ['original']).map(language => (language === 'original' ? original : language));
	return [...new Set(spoken.filter(language => language !== null))];
}
