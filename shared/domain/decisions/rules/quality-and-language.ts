import {rankOf} from '../../quality/profiles.ts';
import {languageName, spokenLanguages} from '../../release/spoken-languages.ts';
import {hasTerm} from '../release-profile.ts';
import {type Rule, rejected} from '../rule.ts';

/**
 * A disc image counts as `Unknown`. Those who take releases of unknown quality want no image either, because a library
 * cannot play one.
 */
export const qualityAllowed: Rule = ({quality, parsed}, {profile}) => {
	const isDisc = parsed?.quality.modifier === 'brdisk';
	if (rankOf(profile, quality.name).allowed && !isDisc) {
		return null;
	}
	return rejected(`${isDisc ? 'A disc image' : `Quality ${quality.name}`} is not wanted by profile ${profile.name}`);
};

export const formatScoreMet: Rule = ({formatScore}, {profile}) => {
	if (formatScore >= profile.minFormatScore) {
		return null;
	}
	const detail = `Format score ${formatScore} is below the minimum ${profile.minFormatScore} of profile ${profile.name}`;
	return {reason: 'Custom format cut-off unmet', detail, temporary: false};
};

export const releaseProfilesMet: Rule = ({release: {title, indexerId}, matchedTerms}, {releaseProfiles}) => {
	const has = (term: string) => hasTerm(title, term, matchedTerms);
	for (const {name, enabled, mustContain, mustNotContain, indexerIds} of releaseProfiles) {
		if (!enabled || (indexerIds.length > 0 && !indexerIds.includes(indexerId))) {
			continue;
		}
		if (mustContain.length > 0 && !mustContain.some(has)) {
			return rejected(`Release profile ${name} asks for one of: ${mustContain.join(', ')}`);
		}
		const unwanted = mustNotContain.find(has);
		if (unwanted !== undefined) {
			return rejected(`Release profile ${name} wants nothing with: ${unwanted}`);
		}
	}

	return null;
};

/** When the wanted or the spoken language is unknown, nothing is refused. */
export const languageWanted: Rule = ({languages}, {profile, originalLanguage}) => {
	const wanted = languageName(profile.language === 'original' ? originalLanguage : profile.language);
	const spoken = spokenLanguages(languages, originalLanguage);
	if (wanted === null || wanted === 'any' || spoken.length === 0 || spoken.includes(wanted)) {
		return null;
	}
	return rejected(`Language ${spoken.join(', ')}, profile ${profile.name} wants ${wanted}`);
};

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

/** For an episode `Subbed` only says that it was not dubbed. For series, only these words count. */
const surelyBurntIn = /(?<![a-z0-9])(?:hc|kor[-_. ]?subs?|hard[-_. ]?sub(?:s|bed)?)(?![a-z0-9])/i;

/** Indexers write `KORSUB`, `KORSUBS` and `Kor-Sub`; a bare `HC` does not name a language. */
function plain(word: string): string {
	const letters = word
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.replace(/s$/, '');
	return letters === 'generichardcodedsub' || letters === 'hardsub' || letters === 'hardsubbed' ? 'hc' : letters;
}

/** Burnt-in subtitles cannot be switched off. */
export const noBurntInSubtitles: Rule = ({media, parsed}, {settings: {allowedHardcodedSubs}}) => {
	const word = parsed?.hardcodedSubs ?? null;
	if (!parsed || word === null || (media.kind === 'series' && !surelyBurntIn.test(parsed.releaseTitle))) {
		return null;
	}
	const allowed = allowedHardcodedSubs.map(plain);
	return allowed.includes(plain(word)) ? null : rejected(`Subtitles are burnt into the picture (${word})`);
};
