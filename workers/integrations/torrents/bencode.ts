import bencode from 'bencode';

/** The signs that values begin and end with. */
const [number, list, dictionary, end, colon] = [0x69, 0x6c, 0x64, 0x65, 0x3a] as const;

export type Bencoded = number | Uint8Array | Bencoded[] | {[key: string]: Bencoded};

/** Deeper nesting is an attack: a torrent of version 2 nests as deep as its folders. */
const maxDepth = 100;

/** Values and ends of lists in a torrent of 12,000 files; each costs memory and microseconds once it is decoded. */
const maxMarks = 100_000;

/** Says without decoding anything whether there is more to decode than a torrent needs. */
export function isOversized(bytes: Uint8Array): boolean {
	for (let at = 0, marks = 0; at < bytes.length; marks += 1) {
		const next = nextMark(bytes, at);
		if (next === null || marks >= maxMarks) {
			return next !== null;
		}
		at = next;
	}
	return false;
}

/** Offset after the number or text that begins here, or after a sign of a list; null if it is broken. */
function nextMark(bytes: Uint8Array, at: number): number | null {
	const byte = bytes[at];
	if (byte === list || byte === dictionary || byte === end) {
		return at + 1;
	}
	try {
		return byte === number ? afterNumber(bytes, at) : readText(bytes, at).after;
	} catch {
		return null;
	}
}

/** Is it one bencoded value, and nothing else? */
export function isBencoded(bytes: Uint8Array): boolean {
	try {
		return afterValue(bytes, 0, 0) === bytes.length;
	} catch {
		return false;
	}
}

/**
 * Decodes bencoded bytes. Throws a TypeError when they are not bencoded, or nested too deep. They are checked first,
 * because the decoder reads texts with a negative length for ever.
 */
export function decodeBencoded(bytes: Uint8Array): Bencoded {
	if (afterValue(bytes, 0, 0) !== bytes.length) {
		throw new TypeError('something follows the end');
	}
	return bencode.decode(bytes) as Bencoded;
}

export function encodeBencoded(value: Bencoded | string | string[] | string[][]): Uint8Array {
	return bencode.encode(value);
}

/** The entries of a bencoded dictionary, each value as its exact bytes. Keys become Latin-1 text. */
export function sliceDictionary(bytes: Uint8Array): Map<string, Uint8Array> {
	const slices = new Map<string, Uint8Array>();
	if (bytes[0] !== dictionary) {
		throw new TypeError('it is no dictionary');
	}
	let at = 1;
	while (bytes[at] !== end) {
		const key = readText(bytes, at);
		const after = afterValue(bytes, key.after, 1);
		slices.set(latin1(key.text), bytes.subarray(key.after, after));
		at = after;
	}
	return slices;
}

/** A bencoded dictionary of values that are bencoded already. */
export function joinDictionary(slices: ReadonlyMap<string, Uint8Array>): Uint8Array {
	const sorted = [...slices].map(([key, slice]) => [Buffer.from(key, 'latin1'), slice] as const).sort(([a], [b]) => Buffer.compare(a, b));
	return Buffer.concat([Buffer.from('d'), ...sorted.flatMap(([key, slice]) => [encodeBencoded(key), slice]), Buffer.from('e')]);
}

/** Offset after the value that begins here. */
function afterValue(bytes: Uint8Array, at: number, depth: number): number {
	if (depth > maxDepth) {
		throw new TypeError('it is nested too deep');
	}
	if (bytes[at] === number) {
		return afterNumber(bytes, at);
	}
	if (bytes[at] !== list && bytes[at] !== dictionary) {
		return readText(bytes, at).after;
	}
	let next = at + 1;
	while (bytes[next] !== end) {
		next = afterValue(bytes, bytes[at] === dictionary ? readText(bytes, next).after : next, depth + 1);
	}
	return next + 1;
}

function afterNumber(bytes: Uint8Array, at: number): number {
	const length = bytes.subarray(at, at + 24).indexOf(end);
	if (length < 0 || !/^-?\d+$/.test(latin1(bytes.subarray(at + 1, at + length)))) {
		throw new TypeError('a number is broken');
	}
	return at + length + 1;
}

function readText(bytes: Uint8Array, at: number): {text: Uint8Array; after: number} {
	const length = bytes.subarray(at, at + 12).indexOf(colon);
	const digits = latin1(bytes.subarray(at, at + Math.max(length, 0)));
	const start = at + length + 1;
	const after = start + Number(digits);
	if (!/^\d+$/.test(digits) || after > bytes.length) {
		throw new TypeError('a text is broken');
	}
	return {text: bytes.subarray(start, after), after};
}

function latin1(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('latin1');
}
