import Joi from 'joi';

/**
 * The provider expresses "nothing" as null, an empty text or a missing field. All of these become null, and so does a
 * value of the wrong type.
 */
export const text = Joi.string().trim().empty(['', null]).default(null).failover(null);

/** Null when the provider sends null, nothing, or something that is not a number. */
export const number = Joi.number().unsafe().empty(null).default(null).failover(null);

/** Like `number`, for fields in which 0 means unknown. */
export const positive = Joi.number().unsafe().positive().empty(null).default(null).failover(null);

/** A list that keeps rows of the right shape and drops the others. */
export function rows(row: Joi.Schema): Joi.ArraySchema {
	return Joi.array().items(row, Joi.any().strip()).empty(null).default([]).failover([]);
}

export function part(fields: Joi.SchemaMap): Joi.ObjectSchema {
	return Joi.object(fields).empty(null).default();
}

export const id = Joi.number().integer().positive().required();
export const name = Joi.string().trim().required();
