import {promisify} from 'node:util';
import {brotliDecompress, gunzip, inflate, inflateRaw} from 'node:zlib';
import {UpstreamFailed} from '#shared/errors.ts';

type Decompress = (bytes: Uint8Array, options: {maxOutputLength: number}) => Promise<Buffer>;

const unzip: Decompress = promisify(gunzip);
const unbrotli: Decompress = promisify(brotliDecompress);
const unzlib: Decompress = promisify(inflate);
const unraw: Decompress = promisify(inflateRaw);

/** Real servers use one, and each costs as much time as the body is long. */
const maxEncodings = 3;
/** Bytes. */
const minBuffer = 16_384;

/** Collects a body of at most `maxBytes`, then decodes its content encodings within the same limit. */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	{encoding, maxBytes}: {encoding: string; maxBytes: number},
): Promise<Buffer> {
	let body = await collect(chunks, maxBytes);
	const names = encoding
		.toLowerCase()
		.split(',')
		.map(name => name.trim())
		.filter(name => name !== '' && name !== 'identity');
	if (names.length > maxEncodings) {
		throw unrequested();
	}
	for (const name of names.reverse()) {
		body = await decompress(body, name, maxBytes);
	}
	return body;
}

/** Into one piece: a reply in chunks of one byte each would take two hundred times its size if they were kept. */
async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
	let buffer = Buffer.alloc(0);
	let size = 0;
	for await (const chunk of chunks) {
		const needed = size + chunk.length;
		if (needed > maxBytes) {
			throw tooLarge(maxBytes);
		}
		if (needed > buffer.length) {
			const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, buffer.length * 2, minBuffer)));
			buffer.copy(larger, 0, 0, size);
			buffer = larger;
		}
		buffer.set(chunk, size);
		size = needed;
	}
	return Buffer.from(buffer.subarray(0, size));
}

async function decompress(body: Buffer, name: string, maxBytes: number): Promise<Buffer> {
	const method = body.length === 0 ? null : methodFor(body, name);
	if (!method) {
		return body;
	}
	try {
		return await method(body, {maxOutputLength: maxBytes});
	} catch (error) {
		if (error instanceof RangeError) {
			throw tooLarge(maxBytes);
		}
		throw new UpstreamFailed('connection_failed', `The reply is broken: it claims to be ${name} but is not. Try again later.`, {
			cause: error,
		});
	}
}

/**
 * Some servers name an encoding but send plain text. Gzip is recognized by its magic bytes, and `deflate` comes with or
 * without zlib's header.
 */
function methodFor(body: Buffer, name: string): Decompress | null {
	if (name === 'gzip' || name === 'x-gzip') {
		return body[0] === 0x1f && body[1] === 0x8b ? unzip : null;
	}
	if (name === 'deflate') {
		return ((body[0] ?? 0) & 0x0f) === 8 ? unzlib : unraw;
	}
	if (name === 'br') {
		return unbrotli;
	}
	throw unrequested();
}

const unrequested = () => new UpstreamFailed('connection_failed', 'The server uses an encoding that we did not ask for.');

export function tooLarge(maxBytes: number): UpstreamFailed {
	return new UpstreamFailed('too_large', `The reply is larger than the allowed ${maxBytes} bytes.`);
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Null for a body that is not JSON. */
export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return null;
	}
}

/** Replies of other programs are read field by field. A missing field, or one of another type, is null. */
export function asRecord(value: unknown): JsonRecord | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null;
}

export function asRecords(value: unknown): JsonRecord[] {
	return Array.isArray(value) ? value.map(asRecord).filter(record => record !== null) : [];
}

export function readText(record: JsonRecord, key: string): string | null {
	const value = record[key];
	return typeof value === 'string' ? value : null;
}

/** A number, even if it was sent as text. */
export function readNumber(record: JsonRecord, key: string): number | null {
	const value = record[key];
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A flag, even if it was sent as 0 or 1 or as text. */
export function readFlag(record: JsonRecord, key: string): boolean {
	const value = record[key];
	return value === true || value === 1 || value === '1' || value === 'true';
}
