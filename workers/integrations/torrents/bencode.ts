export type Bencoded = number | Uint8Array | Bencoded[] | Map<string, Bencoded>;

/** Deeper nesting is an attack: a torrent of version 2 nests as deep as its folders. */
const deepest = 100;

/** Values and ends of lists in a torrent of 12,000 files; each costs memory and microseconds once it is decoded. */
const mostMarks = 100_000;

/** Says without decoding anything whether there is more to decode than a torrent needs. */
export function isOversized(bytes: Uint8Array): boolean {
	for (let at = 0, marks = 0; at < bytes.length; marks += 1) {
		const next = nextMark(bytes, at);
		if (next === null || marks >= mostMarks) {
			return next !== null;
		}
		at = next;
	}
	return false;
}

/** Offset after the number or text that begins here, or after a sign of a list; null if it is broken. */
function nextMark(bytes: Uint8Array, at: number): number | null {
	if ([code('d'), code('l'), code('e')].includes(bytes[at] ?? 0)) {
		return at + 1;
	}
	try {
		return (bytes[at] === code('i') ? readNumber : readText)(bytes, at).end;
	} catch {
		return null;
	}
}

/** Decodes bencoded bytes. Keys become Latin-1 text. Throws a TypeError when the bytes are not bencoded. */
export function decodeBencoded(bytes: Uint8Array): Bencoded {
	const {value, end} = readValue(bytes, 0, 0);
	if (end !== bytes.length) {
		throw new TypeError('something follows the end');
	}
	return value;
}

/** The entries of a bencoded dictionary, each value as its exact bytes. */
export function sliceDictionary(bytes: Uint8Array): Map<string, Uint8Array> {
	const slices = new Map<string, Uint8Array>();
	if (bytes[0] !== code('d')) {
		throw new TypeError('it is no dictionary');
	}
	let at = 1;
	while (bytes[at] !== code('e')) {
		const key = readText(bytes, at);
		const {end} = readValue(bytes, key.end, 1);
		slices.set(latin1(key.value), bytes.subarray(key.end, end));
		at = end;
	}
	return slices;
}

/** A bencoded dictionary of values that are bencoded already. */
export function joinDictionary(slices: ReadonlyMap<string, Uint8Array>): Uint8Array {
	const sorted = [...slices].sort(([a], [b]) => Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1')));
	const parts = sorted.flatMap(([key, slice]) => [encodeText(Buffer.from(key, 'latin1')), slice]);
	return Buffer.concat([Buffer.from('d'), ...parts, Buffer.from('e')]);
}

export function encodeText(text: string | Uint8Array): Buffer {
	const bytes = Buffer.from(text);
	return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
}

export function encodeList(values: Uint8Array[]): Buffer {
	return Buffer.concat([Buffer.from('l'), ...values, Buffer.from('e')]);
}

interface Read<T> {
	value: T;
	/** Offset after it. */
	end: number;
}

function readValue(bytes: Uint8Array, at: number, depth: number): Read<Bencoded> {
	if (depth > deepest) {
		throw new TypeError('it is nested too deep');
	}
	if (bytes[at] === code('i')) {
		return readNumber(bytes, at);
	}
	if (bytes[at] === code('l')) {
		return readList(bytes, at, depth);
	}
	return bytes[at] === code('d') ? readDictionary(bytes, at, depth) : readText(bytes, at);
}

function readNumber(bytes: Uint8Array, at: number): Read<number> {
	const end = bytes.subarray(at, at + 24).indexOf(code('e'));
	const digits = latin1(bytes.subarray(at + 1, at + end));
	if (end < 0 || !/^-?\d+$/.test(digits)) {
		throw new TypeError('a number is broken');
	}
	return {value: Number(digits), end: at + end + 1};
}

function readText(bytes: Uint8Array, at: number): Read<Uint8Array> {
	const colon = bytes.subarray(at, at + 12).indexOf(code(':'));
	const digits = latin1(bytes.subarray(at, at + Math.max(colon, 0)));
	const start = at + colon + 1;
	const end = start + Number(digits);
	if (!/^\d+$/.test(digits) || end > bytes.length) {
		throw new TypeError('a text is broken');
	}
	return {value: bytes.subarray(start, end), end};
}

function readList(bytes: Uint8Array, at: number, depth: number): Read<Bencoded[]> {
	const value: Bencoded[] = [];
	let next = at + 1;
	while (bytes[next] !== code('e')) {
		const read = readValue(bytes, next, depth + 1);
		value.push(read.value);
		next = read.end;
	}
	return {value, end: next + 1};
}

function readDictionary(bytes: Uint8Array, at: number, depth: number): Read<Map<string, Bencoded>> {
	const value = new Map<string, Bencoded>();
	let next = at + 1;
	while (bytes[next] !== code('e')) {
		const key = readText(bytes, next);
		const read = readValue(bytes, key.end, depth + 1);
		value.set(latin1(key.value), read.value);
		next = read.end;
	}
	return {value, end: next + 1};
}

function code(letter: string): number {
	return letter.charCodeAt(0);
}

function latin1(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('latin1');
}
