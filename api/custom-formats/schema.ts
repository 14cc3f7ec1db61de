import Joi from 'joi';
import {nameField, readOnlyFields} from '#api/http/fields.ts';
import {
	type Condition,
	type ConditionKind,
	conditionKinds,
	type NewCustomFormat,
	type Range,
	releaseTypes,
} from '#shared/domain/quality/custom-format.ts';
import {modifiers, resolutions, sources} from '#shared/domain/release/parsed-title.ts';
import {indexerFlags} from '#shared/domain/release/release.ts';

/** Maximum length of a pattern; the longest published ones list hundreds of groups. */
const longestPattern = 20_000;
const pattern = Joi.string().max(longestPattern);
const range = (bound: Joi.NumberSchema) => Joi.object<Range, true>({min: bound.required(), max: bound.allow(null).required()});
const language = Joi.string().pattern(/^[a-z][a-z0-9-]{1,40}$/, 'original, or the code or lower-case English name of a language');

const values: {[Kind in ConditionKind]: Joi.Schema} = {
	releaseTitle: pattern,
	releaseGroup: pattern,
	edition: pattern,
	source: Joi.string().valid(...sources),
	resolution: Joi.number().valid(...resolutions),
	qualityModifier: Joi.string().valid(...modifiers),
	language: Joi.object({language: language.required(), except: Joi.boolean().required()}),
	indexerFlag: Joi.string().valid(...indexerFlags),
	size: range(Joi.number().min(0).max(1_000_000)),
	year: range(Joi.number().integer().min(0).max(9999)),
	releaseType: Joi.string().valid(...releaseTypes),
};

function conditionOf(kind: ConditionKind) {
	return Joi.object({
		name: Joi.string().max(200).required(),
		kind: Joi.string().valid(kind).required(),
		value: values[kind].required(),
		negate: Joi.boolean().default(false),
		required: Joi.boolean().default(false),
	});
}

export const condition = Joi.alternatives()
	// biome-ignore lint/suspicious/noThenProperty: joi's own word, and never awaited
	.conditional('.kind', {switch: conditionKinds.map(kind => ({is: kind, then: conditionOf(kind)}))})
	.messages({
		'alternatives.any': `{{#label}} must be an object whose kind is one of ${conditionKinds.join(', ')}`,
	}) as Joi.AlternativesSchema<Condition>;

const fields = {
	name: nameField(100),
	conditions: Joi.array().items(condition).min(1).max(500),
	includeWhenRenaming: Joi.boolean(),
};

export const addFormatBody = Joi.object<NewCustomFormat>({
	name: fields.name.required(),
	conditions: fields.conditions.required(),
	includeWhenRenaming: fields.includeWhenRenaming.default(false),
});
export const editFormatBody = Joi.object<Partial<NewCustomFormat>>({...fields, ...readOnlyFields('lastError')});

/** Maximum number of formats in one import. */
const mostFormats = 1000;

/** A format as Radarr and Sonarr export it. */
const exported = {
	name: 'x265',
	includeCustomFormatWhenRenaming: false,
	specifications: [
		{name: 'x265', implementation: 'ReleaseTitleSpecification', negate: false, required: true, fields: {value: '[xh][ ._-]?265'}},
	],
};

/** JSON of other programs: `importCustomFormats` reads it format by format. */
export const importBody = Joi.alternatives<unknown>(Joi.object().unknown().example(exported), Joi.array().max(mostFormats));
