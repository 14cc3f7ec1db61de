import type {Fault} from '#shared/errors.ts';

const deepest = 32;
/** Bytes. */
const longestName = 400;
/** Bytes of the names of all fields, for each field or list item that a body may have. */
const longestUsualName = 32;
/** Fields and list items of a body, those of all levels together. The longest usual list has 1,000 ids. */
const usualNodes = 5000;

const byte = {quote: 0x22, backslash: 0x5c, comma: 0x2c, colon: 0x3a};
const opens: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closes: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Fields and list items of a body, and what makes it too large to be parsed and checked in a few milliseconds. */
export interface BodySize {
	nodes: number;
	excess: Fault | null;
}

/** It looks at the bytes, because parsing many names takes longer than anything else. */
export function sizeOf(json: Buffer, mostNodes = usualNodes): BodySize {
	const tooLarge = (message: string): BodySize => ({nodes, excess: {path: '', message}});
	let nodes = 0;
	let depth = 0;
	let stringLength = 0;
	let namesLength = 0;
	const longestNames = mostNodes * longestUsualName;
	for (let index = 0; index < json.length; index += 1) {
		const each = json[index]!; // the index is within the buffer
		if (each === byte.quote) {
			const end = endOfString(json, index);
			stringLength = end - index;
			index = end;
		} else if (opens.has(each)) {
			nodes += 1;
			depth += 1;
		} else if (closes.has(each)) {
			depth -= 1;
		} else if (each === byte.comma) {
			nodes += 1;
		} else if (each === byte.colon) {
			namesLength += stringLength;
		}
		if (each === byte.colon && stringLength > longestName) {
			return tooLarge(`must not have a field whose name is longer than ${longestName} bytes`);
		}
		if (namesLength > longestNames) {
			return tooLarge(`must not have fields whose names are longer than ${longestNames.toLocaleString('en')} bytes in all`);
		}
		if (depth > deepest) {
			return tooLarge(`must not be nested deeper than ${deepest} levels`);
		}
		if (nodes > mostNodes) {
			return tooLarge(`must not have more than ${mostNodes.toLocaleString('en')} fields and list items in all`);
		}
	}
	return {nodes, excess: null};
}

/** Index of the closing quote, or of the end of a broken text. */
function endOfString(json: Buffer, start: number): number {
	for (let index = start + 1; index < json.length; index += 1) {
		if (json[index] === byte.backslash) {
			index += 1;
		} else if (json[index] === byte.quote) {
			return index;
		}
	}
	return json.length;
}
