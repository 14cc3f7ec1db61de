import {flag, type Typed} from '#shared/presenters/fields.ts';
import type {Made} from '#shared/presenters/view.ts';

/** Whether the field `name` holds anything. */
export function isPresent<Name extends string>(name: Name): Made<Readonly<Record<Name, unknown>>, boolean> {
	return {schema: flag, make: record => (record[name] ?? null) !== null, stored: {isPresent: name}};
}

/** The field `field` of what the record holds as `of`; null while it holds nothing. */
export function inside<Of extends string, Name extends string, Value>(
	of: Of,
	field: Name,
	schema: Typed<Value | null>,
): Made<Readonly<Record<Of, Readonly<Record<Name, Value>> | null>>, Value | null> {
	return {schema, make: record => record[of]?.[field] ?? null, stored: {of, field}};
}

/** A number made of other numbers of the record, in the order in which they are named. */
export function madeOf<Name extends string>(
	numbers: readonly Name[],
	schema: Typed<number>,
	toNumber: (numbers: number[]) => number,
): Made<Readonly<Record<Name, number>>, number> {
	return {schema, make: record => toNumber(numbers.map(name => record[name])), stored: {numbers, toNumber}};
}
