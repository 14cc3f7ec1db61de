import {repairReferences} from './entities.ts';

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
export function repairXml(markup: string): string {
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
