const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const hexDigits = '0123456789abcdef';
const firstSize = 65_536;
/** Maximum UTF-8 bytes per UTF-16 unit of a string. */
const maxBytes = 3;
/** Maximum bytes that one byte of a text becomes when escaped: `\u001f`. */
const escapedSize = 6;

/** JSON in UTF-8, written piece by piece into one growing buffer. */
export interface JsonBytes {
	/** Drops what was written since the last `take`. */
	restart(): void;
	/** Takes the last byte back, to add fields to an object that was closed. */
	reopen(): void;
	/** Appends ASCII that is already JSON. */
	ascii(text: string): void;
	/** Appends any other JSON. */
	utf8(text: string): void;
	/** Writes null for numbers that JSON does not have. */
	number(value: number): void;
	/** Writes a text that is stored as UTF-8 in `source`. */
	text(source: Uint8Array, start: number, end: number): void;
	/** Writes a date as ISO 8601, given in milliseconds since 1970. */
	moment(time: number): void;
	/** Returns a copy of what was written and starts again empty. */
	take(): Buffer;
}

export function createJsonBytes(): JsonBytes {
	let bytes = Buffer.allocUnsafe(firstSize);
	let target = viewOf(bytes);
	let length = 0;
	let source: DataView = new DataView(new ArrayBuffer(0));

	function reserve(more: number): void {
		if (length + more > bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more));
			bytes.copy(larger, 0, 0, length);
			bytes = larger;
			target = viewOf(bytes);
		}
	}

	function ascii(text: string): void {
		const size = text.length;
		reserve(size);
		// These texts are so short that calling `write` costs more than the loop.
		for (let at = 0; at < size; at += 1) {
			bytes[length + at] = text.charCodeAt(at);
		}
		length += size;
	}

	return {
		restart() {
			length = 0;
		},
		reopen() {
			length -= 1;
		},
		ascii,
		utf8(text) {
			reserve(text.length * maxBytes);
			length += bytes.write(text, length);
		},
		number: value => ascii(Number.isFinite(value) ? String(value) : 'null'),
		text(given, start, end) {
			reserve((end - start) * escapedSize + 2);
			source = source.buffer === given.buffer ? source : new DataView(given.buffer);
			const offset = given.byteOffset;
			let at = length;
			bytes[at++] = quote;
			let from = start;
			while (from < end) {
				// Copies four bytes per step while none of them needs escaping.
				while (from + 4 <= end) {
					const four = source.getInt32(offset + from, true);
					if (mayNeedEscaping(four)) {
						break;
					}
					target.setInt32(at, four, true);
					at += 4;
					from += 4;
				}
				const stop = Math.min(from + 4, end);
				for (; from < stop; from += 1) {
					const byte = given[from]!; // before the end
					if (byte < space || byte === quote || byte === backslash) {
						at = writeEscaped(bytes, at, byte);
					} else {
						bytes[at++] = byte;
					}
				}
			}
			bytes[at++] = quote;
			length = at;
		},
		moment: time => ascii(`"${new Date(time).toISOString()}"`),
		take() {
			const taken = Buffer.from(bytes.subarray(0, length));
			length = 0;
			return taken;
		},
	};
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/**
 * Whether one of four bytes may be a quote, a backslash or a control character. It never misses one, but sometimes
 * reports a neighbour too.
 */
function mayNeedEscaping(four: number): boolean {
	const quotes = four ^ 0x22222222;
	const backslashes = four ^ 0x5c5c5c5c;
	const found = ((four - 0x20202020) & ~four) | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
	return (found & 0x80808080) !== 0;
}

function writeEscaped(bytes: Buffer, at: number, byte: number): number {
	bytes[at] = backslash;
	if (byte >= space) {
		bytes[at + 1] = byte;
		return at + 2;
	}
	return at + 1 + bytes.write(`u00${hexDigits[byte >> 4]}${hexDigits[byte & 15]}`, at + 1, 'latin1');
}
