import {createCipheriv, createHash} from 'node:crypto';
import {open, readFile} from 'node:fs/promises';
import type {ClipLines} from './releases.ts';

interface Film {
	/** Where the file goes. */
	path: string;
	lines: ClipLines;
	/** Bytes of the whole file. */
	size: number;
	/** Makes the padding of this file differ from every other's. */
	name: string;
}

/** Id of Matroska's Segment, which holds everything after the head of the file. */
const segmentId = Buffer.from('18538067', 'hex');
/** Id of an element that every reader skips. */
const voidId = 0xec;
const lengthBytes = 8;
const pieceBytes = 1024 * 1024;

/**
 * Writes a playable Matroska file of exactly the wanted size: a clip of a few seconds, then an element that players
 * skip, full of noise.
 * Without the noise all pieces of the torrent would be alike, and a wrong one could not be told from a right one.
 * @throws Error when the clip alone is larger
 */
export async function writeVideo({path, lines, size, name}: Film): Promise<void> {
	const clip = await readFile(new URL(`../media/clip-${lines}p.mkv`, import.meta.url));
	const padding = size - clip.length - 1 - lengthBytes;
	if (padding < 0) {
		throw new Error(`${name}: a clip of ${clip.length} bytes does not fit into ${size}`);
	}
	writeLength(clip, clip.indexOf(segmentId) + segmentId.length, size - clip.indexOf(segmentId) - segmentId.length - lengthBytes);
	const head = Buffer.alloc(1 + lengthBytes);
	head[0] = voidId;
	writeLength(head, 1, padding);

	const file = await open(path, 'w');
	try {
		await file.writeFile(Buffer.concat([clip, head]));
		for (const piece of noise(name, padding)) {
			await file.writeFile(piece);
		}
	} finally {
		await file.close();
	}
}

/** An EBML length of eight bytes: a marker bit, then 56 bits. */
function writeLength(buffer: Buffer, offset: number, length: number): void {
	buffer.writeBigUInt64BE((1n << 56n) | BigInt(length), offset);
}

/** The same name gives the same bytes. */
function* noise(name: string, bytes: number): Generator<Buffer> {
	const key = createHash('sha256').update(name).digest();
	const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
	for (let left = bytes; left > 0; left -= pieceBytes) {
		yield cipher.update(Buffer.alloc(Math.min(left, pieceBytes)));
	}
}
