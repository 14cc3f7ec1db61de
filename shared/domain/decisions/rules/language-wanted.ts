import {languageName} from '../../release/language-codes.ts';
import {spokenLanguages} from '../../release/spoken-languages.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** When the wanted or the spoken language is unknown, nothing is refused. */
export const languageWanted: Rule = ({languages}, {profile, originalLanguage}) => {
	const wanted = languageName(profile.language === 'original' ? originalLanguage : profile.language);
	const spoken = spokenLanguages(languages, originalLanguage);
	if (wanted === null || wanted === 'any' || spoken.length === 0 || spoken.includes(wanted)) {
		return null;
	}

	return rejected(`Language ${spoken.join(', ')}, profile ${profile.name} wants ${wanted}`);
};
