import {UpstreamFailed} from '#shared/errors.ts';
import {parseXml, type XmlElement} from '../../xml.ts';

export type XmlRpcValue = string | number | Uint8Array;

const escapes: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};

/** Builds the body of a call. Source: the XML-RPC specification. Whole numbers beyond 32 bits are sent as `i8`. */
export function buildCall(method: string, params: readonly XmlRpcValue[]): string {
	const values = params.map(value => `<param><value>${buildValue(value)}</value></param>`).join('');
	return `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${values}</params></methodCall>`;
}

function buildValue(value: XmlRpcValue): string {
	if (typeof value === 'number') {
		return `<i8>${value}</i8>`;
	}
	return typeof value === 'string'
		? `<string>${value.replace(/[&<>]/g, letter => escapes[letter] ?? '')}</string>`
		: `<base64>${Buffer.from(value).toString('base64')}</base64>`;
}

/**
 * Parses the value of a reply. A fault arrives with status 200 and is thrown as UpstreamFailed `call_failed`.
 * Structures are not parsed, because rTorrent sends none.
 */
export function parseReply(body: Uint8Array): unknown {
	const root = parseXml(body);
	const fault = child(root, 'fault');
	if (fault) {
		throw new UpstreamFailed('call_failed', `rTorrent says "${faultText(fault)}".`);
	}
	const value = child(child(child(root, 'params'), 'param'), 'value');
	if (!value) {
		throw new UpstreamFailed('client_failed', 'The answer of rTorrent contains no value.');
	}
	return parseValue(value);
}

function parseValue(value: XmlElement): unknown {
	const [typed] = value.children;
	if (!typed) {
		return value.text;
	}
	if (typed.name === 'array') {
		// Version 0.15.0 leaves `data` out.
		const values = child(typed, 'data')?.children ?? typed.children;
		return values.map(parseValue);
	}
	const text = typed.text.trim();
	return ['i4', 'i8', 'int', 'double', 'boolean'].includes(typed.name) ? Number(text) : typed.text;
}

/** A fault is a structure of a number and a text, so the longest text is the message. */
function faultText(element: XmlElement): string {
	const texts = [element.text.trim(), ...element.children.map(faultText)].filter(text => text !== 'faultString' && text !== 'faultCode');
	return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
	return element?.children.find(candidate => candidate.name === name);
}
