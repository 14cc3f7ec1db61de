import Joi from 'joi';
import {nameField} from '#api/http/input/name-field.ts';
import {readOnlyFields} from '#api/http/input/read-only-fields.ts';
import type {LanguageStep, NewLanguageProfile, WantedSubtitle} from '#shared/domain/languages/language-profile.ts';
import {languageCodes, regionalLanguages, subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {wishKey} from '#shared/domain/media/subtitle.ts';

const subtitleCode = Joi.string()
	.valid(...subtitleLanguages)
	.meta({schemaName: 'SubtitleLanguage'})
	.messages({'any.only': `{{#label}} must be an ISO 639-1 language code such as en, or one of ${regionalLanguages.join(', ')}`});
const soundCode = Joi.string()
	.valid('original', ...languageCodes)
	.messages({'any.only': '{{#label}} must be original or an ISO 639-1 language code such as en'});
const language = Joi.object<LanguageStep, true>({code: soundCode.required(), allowed: Joi.boolean().required()});
const subtitle = Joi.object<WantedSubtitle, true>({
	code: subtitleCode.required(),
	forced: Joi.boolean().default(false),
	hearingImpaired: Joi.boolean().default(false),
});

const mostWishes = 100;

/** Joi's own check compares each entry with each other. Malformed entries are reported separately. */
function refuseRepeated(wishes: WantedSubtitle[], {error, state}: Joi.CustomHelpers): WantedSubtitle[] | Joi.ErrorReport {
	const keys = wishes.slice(0, mostWishes).map(wish => (wish?.code === undefined ? null : wishKey({...wish, language: wish.code})));
	const repeated = keys.findIndex((key, index) => key !== null && keys.indexOf(key) < index);
	const place = () => state.localize?.([...(state.path ?? []), repeated], state.ancestors, null);
	return repeated < 0 ? wishes : error('array.unique', {pos: repeated, dupePos: keys.indexOf(keys[repeated] ?? null)}, place());
}

const fields = {
	name: nameField(100),
	languages: Joi.array().items(language).min(1).max(languageCodes.length).unique('code'),
	cutoff: soundCode,
	upgradeAllowed: Joi.boolean(),
	subtitles: Joi.array().items(subtitle).max(mostWishes).custom(refuseRepeated),
	minimumSubtitleScore: Joi.number().integer().min(0).max(100),
	subtitleCutoff: subtitleCode.allow(null),
};

/** For examples: the cutoff is one of the languages. */
const germanFirst = {
	languages: [
		{code: 'de', allowed: true},
		{code: 'en', allowed: true},
	],
	cutoff: 'de',
};

export const addLanguageProfileBody = Joi.object<NewLanguageProfile, true>({
	name: fields.name.required(),
	languages: fields.languages.required(),
	cutoff: fields.cutoff.required(),
	upgradeAllowed: fields.upgradeAllowed.default(true),
	subtitles: fields.subtitles.default([]),
	minimumSubtitleScore: fields.minimumSubtitleScore.default(70),
	subtitleCutoff: fields.subtitleCutoff.default(null),
}).example({
	name: 'German, else English',
	...germanFirst,
	subtitles: [{code: 'en', forced: false, hearingImpaired: false}],
});
export const editLanguageProfileBody = Joi.object<Partial<NewLanguageProfile>>({...fields, ...readOnlyFields('isDefault')}).example(
	germanFirst,
);
