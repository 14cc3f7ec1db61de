import {languageName, spokenLanguages} from '../release/spoken-languages.ts';
import {cutoffRank, type QualityProfile, rankOf} from './profiles.ts';
import type {QualityName} from './qualities.ts';

/** What a quality profile says of a release by its name alone. */
export interface NameVerdict {
	profileId: string;
	profile: string;
	/** By the formats that it has, with what each of them gives. */
	score: number;
	formatScores: {customFormatId: string; score: number}[];
	/** Nothing in its name rules it out. */
	accepted: boolean;
	/** With it, the profile wants nothing better. */
	cutoffMet: boolean;
	/** Why it is refused; empty if it is not. */
	reasons: string[];
}

interface NamedQuality {
	quality: QualityName;
	languages: readonly string[];
	formatIds: ReadonlySet<string>;
}

export function verdictOf(profile: QualityProfile, {quality, languages, formatIds}: NamedQuality): NameVerdict {
	const formatScores = profile.formatScores.filter(({customFormatId, score}) => formatIds.has(customFormatId) && score !== 0);
	const score = formatScores.reduce((sum, each) => sum + each.score, 0);
	const {rank, allowed} = rankOf(profile, quality);
	const language = profile.language === 'any' || profile.language === 'original' ? null : languageName(profile.language);
	const spoken = spokenLanguages(languages, null);
	const reasons = [
		...(allowed ? [] : [`The profile does not want ${quality}.`]),
		...(score < profile.minFormatScore ? [`Its score ${score} is below the minimum ${profile.minFormatScore}.`] : []),
		...(language !== null && spoken.length > 0 && !spoken.includes(language)
			? [`Its language is ${spoken.join(', ')}, the profile wants ${language}.`]
			: []),
	];
	return {
		profileId: profile.id,
		profile: profile.name,
		score,
		formatScores,
		accepted: reasons.length === 0,
		cutoffMet: reasons.length === 0 && rank >= cutoffRank(profile) && score >= profile.cutoffFormatScore,
		reasons,
	};
}
