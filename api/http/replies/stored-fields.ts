import {flag, type Typed} from '#shared/presenters/fields.ts';
import type {Made} from '#shared/presenters/view.ts';

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

/** A number computed from other numbers of the record, passed in the given order. */
export function madeOf<Name extends string>(
	numbers: readonly Name[],
	schema: Typed<number>,
	toNumber: (numbers: number[]) => number,
): Made<Readonly<Record<Name, number>>, number> {
	return {schema, make: record => toNumber(numbers.map(name => record[name])), stored: {numbers, toNumber}};
}
