import Joi from 'joi';
import {flag, type Typed, texts} from './fields.ts';

/** A part of a reply: how it is documented, and how a value is shown. */
export interface Part<Value, Shown = unknown> {
	schema: Joi.Schema;
	present: (value: Value) => Shown;
	/** The fields, if it is an object. */
	fields?: Fields;
	/** What a list shows of an object that was never stored, if not null. */
	missing?: Shown;
}

/** A field computed from a record instead of copied under its own name. */
export interface Made<Rec, Shown = unknown> {
	schema: Joi.Schema;
	make: (record: Rec) => Shown;
	/** How a list computes it from the stored document. Without it, lists cannot show the field. */
	stored?: StoredField;
}

export type StoredField =
	/** True when a stored field has a value. */
	| {isPresent: string}
	/** One value inside a stored field. */
	| {of: string; field: string}
	/** An array; a missing one is empty. */
	| {array: string}
	/** A number computed from others; a missing one counts as 0. */
	| {numbers: readonly string[]; toNumber: (numbers: number[]) => number};

/** What a view may state for the field `Name`. Without a `Made`, the record must have this field with the same type. */
type Field<Rec, Name> = Name extends keyof Rec ? Typed<Rec[Name]> | Part<Rec[Name]> | Made<Rec> : Made<Rec>;
export type AnyField = Typed<never> | Part<never> | Made<never>;
export type Fields = Readonly<Record<string, AnyField>>;

type ShownField<F> =
	F extends Typed<infer Value>
		? Value
		: F extends {present: (value: never) => infer Shown} | {make: (record: never) => infer Shown}
			? Shown
			: never;
/** The reply that these fields describe, before it becomes JSON. */
export type Shown<F> = {[Name in keyof F]: ShownField<F[Name]>};

/** The fields of a record in a reply. Each field is stated once: its name, its schema, and how to get its value. */
export interface View<Rec, F extends Fields> extends Part<Rec, Shown<F>> {
	fields: F;
	schema: Joi.ObjectSchema;
	orNull: Part<Rec | null, Shown<F> | null>;
	/** The same, but left out when there is no value. */
	optional: Part<Rec | undefined, Shown<F> | undefined>;
	list: Part<readonly Rec[], Shown<F>[]>;
}

/**
 * `viewOf<Movie>()({title: text, …}, 'Movie')`, where the second argument is the name in the documentation. A
 * value that was never stored is shown as null. There are two calls because TypeScript infers either all type
 * arguments of a call or none.
 */
export function viewOf<Rec extends object>() {
	return <F extends Fields>(fields: F & {[Name in keyof F]: Field<Rec, Name>}, schemaName?: string): View<Rec, F> => {
		const readers = Object.entries<AnyField>(fields).map(([name, field]) => ({
			name,
			read: toRead(name, field),
			isOptional: isOptional(field),
		}));
		const present = (record: Rec) => {
			const shown: Record<string, unknown> = {};
			for (const {name, read, isOptional} of readers) {
				const value = read(record as Record<string, never>);
				if (value !== undefined || !isOptional) {
					shown[name] = toShown(value);
				}
			}
			return shown as Shown<F>; // built from these fields
		};
		const object = objectOf(fields);
		const schema = schemaName ? object.meta({schemaName}) : object;
		return {
			fields,
			schema,
			present,
			orNull: {fields, schema: schema.allow(null), present: record => (record ? present(record) : null)},
			optional: {schema: schema.optional(), present: record => record && present(record)},
			list: {schema: Joi.array().items(schema), present: records => records.map(present)},
		};
	};
}

/** JSON would convert a Date in the same way, but more slowly, and slow down the rest of the record. */
const toShown = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

/** The schema of a reply with these fields. */
export function objectOf(fields: Fields): Joi.ObjectSchema {
	return Joi.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])));
}

const schemaOf = (field: AnyField): Joi.Schema => (Joi.isSchema(field) ? field : field.schema);
const isOptional = (field: AnyField) => schemaOf(field).$_getFlag('presence') === 'optional';

function toRead(name: string, field: AnyField): (record: Record<string, never>) => unknown {
	if (Joi.isSchema(field)) {
		return record => record[name];
	}
	return 'make' in field ? record => field.make(record as never) : record => field.present(record[name] as never);
}

/** Shows what `read` returns for a record. */
export function from<Rec, Value>(kind: Typed<Value>, read: (record: Rec) => Value): Made<Rec, Value>;
export function from<Rec, Value, S>(kind: Part<Value, S>, read: (record: Rec) => Value): Made<Rec, S>;
export function from(kind: Typed<unknown> | Part<unknown>, read: (record: never) => unknown): Made<never> {
	return Joi.isSchema(kind) ? {schema: kind, make: read} : {schema: kind.schema, make: record => kind.present(read(record))};
}

/** The same value for every record. */
export function always<Value>(schema: Typed<Value>, value: Value): Made<unknown, Value> {
	return {schema, make: () => value};
}

/** A view for records that are shown unchanged, so its fields also define the record type. */
export function plainView<F extends Fields>(fields: F, schemaName?: string): View<Shown<F>, F> {
	// The compiler cannot see that these fields fit their own type.
	return viewOf<Shown<F>>()(fields as never, schemaName) as View<Shown<F>, F>;
}

/** Whether the field `name` has a value. */
export function isPresent<Name extends string>(name: Name): Made<Readonly<Record<Name, unknown>>, boolean> {
	return {schema: flag, make: record => (record[name] ?? null) !== null, stored: {isPresent: name}};
}

/** The field `field` of the object stored in `of`; null if there is none. */
export function inside<Of extends string, Name extends string, Value>(
	of: Of,
	field: Name,
	schema: Typed<Value | null>,
): Made<Readonly<Record<Of, Readonly<Record<Name, Value>> | null>>, Value | null> {
	return {schema, make: record => record[of]?.[field] ?? null, stored: {of, field}};
}

/** The texts of the field `name`; empty where nothing was stored. */
export function textsOf<Name extends string>(
	name: Name,
	description: string,
): Made<Readonly<Partial<Record<Name, readonly string[]>>>, readonly string[]> {
	return {schema: texts.description(description), make: record => record[name] ?? [], stored: {array: name}};
}

/** A number computed from other numbers of the record, passed in the given order. */
export function madeOf<Name extends string>(
	numbers: readonly Name[],
	schema: Typed<number>,
	toNumber: (numbers: number[]) => number,
): Made<Readonly<Record<Name, number>>, number> {
	return {schema, make: record => toNumber(numbers.map(name => record[name])), stored: {numbers, toNumber}};
}
