const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const hexDigits = '0123456789abcdef';
const firstSize = 65_536;
/** The most bytes that one unit of a string takes in UTF-8. */
const mostBytes = 3;
/** The most bytes that one byte of a text becomes: `\u001f`. */
const escapedSize = 6;

/** JSON as UTF-8, written piece by piece into one growing buffer. */
export interface JsonBytes {
	/** ASCII that is JSON already. */
	ascii(text: string): void;
	/** Any other JSON. */
	utf8(text: string): void;
	/** Null for what JSON has no number for. */
	number(value: number): void;
	/** A text that lies as UTF-8 in `source`. */
	text(source: Uint8Array, start: number, end: number): void;
	/** What was written, in bytes of its own; the next one begins empty. */
	take(): Buffer;
}

export function createJsonBytes(): JsonBytes {
	let bytes = Buffer.allocUnsafe(firstSize);
	let length = 0;

	function reserve(more: number): void {
		if (length + more > bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more));
			bytes.copy(larger, 0, 0, length);
			bytes = larger;
		}
	}

	function ascii(text: string): void {
		const size = text.length;
		reserve(size);
		// These texts are so short that a call of `write` costs more than the loop.
		for (let at = 0; at < size; at += 1) {
			bytes[length + at] = text.charCodeAt(at);
		}
		length += size;
	}

	return {
		ascii,
		utf8(text) {
			reserve(text.length * mostBytes);
			length += bytes.write(text, length);
		},
		number: value => ascii(Number.isFinite(value) ? String(value) : 'null'),
		text(source, start, end) {
			reserve((end - start) * escapedSize + 2);
			let at = length;
			bytes[at++] = quote;
			for (let from = start; from < end; from += 1) {
				const byte = source[from]!; // before the end
				if (byte < space || byte === quote || byte === backslash) {
					at = writeEscaped(bytes, at, byte);
				} else {
					bytes[at++] = byte;
				}
			}
			bytes[at++] = quote;
			length = at;
		},
		take() {
			const taken = Buffer.from(bytes.subarray(0, length));
			length = 0;
			return taken;
		},
	};
}

function writeEscaped(bytes: Buffer, at: number, byte: number): number {
	bytes[at] = backslash;
	if (byte >= space) {
		bytes[at + 1] = byte;
		return at + 2;
	}
	return at + 1 + bytes.write(`u00${hexDigits[byte >> 4]}${hexDigits[byte & 15]}`, at + 1, 'latin1');
}
