import Joi from 'joi';

/** What replies add may come back with a changed record, and changes nothing. */
export function readOnlyFields(...names: string[]): Record<string, Joi.Schema> {
	return Object.fromEntries(['id', ...names, 'createdAt', 'updatedAt'].map(name => [name, Joi.any().strip()]));
}
