import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** A title that names no language is in the original one: that is how releases are named. */
export const languageWanted: Rule = ({languages}, {profile, originalLanguage}) => {
	const wanted = profile.language === 'original' ? originalLanguage : profile.language;
	if (wanted === null || wanted === 'any') {
		return null;
	}

	const told = languages.filter(language => language !== 'unknown');
	const spoken = told.length > 0 ? told.map(language => (language === 'original' ? originalLanguage : language)) : [originalLanguage];
	if (spoken.includes(wanted) || spoken.includes(null)) {
		return null;
	}

	return rejected(`Language ${spoken.join(', ')}, profile ${profile.name} wants ${wanted}`);
};
