import Joi from 'joi';
import {searchReasons} from '#shared/jobs/search.ts';

export interface IdParams {
	id: string;
}

/** Any text: the store answers 404 for malformed and unknown ids alike. */
export const idParams = Joi.object<IdParams, true>({id: Joi.string().required()});

/** A name with at least one visible character. */
export function nameField(longest: number): Joi.StringSchema {
	return Joi.string().max(longest).pattern(/\S/, 'more than white space');
}

/** A moment such as 2026-11-30T20:00:00Z, as text that `Date` reads. */
export const timestampField = (): Joi.StringSchema =>
	Joi.string()
		.isoDate()
		.custom((value: string, {error}) => (Number.isNaN(Date.parse(value)) ? error('string.isoDate') : value));

/** Names or ids of libraries. */
export function tagsField(): Joi.ArraySchema<string[]> {
	return Joi.array().items(Joi.string().max(200).pattern(/\S/, 'more than white space')).max(100);
}

export interface AutoSearchBody {
	searchType: (typeof searchReasons)[number];
}

export const autoSearchFields = {
	searchType: Joi.string()
		.valid(...searchReasons)
		.default('manual')
		.description('`missing`, or `cutOffUnmet` for files below the cutoff of their profile; `manual` searches both.'),
};
export const autoSearchBody = Joi.object<AutoSearchBody, true>(autoSearchFields);

/** Marks a field as a secret in the documentation, so that forms hide what is typed. */
export const asSecret = <Schema extends Joi.Schema>(schema: Schema): Schema => schema.meta({secret: true}) as Schema;

/** A secret of a stored record; empty and null mean none. */
export const secretText = (longest: number): Joi.StringSchema => asSecret(Joi.string().allow(null, '').max(longest));

/** A password that will be stored. */
export const newPassword = asSecret(Joi.string().min(12).max(200));

/** Clients may send back fields that replies add; they are ignored. */
export function readOnlyFields(...names: string[]): Record<string, Joi.Schema> {
	return Object.fromEntries(['id', ...names, 'createdAt', 'updatedAt'].map(name => [name, Joi.any().strip()]));
}
