import Joi from 'joi';

/** Names or ids of libraries. */
export function tagsField(): Joi.ArraySchema<string[]> {
	return Joi.array().items(Joi.string().max(200).pattern(/\S/, 'more than white space')).max(100);
}
