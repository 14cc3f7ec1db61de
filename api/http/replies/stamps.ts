import Joi from 'joi';

/** When a record was made and last changed, as replies tell it. */
export function presentStamps({createdAt, updatedAt}: {createdAt: Date; updatedAt: Date}) {
	return {createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString()};
}

/** What replies add may come back with a changed record, and changes nothing. */
export function readOnlyFields(...names: string[]): Record<string, Joi.Schema> {
	return Object.fromEntries(['id', ...names, 'createdAt', 'updatedAt'].map(name => [name, Joi.any().strip()]));
}
