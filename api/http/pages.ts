import Joi from 'joi';
import {integer} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';

export interface PageQuery {
	page: number;
	limit: number;
}

/** Beyond any last page, and small enough for a MongoDB skip. */
const lastPage = 10_000_000;

/** An integer. Values outside its range are moved to the nearest end, because the contract has no 400 for lists. */
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

/** `sort=<field>:<direction>` for a fixed set of fields. */
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

/** A page of a list under its plural name. */
export function pageOf(plural: string, {list}: {list: Part<never>}): Joi.ObjectSchema {
	return Joi.object({[plural]: list.schema, pagination: pagination.schema});
}

/** `true` or `false` as a query parameter. */
export const queryFlag = () => Joi.boolean().sensitive();
