import {decodeHTMLStrict, escapeUTF8} from 'entities';
import {SaxesParser} from 'saxes';
import {UpstreamFailed} from '#shared/errors.ts';

export interface XmlElement {
	/** Local name in lower case, because sites disagree about prefixes and capitals. */
	name: string;
	/** Values by local name in lower case. */
	attributes: Map<string, string>;
	/** Its own text and CDATA, without that of its children. */
	text: string;
	children: XmlElement[];
}

const maxDepth = 60;
/**
 * A page of a feed has 100 items of about 40 elements each. The limit leaves room for sites that
 * send everything at once.
 */
const maxElements = 500_000;
/** A page of escaped HTML has several thousand references. Each costs as much time as a hundred characters. */
const maxReferences = 500_000;
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
		if (depth > maxDepth || count > maxElements) {
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
		if (references > maxReferences) {
			throw notXml('it has too many character references');
		}
	}
	return repairXml(text);
}

/**
 * Decodes an XML document by its byte-order mark, then by the declared charset, then as UTF-8. Bytes that are not valid
 * UTF-8 are read as Windows-1252.
 */
export function decodeXml(document: Uint8Array | string): string {
	if (typeof document === 'string') {
		return document.replace(/^\uFEFF/, '');
	}
	const label = charsetOf(document);
	try {
		return new TextDecoder(label, {fatal: label === 'utf-8'}).decode(document);
	} catch {
		return new TextDecoder('windows-1252').decode(document);
	}
}

function charsetOf(bytes: Uint8Array): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) {
		return 'utf-16le';
	}
	if (bytes[0] === 0xfe && bytes[1] === 0xff) {
		return 'utf-16be';
	}
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
		return 'utf-8';
	}
	const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
	const label = /^[^<]{0,10}<\?xml [^>]{0,100}?encoding\s?=\s?["']([\w-]{1,40})["']/i.exec(head)?.[1]?.toLowerCase();
	// A declaration that can be read byte by byte cannot be UTF-16, even if it says so.
	return label === undefined || label.startsWith('utf-') || label === 'utf8' ? 'utf-8' : label;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids and sites send
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const [cdataStart, cdataEnd] = ['<![CDATA[', ']]>'];

/**
 * Turns what sites send into valid XML: no forbidden control characters, no HTML-only references. CDATA sections stay
 * as they are.
 */
function repairXml(markup: string): string {
	const text = markup.replace(forbidden, '').trimStart();
	const parts: string[] = [];
	let at = 0;
	while (at < text.length) {
		const start = text.indexOf(cdataStart, at);
		const end = start < 0 ? -1 : text.indexOf(cdataEnd, start);
		if (end < 0) {
			break;
		}
		parts.push(repairReferences(text.slice(at, start)), text.slice(start, end + cdataEnd.length));
		at = end + cdataEnd.length;
	}
	parts.push(repairReferences(text.slice(at)));
	return parts.join('');
}

/** Every `&` that does not begin a name XML defines. Feeds are full of them, and they are harmless. */
const looseReference = /&(?!(?:amp|lt|gt|quot|apos);)(?:(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)?/g;

/**
 * Keeps only the references XML defines: HTML's become characters, and a bare `&` becomes `&amp;`. Not for CDATA
 * sections.
 */
function repairReferences(markup: string): string {
	return markup.includes('&') ? markup.replace(looseReference, whole => escapeUTF8(decodeEntities(whole))) : markup;
}

/** Characters that are not shown and would split the words of a title. */
const invisible = /&(?:zwn?j|[lr]rm);/g;
/** What the decoder writes for code points that do not exist. */
const noCharacter = /\uFFFD/g;

/** Replaces HTML character references with their characters, and drops those of nothing visible. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) {
		return text;
	}
	return decodeHTMLStrict(text.replace(invisible, '')).replace(forbidden, '').replace(noCharacter, '');
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
