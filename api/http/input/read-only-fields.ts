import Joi from 'joi';

/** Clients may send back fields that replies add; they are ignored. */
export function readOnlyFields(...names: string[]): Record<string, Joi.Schema> {
	return Object.fromEntries(['id', ...names, 'createdAt', 'updatedAt'].map(name => [name, Joi.any().strip()]));
}
