import type {Operations} from '#api/http/replies/operation.ts';
import type {LanguageStep, WantedSubtitle} from '#shared/domain/languages/language-profile.ts';
import {flag, integer, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
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

export const languageProfilesOperations: Operations = {
	'GET /api/language-profiles': {
		id: 'listLanguageProfiles',
		summary: 'List language profiles',
		replies: {200: objectOf({languageProfiles: languageProfile.list})},
	},
	'GET /api/language-profiles/:id': {id: 'getLanguageProfile', summary: 'Show a language profile', replies: {200: languageProfile.schema}},
	'POST /api/language-profiles': {
		id: 'addLanguageProfile',
		summary: 'Add a language profile',
		replies: {201: languageProfile.schema},
		failures: [409],
	},
	'PUT /api/language-profiles/:id': {
		id: 'updateLanguageProfile',
		summary: 'Change a language profile',
		replies: {200: languageProfile.schema},
		failures: [409],
	},
	'DELETE /api/language-profiles/:id': {
		id: 'deleteLanguageProfile',
		summary: 'Delete an unused language profile',
		replies: {204: null},
		failures: [409],
	},
};
