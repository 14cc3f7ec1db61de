import Joi from 'joi';

declare const value: unique symbol;

/** A joi schema whose value type TypeScript knows, so a record with another type does not compile. */
export type Typed<Value, Schema extends Joi.AnySchema = Joi.AnySchema> = Schema & {readonly [value]: (value: Value) => void};

// The symbol exists only in types.
export const typed = <Value, Schema extends Joi.AnySchema>(schema: Schema) => schema as Typed<Value, Schema>;

export const orNull = <Value>(schema: Typed<Value>) => typed<Value | null, Joi.AnySchema>(schema.allow(null));
/** The field is left out where it does not apply. */
export const optional = <Value>(schema: Typed<Value>) => typed<Value | undefined, Joi.AnySchema>(schema.optional());

export function listOf<Value>(item: Typed<Value>) {
	return typed<readonly Value[], Joi.ArraySchema>(Joi.array().items(item));
}

/** Fields of replies. Every field is present unless it is optional; a field that does not apply is null. */
export const text = typed<string, Joi.StringSchema>(Joi.string().allow(''));
export const textOrNull = orNull(text);
export const texts = listOf(text);
export const integer = typed<number, Joi.NumberSchema>(Joi.number().integer());
export const integerOrNull = orNull(integer);
export const integers = listOf(integer);
export const number = typed<number, Joi.NumberSchema>(Joi.number());
export const numberOrNull = orNull(number);
export const flag = typed<boolean, Joi.BooleanSchema>(Joi.boolean());
export const isTrue = typed<true, Joi.BooleanSchema>(Joi.boolean().valid(true));
/** A moment; JSON turns a Date into ISO 8601. */
export const timestamp = typed<Date | string, Joi.StringSchema>(Joi.string().isoDate());
export const timestampOrNull = orNull(timestamp);
/** An object whose members are documented elsewhere, or not at all. */
export const anyObject = typed<object, Joi.ObjectSchema>(Joi.object().unknown());
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
	typed<Value, Joi.StringSchema>(Joi.string().valid(...values));

export const stamps = {createdAt: timestamp, updatedAt: timestamp};
