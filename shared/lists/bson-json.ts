/** Element types with their numbers in the BSON specification. */
export const bson = {
	double: 0x01,
	text: 0x02,
	document: 0x03,
	array: 0x04,
	undefined: 0x06,
	boolean: 0x08,
	date: 0x09,
	null: 0x0a,
	int32: 0x10,
	int64: 0x12,
} as const;

const twoTo32 = 4_294_967_296;
const eightBytes = new DataView(new ArrayBuffer(8));

export function readInt32(bytes: Uint8Array, at: number): number {
	// Creating a DataView costs more than these four reads, which are within the document.
	return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** Exact up to 2^53, like most JSON parsers. */
function readInt64(bytes: Uint8Array, at: number): number {
	return readInt32(bytes, at + 4) * twoTo32 + (readInt32(bytes, at) >>> 0);
}

export function readText(bytes: Uint8Array, at: number): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, readInt32(bytes, at) - 1).toString('utf8');
}

function readDouble(bytes: Uint8Array, at: number): number {
	eightBytes.setInt32(0, readInt32(bytes, at), true);
	eightBytes.setInt32(4, readInt32(bytes, at + 4), true);
	return eightBytes.getFloat64(0, true);
}

/** Size of a value in bytes. Throws for types that we do not store. */
export function sizeOfValue(type: number, bytes: Uint8Array, at: number): number {
	switch (type) {
		case bson.text:
			return 4 + readInt32(bytes, at);
		case bson.document:
		case bson.array:
			return readInt32(bytes, at);
		case bson.double:
		case bson.date:
		case bson.int64:
			return 8;
		case bson.int32:
			return 4;
		case bson.boolean:
			return 1;
		case bson.null:
		case bson.undefined:
			return 0;
		default:
			throw new TypeError(`BSON of type ${type} is not supported in lists.`);
	}
}

/** Position after the NUL that ends a name. */
export function skipName(bytes: Uint8Array, at: number): number {
	return bytes.indexOf(0, at) + 1;
}

/** 0 if the value is not a number. */
export function readNumber(type: number, bytes: Uint8Array, at: number): number {
	switch (type) {
		case bson.int32:
			return readInt32(bytes, at);
		case bson.double:
			return readDouble(bytes, at);
		case bson.int64:
			return readInt64(bytes, at);
		default:
			return 0;
	}
}

/** Writes a value as JSON: texts, numbers, booleans, dates as ISO 8601, and arrays of these; null for anything else. */
export function writeValue(json: JsonBytes, type: number, {bytes, at}: {bytes: Uint8Array; at: number}): void {
	switch (type) {
		case bson.text:
			json.text(bytes, at + 4, at + 3 + readInt32(bytes, at));
			return;
		case bson.int32:
		case bson.double:
		case bson.int64:
			json.number(readNumber(type, bytes, at));
			return;
		case bson.boolean:
			json.ascii(bytes[at] ? 'true' : 'false');
			return;
		case bson.date:
			json.moment(readInt64(bytes, at));
			return;
		case bson.array:
			writeArray(json, bytes, at);
			return;
		default:
			json.ascii('null');
	}
}

function writeArray(json: JsonBytes, bytes: Uint8Array, start: number): void {
	const end = start + readInt32(bytes, start) - 1;
	json.ascii('[');
	for (let at = start + 4; at < end; ) {
		const type = bytes[at]!; // before the end
		const value = skipName(bytes, at + 1);
		json.ascii(at === start + 4 ? '' : ',');
		writeValue(json, type, {bytes, at: value});
		at = value + sizeOfValue(type, bytes, value);
	}
	json.ascii(']');
}

/** Reads single values of a stored document without turning it into an object. */
export interface PickedValues {
	/** Texts; null for anything else. */
	text(name: string): string | null;
	/** Dates; null for anything else. */
	moment(name: string): Date | null;
	/** Numbers; null for anything else. */
	number(name: string): number | null;
	/** Whether the value is `true`. */
	isTrue(name: string): boolean;
}

const numeric: ReadonlySet<number> = new Set([bson.int32, bson.int64, bson.double]);

/** Reads the values on the top level of a document. */
export function pickValues(document: Uint8Array): PickedValues {
	const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
	const places = new Map<string, {type: number; at: number}>();
	const end = readInt32(bytes, 0) - 1;
	for (let at = 4; at < end; ) {
		const type = bytes[at]!; // before the end
		const value = skipName(bytes, at + 1);
		places.set(bytes.toString('latin1', at + 1, value - 1), {type, at: value});
		at = value + sizeOfValue(type, bytes, value);
	}
	const offsetOf = (name: string, type: number) => {
		const place = places.get(name);
		return place?.type === type ? place.at : null;
	};
	return {
		text(name) {
			const at = offsetOf(name, bson.text);
			return at === null ? null : readText(bytes, at);
		},
		moment(name) {
			const at = offsetOf(name, bson.date);
			return at === null ? null : new Date(Number(bytes.readBigInt64LE(at)));
		},
		number(name) {
			const place = places.get(name);
			return place && numeric.has(place.type) ? readNumber(place.type, bytes, place.at) : null;
		},
		isTrue(name) {
			const at = offsetOf(name, bson.boolean);
			return at !== null && bytes[at] === 1;
		},
	};
}

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
