import Joi from 'joi';

/** Marks a field as a secret in the documentation, so that forms hide what is typed. */
export const asSecret = <Schema extends Joi.Schema>(schema: Schema): Schema => schema.meta({secret: true}) as Schema;

/** A secret of a stored record; empty and null mean none. */
export const secretText = (longest: number): Joi.StringSchema => asSecret(Joi.string().allow(null, '').max(longest));
