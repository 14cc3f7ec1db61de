import type {Selector} from './definition.ts';
import {applyFilters, type FilterContext} from './filters.ts';
import {fillTemplate} from './template.ts';

/** A page has a hundred rows or so; more than this is garbage. */
export const maxRows = 5000;

/** A part of a reply in which the facts of one release stand. */
export interface Row {
	/**
	 * The text that a block finds, before its filters; null when there is nothing. `selector` is filled in already, and
	 * `fill` fills in the values of a `case`.
	 */
	find(selector: string | null, block: Selector, fill: (template: string) => string): string | null;
	/** The elements before the row, the nearest first, for headers with the date of the rows below them. */
	above(): Iterable<Row>;
}

/** The value of a block in a row; null when there is none. Throws `Unusable` when a template or a filter fails. */
export function readBlock(block: Selector, row: Row, context: FilterContext): string | null {
	const fill = (template: string) => fillTemplate(template, context.variables);
	if (block.text !== null) {
		return applyFilters(fill(block.text), block.filters, context);
	}
	const found = row.find(block.selector === null ? null : fill(block.selector), block, fill);
	return found === null ? null : applyFilters(found.trim(), block.filters, context);
}
