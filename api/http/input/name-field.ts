import Joi from 'joi';

/** A name that people can see: of more than white space. */
export function nameField(longest: number): Joi.StringSchema {
	return Joi.string().max(longest).pattern(/\S/, 'more than white space');
}
