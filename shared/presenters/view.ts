import Joi from 'joi';
import type {Typed} from './fields.ts';

/** A part of a reply: how the documentation tells it, and what becomes of a value. */
export interface Part<Value, Shown = unknown> {
	schema: Joi.Schema;
	present: (value: Value) => Shown;
	/** Of an object. */
	fields?: Fields;
}

/** A field that is made of a record, not taken from it under its own name. */
export interface Made<Rec, Shown = unknown> {
	schema: Joi.Schema;
	make: (record: Rec) => Shown;
	/** How a list makes it of the stored document; without it lists cannot show the field. */
	stored?: StoredField;
}

export type StoredField =
	/** Whether a stored field holds anything. */
	| {isPresent: string}
	/** One value of the document in a stored field. */
	| {of: string; field: string}
	/** A number made of others; one that is not stored is 0. */
	| {numbers: readonly string[]; toNumber: (numbers: number[]) => number};

/** What a view may say of the field `Name`: without a `Made` the record has to have it, with values of that type. */
type Field<Rec, Name> = Name extends keyof Rec ? Typed<Rec[Name]> | Part<Rec[Name]> | Made<Rec> : Made<Rec>;
export type AnyField = Typed<never> | Part<never> | Made<never>;
export type Fields = Readonly<Record<string, AnyField>>;

type ShownField<F> =
	F extends Typed<infer Value>
		? Value
		: F extends {present: (value: never) => infer Shown} | {make: (record: never) => infer Shown}
			? Shown
			: never;
/** The reply that these fields tell of, before JSON is made of it. */
export type Shown<F> = {[Name in keyof F]: ShownField<F[Name]>};

/** What a reply shows of a record, each field stated once: its name, its schema, and how its value is found. */
export interface View<Rec, F extends Fields> extends Part<Rec, Shown<F>> {
	fields: F;
	schema: Joi.ObjectSchema;
	orNull: Part<Rec | null, Shown<F> | null>;
	/** Left out where there is none. */
	optional: Part<Rec | undefined, Shown<F> | undefined>;
	list: Part<readonly Rec[], Shown<F>[]>;
}

/**
 * `viewOf<Movie>()({title: text, …}, 'Movie')`, where the name is that in the documentation. What was never stored is
 * shown as null.
 * There are two calls because TypeScript infers either all types of a call or none.
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
			return shown as Shown<F>; // made of these very fields
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

/** JSON would make the same of a Date, but slower, and slow down what stands beside it. */
const toShown = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

/** The schema of a reply that has these fields. */
export function objectOf(fields: Fields): Joi.ObjectSchema {
	return Joi.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])));
}

const schemaOf = (field: AnyField): Joi.Schema => (Joi.isSchema(field) ? field : field.schema);
const isOptional = (field: AnyField) => (schemaOf(field).describe().flags as {presence?: string} | undefined)?.presence === 'optional';

function toRead(name: string, field: AnyField): (record: Record<string, never>) => unknown {
	if (Joi.isSchema(field)) {
		return record => record[name];
	}
	return 'make' in field ? record => field.make(record as never) : record => field.present(record[name] as never);
}

/** Of a record, what `read` finds. */
export function from<Rec, Value>(kind: Typed<Value>, read: (record: Rec) => Value): Made<Rec, Value>;
export function from<Rec, Value, S>(kind: Part<Value, S>, read: (record: Rec) => Value): Made<Rec, S>;
export function from(kind: Typed<unknown> | Part<unknown>, read: (record: never) => unknown): Made<never> {
	return Joi.isSchema(kind) ? {schema: kind, make: read} : {schema: kind.schema, make: record => kind.present(read(record))};
}

/** The same of every record. */
export function always<Value>(schema: Typed<Value>, value: Value): Made<unknown, Value> {
	return {schema, make: () => value};
}

/** A view of what looks already as it is shown, so that its fields tell the type of its records too. */
export function plainView<F extends Fields>(fields: F, schemaName?: string): View<Shown<F>, F> {
	return viewOf<Shown<F>>()(fields as never, schemaName) as View<Shown<F>, F>; // the compiler cannot see that these fields fit their own type
}
