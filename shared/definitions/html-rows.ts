import {type Document, type Element, isTag, type ParentNode} from 'domhandler';
import {appendChild, prevElementSibling, removeElement, textContent} from 'domutils';
import {parseDocument} from 'htmlparser2';
import {parse} from 'parse5';
import {adapter as treeAdapter} from 'parse5-htmlparser2-tree-adapter';
import {type ErrorBlock, type Rows, Unusable} from '../domain/definitions/definition.ts';
import type {FilterContext} from '../domain/definitions/filters.ts';
import {maxRows, type Row, readBlock} from '../domain/definitions/read-block.ts';
import {fillTemplate} from '../domain/definitions/template.ts';
import {createSelectors, type Selection} from './selectors.ts';

type Select = (selector: string) => Selection;

/** The rows of a page or an XML document. Throws `Unusable` when the page says that something is wrong. */
export function htmlRows(text: string, isXml: boolean, rows: Rows, errors: readonly ErrorBlock[], context: FilterContext): Row[] {
	const document = isXml ? parseXml(text) : parsePage(text);
	const select = createSelectors(isXml);
	const error = isXml ? null : findError(document, errors, select, context);
	if (error !== null) {
		throw new Unusable(`The site says: ${error}`);
	}
	const found = select(fillTemplate(rows.selector ?? '', context.variables))
		.all(document)
		.slice(0, maxRows);
	return mergeRows(found, rows.after).map(element => createRow(element, select));
}

/** The tree that browsers make of a page. */
export function parsePage(text: string): Document {
	return parse(text, {treeAdapter, scriptingEnabled: false});
}

function parseXml(text: string): Document {
	const document = parseDocument(text, {xmlMode: true});
	const waiting: ParentNode[] = [document];
	for (let node = waiting.pop(); node; node = waiting.pop()) {
		for (const child of node.children) {
			if (isTag(child)) {
				child.name = child.name.replace(/^[^:]*:/, '');
				waiting.push(child);
			}
		}
	}
	return document;
}

/** What the page says of the first error that it shows; null when it shows none. */
export function findError(document: Document, errors: readonly ErrorBlock[], select: Select, context: FilterContext): string | null {
	for (const {selector, message} of errors) {
		const element = select(selector).first(document);
		if (element) {
			const text = message ? readBlock(message, createRow(element, select), context) : textContent(element);
			return text?.trim().slice(0, 300) || 'an error';
		}
	}
	return null;
}

/** Each row takes the contents of the `after` rows that follow it, which are not releases themselves. */
function mergeRows(found: readonly Element[], after: number): Element[] {
	if (after === 0) {
		return [...found];
	}
	const rows: Element[] = [];
	for (let at = 0; at < found.length; at += after + 1) {
		const [row, ...parts] = found.slice(at, at + after + 1);
		for (const part of parts) {
			for (const child of [...part.children]) {
				appendChild(row as Element, child); // the slice has a first element
			}
			removeElement(part);
		}
		rows.push(row as Element); // the same
	}
	return rows;
}

export function createRow(element: Element, select: Select): Row {
	/** The element itself if it matches, else the first inside. */
	const pick = (selector: string) => {
		const selection = select(selector);
		return selection.matches(element) ? element : selection.first(element);
	};
	return {
		find(selector, block, fill) {
			const found = selector === null ? element : pick(selector);
			if (!found) {
				return null;
			}
			if (block.remove !== null) {
				for (const part of select(fill(block.remove)).all(found)) {
					removeElement(part);
				}
			}
			if (block.case) {
				const has = (key: string) => key === '*' || select(key).matches(found) || select(key).first(found) !== null;
				const matching = block.case.find(([key]) => has(fill(key)));
				return matching ? fill(matching[1]) : null;
			}
			return block.attribute === null ? textContent(found) : (attributeOf(found, block.attribute) ?? null);
		},
		*above() {
			for (let node = before(element); node; node = before(node)) {
				yield createRow(node, select);
			}
		},
	};
}

function attributeOf({attribs}: Element, name: string): string | undefined {
	return attribs[name] ?? attribs[name.toLowerCase()];
}

/** The sibling before an element, at the first one that of its parent. */
function before(element: Element): Element | null {
	let node: Element | null = element;
	while (node) {
		const sibling = prevElementSibling(node);
		if (sibling) {
			return sibling;
		}
		node = node.parent && isTag(node.parent) ? node.parent : null;
	}
	return null;
}
