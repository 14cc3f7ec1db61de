import Joi from 'joi';

/** A name with at least one visible character. */
export function nameField(longest: number): Joi.StringSchema {
	return Joi.string().max(longest).pattern(/\S/, 'more than white space');
}
