import Joi from 'joi';

/** Fields of replies. In a reply every field is present; what does not apply is null. */
export const text = Joi.string().allow('');
export const textOrNull = text.allow(null);
export const texts = Joi.array().items(text);
export const integer = Joi.number().integer();
export const integerOrNull = integer.allow(null);
export const number = Joi.number();
export const numberOrNull = number.allow(null);
export const flag = Joi.boolean();
export const timestamp = Joi.string().isoDate();
export const timestampOrNull = timestamp.allow(null);
export const oneOf = (values: readonly string[]) => Joi.string().valid(...values);
export const listOf = (item: Joi.Schema) => Joi.array().items(item);
export const isTrue = Joi.boolean().valid(true);

export const stamps = {createdAt: timestamp, updatedAt: timestamp};

export const pagination = Joi.object({page: integer, limit: integer, total: integer, totalPages: integer}).meta({schemaName: 'Pagination'});

/** A list that can grow, under its plural. */
export function pageOf(plural: string, item: Joi.Schema): Joi.ObjectSchema {
	return Joi.object({[plural]: listOf(item), pagination});
}

/** What a change answers that shows nothing else. */
export const changed = Joi.object({success: isTrue, id: text, updatedAt: timestamp}).meta({schemaName: 'Changed'});
export const done = Joi.object({success: isTrue, message: text}).meta({schemaName: 'Done'});

/** Settings that worked. */
export const connectionWorks = Joi.object({success: isTrue, message: text, version: textOrNull, details: texts}).meta({
	schemaName: 'ConnectionWorks',
});
