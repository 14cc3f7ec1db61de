import {compile, is, type Options, selectAll, selectOne} from 'css-select';
import {type AnyNode, type Element, isTag, type ParentNode} from 'domhandler';
import * as domutils from 'domutils';
import {Unusable} from '../domain/definitions/definition.ts';

export interface Selection {
	/** All below the node, in the order of the document. */
	all(from: ParentNode): Element[];
	/** Like `querySelector`: elements above the node count too, so `tr > td` finds cells of a row. */
	first(from: ParentNode): Element | null;
	matches(element: Element): boolean;
}

type Compiled = ReturnType<typeof compile<AnyNode, Element>>;

/** `br` is no line break in the text of a page, as in browsers. */
const adapter: NonNullable<Options<AnyNode, Element>['adapter']> = {...domutils, isTag, getText: domutils.textContent};

/** Brackets and quotes in a quoted text, which the parser would misread, become code points. */
function hideMarks(selector: string): string {
	return selector.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, quoted => {
		const body = quoted
			.slice(1, -1)
			.replace(/\\(["'])|[()]/g, (mark, quote?: string) => `\\${(quote ?? mark).charCodeAt(0).toString(16)} `);
		return quoted.charAt(0) + body + quoted.charAt(0);
	});
}

/** `ns|name` and `ns\:name` mean the name without its prefix, which is how the elements of XML are named here. */
const withoutPrefix = (selector: string) => selector.replace(/(?<![\w"'=~^$*|-])[\w-]+(?:\\:|\|)(?=[\w*-])/g, '');

/** A name right after the bracket of a pseudo-class. Browsers refuse the whole list. */
const misplacedName = /\)[a-z]/i;

/**
 * Compiles selectors and caches them. What they have found is not cached, because fields remove elements. Throws
 * `Unusable` for an invalid selector.
 */
export function createSelectors(isXml: boolean): (selector: string) => Selection {
	const known = new Map<string, Selection>();
	const options = {adapter, xmlMode: isXml, relativeSelector: false, cacheResults: false};

	function build(selector: string, context?: ParentNode): Compiled {
		const plain = hideMarks(selector).replace(/:has\(\s*\)/g, '');
		try {
			return compile<AnyNode, Element>(isXml ? withoutPrefix(plain) : plain, options, context);
		} catch (error) {
			if (misplacedName.test(plain.replace(/"[^"]*"|'[^']*'/g, ''))) {
				return () => false;
			}
			throw new Unusable(`${selector.slice(0, 100)} is no selector: ${error instanceof Error ? error.message : 'it cannot be read'}`);
		}
	}

	function create(selector: string): Selection {
		const isScoped = /:scope\b/.test(selector);
		const shared = build(selector);
		const queryFor = (node: ParentNode) => (isScoped ? build(selector, node) : shared);
		const start = (node: ParentNode) => (selector.startsWith(':root') ? topOf(node) : node);
		return {
			all: from => selectAll<AnyNode, Element>(queryFor(from), start(from).children, options),
			first: from => selectOne<AnyNode, Element>(queryFor(from), start(from).children, options),
			matches: element => is<AnyNode, Element>(element, queryFor(element), options),
		};
	}

	return selector => {
		const selection = known.get(selector) ?? create(selector);
		known.set(selector, selection);
		return selection;
	};
}

function topOf(node: ParentNode): ParentNode {
	let top = node;
	while (top.parent) {
		top = top.parent;
	}
	return top;
}
