import {promisify} from 'node:util';
import {brotliDecompress, gunzip, inflate, inflateRaw} from 'node:zlib';
import {UpstreamFailed} from '#shared/errors.ts';

type Decompress = (bytes: Uint8Array, options: {maxOutputLength: number}) => Promise<Buffer>;

const unzip: Decompress = promisify(gunzip);
const unbrotli: Decompress = promisify(brotliDecompress);
const unzlib: Decompress = promisify(inflate);
const unraw: Decompress = promisify(inflateRaw);

/** Collects a body of at most `maxBytes`, then decodes its content encodings within the same limit. */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	{encoding, maxBytes}: {encoding: string; maxBytes: number},
): Promise<Buffer> {
	const raw = await collect(chunks, maxBytes);
	const names = encoding
		.toLowerCase()
		.split(',')
		.map(name => name.trim())
		.filter(name => name !== '' && name !== 'identity');
	let body = raw;
	for (const name of names.reverse()) {
		body = await decompress(body, name, maxBytes);
	}
	return body;
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
	const kept: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.length;
		if (size > maxBytes) {
			throw tooLarge(maxBytes);
		}
		kept.push(chunk);
	}
	return Buffer.concat(kept, size);
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
	throw new UpstreamFailed('connection_failed', 'The server uses an encoding that we did not ask for.');
}

export function tooLarge(maxBytes: number): UpstreamFailed {
	return new UpstreamFailed('too_large', `The reply is larger than the allowed ${maxBytes} bytes.`);
}
