import {type Operations, recordOperations} from '#api/http/operation.ts';
import type {LanguageStep, WantedSubtitle} from '#shared/domain/languages/language-profile.ts';
import {flag, integer, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {StoredLanguageProfile} from '#shared/store/profiles/language-profiles.ts';

export const languageProfile = viewOf<StoredLanguageProfile>()(
	{
		id: text,
		name: text,
		languages: viewOf<LanguageStep>()({code: text, allowed: flag}).list,
		cutoff: text,
		upgradeAllowed: flag,
		subtitles: viewOf<WantedSubtitle>()({code: text, forced: flag, hearingImpaired: flag}).list,
		minimumSubtitleScore: integer,
		subtitleCutoff: textOrNull,
		isDefault: flag,
		...stamps,
	},
	'LanguageProfile',
);

export const languageProfilesOperations: Operations = recordOperations('/api/language-profiles', {
	name: 'LanguageProfile',
	view: languageProfile,
	deletable: 'an unused language profile',
});
