import Joi from 'joi';
import {
	type Condition,
	type ConditionKind,
	conditionKinds,
	type NewCustomFormat,
	type Range,
	releaseTypes,
} from '../domain/quality/custom-format.ts';
import {patternsOf} from '../domain/quality/custom-formats.ts';
import {modifiers, resolutions, sources} from '../domain/release/parsed-title.ts';
import {indexerFlags} from '../domain/release/release.ts';
import type {Fault} from '../errors.ts';
import {wantedLanguageChoices} from '../presenters/choices.ts';
import {field} from '../providers/provider-family.ts';
import type {PatternTrial} from './pattern-faults.ts';

/** Maximum length of a pattern; the longest published ones list hundreds of groups. */
const longestPattern = 20_000;
const pattern = Joi.string().max(longestPattern);
const range = (bound: Joi.NumberSchema) => Joi.object<Range, true>({min: bound.required(), max: bound.allow(null).required()});
const language = Joi.string()
	.pattern(/^[a-z][a-z0-9-]{1,40}$/, 'original, or the code or lower-case English name of a language')
	.meta({choices: wantedLanguageChoices});

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

export const formatFields = {
	name: Joi.string().max(100).pattern(/\S/, 'more than white space'),
	conditions: Joi.array().items(condition).min(1).max(500),
	includeWhenRenaming: Joi.boolean(),
	scope: field.scope,
};

export const addFormatBody = Joi.object<NewCustomFormat>({
	name: formatFields.name.required(),
	conditions: formatFields.conditions.required(),
	includeWhenRenaming: formatFields.includeWhenRenaming.default(false),
	scope: field.scope.default(null),
});

/** Why a format from elsewhere cannot be stored; null if it can. It obeys the limits of one sent to the API. */
export async function formatFault(format: NewCustomFormat, trial: PatternTrial): Promise<string | null> {
	const {error} = addFormatBody.validate(format, {convert: false, errors: {wrap: {label: false}, label: 'path'}});
	return error?.message ?? (await patternFaults(format, trial))[0]?.message ?? null;
}

/** Finds patterns that are not regular expressions, or take too long; each fault names its condition. */
export async function patternFaults({conditions}: Pick<NewCustomFormat, 'conditions'>, trial: PatternTrial): Promise<Fault[]> {
	const faults = await trial.faultsOf(patternsIn({conditions}));
	return conditions.flatMap(({value}, index) => {
		const fault = typeof value === 'string' ? faults.get(value) : undefined;
		return fault === undefined ? [] : [{path: `conditions[${index}].value`, message: `conditions[${index}].value ${fault}`}];
	});
}

/** The distinct patterns of a format, of whatever kind. */
export const patternsIn = ({conditions}: Pick<NewCustomFormat, 'conditions'>): string[] => [
	...new Set(Object.values(patternsOf([{id: '', name: '', conditions, includeWhenRenaming: false}])).flat()),
];
