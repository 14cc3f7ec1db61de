import {presentStamps} from '#api/http/replies/stamps.ts';
import type {StoredLanguageProfile} from '#shared/store/profiles/language-profiles.ts';

export function presentLanguageProfile(profile: StoredLanguageProfile) {
	return {
		id: profile.id,
		name: profile.name,
		languages: profile.languages.map(({code, allowed}) => ({code, allowed})),
		cutoff: profile.cutoff,
		upgradeAllowed: profile.upgradeAllowed,
		subtitles: profile.subtitles.map(({code, forced, hearingImpaired}) => ({code, forced, hearingImpaired})),
		minimumSubtitleScore: profile.minimumSubtitleScore,
		isDefault: profile.isDefault,
		...presentStamps(profile),
	};
}
