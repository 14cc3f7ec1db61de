import {languageName} from '../../../release/language-codes.ts';
import {spokenLanguages} from '../../../release/spoken-languages.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Applies the language profile of the title's library. An unknown language is no reason to refuse. */
export const libraryLanguage: Rule = ({languages}, {languageProfile, originalLanguage}) => {
	const codes = (languageProfile?.languages ?? []).filter(({allowed}) => allowed).map(({code}) => code);
	const spoken = spokenLanguages(languages, originalLanguage);
	const original = languageName(originalLanguage);
	if (!languageProfile || codes.length === 0 || spoken.length === 0 || (codes.includes('original') && original === null)) {
		return null;
	}

	const wanted = codes.map(code => (code === 'original' ? original : (languageName(code) ?? code)));
	return spoken.some(language => wanted.includes(language))
		? null
		: rejected(`Language ${spoken.join(', ')}, language profile ${languageProfile.name} wants ${[...new Set(wanted)].join(' or ')}`);
};
