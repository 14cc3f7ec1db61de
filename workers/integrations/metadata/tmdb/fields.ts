import Joi from 'joi';

/**
 * The provider says "nothing" as null, as an empty text or by leaving the field out; all become null, and so does a
 * value of a wrong kind.
 */
export const text = Joi.string().trim().empty(['', null]).default(null).failover(null);

/** Null where the provider says null, nothing, or no number. */
export const number = Joi.number().unsafe().empty(null).default(null).failover(null);

/** As `number`, for fields in which 0 means unknown. */
export const positive = Joi.number().unsafe().positive().empty(null).default(null).failover(null);

/** A list that keeps the rows of the right shape and drops the others. */
export function rows(row: Joi.Schema): Joi.ArraySchema {
	return Joi.array().items(row, Joi.any().strip()).empty(null).default([]).failover([]);
}

export function part(fields: Joi.SchemaMap): Joi.ObjectSchema {
	return Joi.object(fields).empty(null).default();
}

export const id = Joi.number().integer().positive().required();
export const name = Joi.string().trim().required();
