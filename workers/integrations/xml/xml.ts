import {SaxesParser} from 'saxes';
import {UpstreamFailed} from '#shared/errors.ts';
import {decodeXml, repairXml} from './xml-text.ts';

export interface XmlElement {
	/** Local name in lower case, because sites disagree about prefixes and capitals. */
	name: string;
	/** Values by local name in lower case. */
	attributes: Map<string, string>;
	/** Its own text and CDATA, without that of its children. */
	text: string;
	children: XmlElement[];
}

const deepest = 60;
/**
 * A page of a feed has 100 items of about 40 elements each. The limit leaves room for sites that
 * send everything at once.
 */
const mostElements = 500_000;
/** A page of escaped HTML has several thousand references. Each costs as much time as a hundred characters. */
const mostReferences = 500_000;
const chunkCharacters = 65_536;

type Visit = {open(element: XmlElement): void; close(): void; text(text: string): void};

/** Throws UpstreamFailed `not_xml` with a readable message. */
export function parseXml(document: Uint8Array | string): XmlElement {
	const stack: XmlElement[] = [];
	let root: XmlElement | null = null;
	scan(prepare(document), {
		open: element => {
			stack.at(-1)?.children.push(element);
			root ??= element;
			stack.push(element);
		},
		close: () => stack.pop(),
		text: text => {
			const top = stack.at(-1);
			if (top) {
				top.text += text;
			}
		},
	});
	if (!root) {
		throw notXml('it is empty');
	}
	return root;
}

/**
 * Returns the names of the outermost elements of a large document without reading all of it: the root, then its
 * distinct children until `enough`.
 */
export function peekXml(document: Uint8Array | string, enough: (names: Set<string>) => boolean): Set<string> {
	const names = new Set<string>();
	let depth = 0;
	scan(
		prepare(document),
		{
			open: ({name}) => {
				depth += 1;
				if (depth <= 2) {
					names.add(name);
				}
			},
			close: () => {
				depth -= 1;
			},
			text: () => undefined,
		},
		() => enough(names),
	);
	return names;
}

function scan(markup: string, {open, close, text}: Visit, isEnough: () => boolean = () => false): void {
	const parser = new SaxesParser({xmlns: false, position: false});
	let depth = 0;
	let count = 0;
	parser.on('error', error => {
		throw notXml(error.message);
	});
	parser.on('doctype', declaration => {
		if (declaration.includes('[')) {
			throw notXml('it declares entities of its own');
		}
	});
	parser.on('opentag', ({name, attributes}) => {
		depth += 1;
		count += 1;
		if (depth > deepest || count > mostElements) {
			throw notXml('it has too many elements');
		}
		const pairs = Object.entries(attributes).map(([key, value]): [string, string] => [localName(key), value]);
		open({name: localName(name), attributes: new Map(pairs), text: '', children: []});
	});
	parser.on('closetag', () => {
		depth -= 1;
		close();
	});
	parser.on('text', text);
	parser.on('cdata', text);
	for (let at = 0; at < markup.length && !isEnough(); at += chunkCharacters) {
		parser.write(markup.slice(at, at + chunkCharacters));
	}
	if (!isEnough()) {
		parser.close();
	}
}

function prepare(document: Uint8Array | string): string {
	const text = decodeXml(document);
	let references = 0;
	for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
		references += 1;
		if (references > mostReferences) {
			throw notXml('it has too many character references');
		}
	}
	return repairXml(text);
}

function notXml(why: string): UpstreamFailed {
	return new UpstreamFailed('not_xml', `The answer is not valid XML: ${why}. Check the address of the indexer.`);
}

function localName(name: string): string {
	return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
	return element.children.filter(child => child.name === name);
}

export function childOf(element: XmlElement, name: string): XmlElement | null {
	return element.children.find(child => child.name === name) ?? null;
}

/** Returns the trimmed text of the first non-empty child with one of these names. */
export function textOf(element: XmlElement, ...names: string[]): string | null {
	for (const name of names) {
		const text = element.children.find(child => child.name === name && child.text.trim() !== '')?.text.trim();
		if (text !== undefined) {
			return text;
		}
	}
	return null;
}
