import Joi from 'joi';
import {integer} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';

export interface PageQuery {
	page: number;
	limit: number;
}

/** Far beyond every last page, and small enough for MongoDB to skip to. */
const lastPage = 10_000_000;

/** An integer; outside its range it is moved to the nearest end, as lists document no 400 for it. */
export function clamped(min: number, max: number, fallback: number): Joi.NumberSchema {
	return Joi.number()
		.integer()
		.unsafe()
		.custom((value: number) => Math.min(Math.max(value, min), max))
		.default(fallback)
		.meta({clampedTo: [min, max]});
}

/** `page` and `limit` of a list. */
export function pageFields({limit = 20, maximum = 100}: {limit?: number; maximum?: number} = {}) {
	return {page: clamped(1, lastPage, 1), limit: clamped(1, maximum, limit)};
}

export type SortText<Field extends string> = `${Field}:${'asc' | 'desc'}`;

/** `sort=<field>:<direction>` over a closed list of fields. */
export function sortField<Field extends string>(fields: readonly Field[], fallback: SortText<Field>): Joi.StringSchema {
	return Joi.string()
		.valid(...fields.flatMap(field => [`${field}:asc`, `${field}:desc`]))
		.default(fallback);
}

export function toSort<Field extends string>(text: SortText<Field>): {field: Field; direction: 'asc' | 'desc'} {
	const [field, direction] = text.split(':') as [Field, 'asc' | 'desc'];
	return {field, direction};
}

interface Pagination extends PageQuery {
	total: number;
}

const pagination = viewOf<Pagination>()(
	{page: integer, limit: integer, total: integer, totalPages: from(integer, ({total, limit}: Pagination) => Math.ceil(total / limit))},
	'Pagination',
);

export function presentPagination({page, limit}: PageQuery, total: number) {
	return pagination.present({page, limit, total});
}

/** A list that can grow, under its plural. */
export function pageOf(plural: string, {list}: {list: Part<never>}): Joi.ObjectSchema {
	return Joi.object({[plural]: list.schema, pagination: pagination.schema});
}

/** `true` or `false` in a query. */
export const queryFlag = () => Joi.boolean().sensitive();
