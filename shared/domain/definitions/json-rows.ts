import {type Rows, type SearchPath, type Selector, Unusable} from './definition.ts';
import type {FilterContext} from './filters.ts';
import {holds, type Json, parseJson, readJsonSelector, selectJson, textOf, valueAt} from './json-values.ts';
import {maxRows, type Row, readBlock} from './read-block.ts';
import {fillTemplate} from './template.ts';

/** The rows of a JSON reply. Throws `Unusable` when it is not JSON, or has no list where the rows should be. */
export function jsonRows(text: string, rows: Rows, path: SearchPath, context: FilterContext): Row[] {
	if (path.noResultsMessage !== null && isWithoutResults(text, path.noResultsMessage)) {
		return [];
	}
	const root = parseJson(text);
	if (rows.count && isBelowOne(rows.count, root, context)) {
		return [];
	}
	const {path: listPath, conditions} = readJsonSelector(fillTemplate(rows.selector ?? '', context.variables));
	const list = valueAt(root, listPath);
	if (!Array.isArray(list)) {
		if (rows.skipsMissing) {
			return [];
		}
		throw new Unusable(`${listPath} is no list`);
	}
	const elements = list.filter(element => conditions.every(condition => holds(element, condition)));
	return elements
		.slice(0, maxRows)
		.flatMap(element => rowsOf(element, rows))
		.slice(0, maxRows);
}

function isWithoutResults(text: string, message: string): boolean {
	return message === '' ? text.trim() === '' : text.includes(message);
}

/** A count that cannot be read says nothing. */
function isBelowOne(count: Selector, root: Json, context: FilterContext): boolean {
	try {
		const number = readBlock(count, createRow(root, root), context);
		return number !== null && /^-?\d/.test(number) && Number.parseFloat(number) < 1;
	} catch {
		return false;
	}
}

function rowsOf(element: Json, {attribute, isMultiple, skipsMissing}: Rows): Row[] {
	if (attribute === null) {
		return [createRow(element, element)];
	}
	const child = valueAt(element, attribute);
	if (child === undefined || child === null) {
		if (skipsMissing) {
			return [];
		}
		throw new Unusable(`an element has no ${attribute}`);
	}
	const children = isMultiple && Array.isArray(child) ? child : [child];
	return children.map(each => createRow(each, element));
}

/** `parent` is the element of the list, which selectors that begin with two dots mean. */
function createRow(value: Json, parent: Json): Row {
	return {
		find(selector, block, fill) {
			const found = selector === null ? value : selectJson(selector.startsWith('..') ? parent : value, selector);
			const text = textOf(found);
			// A value that is null is there, so the case of all others stands for it.
			if (found === undefined || block.case === null) {
				return text;
			}
			const matching = block.case.find(([key]) => key === '*' || key === text);
			return matching ? fill(matching[1]) : null;
		},
		above: () => [],
	};
}
