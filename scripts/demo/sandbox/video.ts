import {createCipheriv, createHash} from 'node:crypto';
import {open, readFile} from 'node:fs/promises';
import type {ClipLines} from './releases.ts';

interface Film {
	/** Path of the file to write. */
	path: string;
	lines: ClipLines;
	/** Bytes of the whole file. */
	size: number;
	/** Makes the padding of each file unique. */
	name: string;
	/** Leaves the padding empty: it costs neither time nor space on the disk. */
	sparse?: boolean;
}

/** Id of Matroska's Segment element, which contains everything after the header. */
const segmentId = Buffer.from('18538067', 'hex');
/** Id of the Void element, which readers skip. */
const voidId = 0xec;
const lengthBytes = 8;
const pieceBytes = 1024 * 1024;

/**
 * Writes a playable Matroska file of exactly the given size: a clip of a few seconds, then an element full of noise
 * that players skip.
 * Without the noise all pieces of the torrent would be identical, and a wrong one could not be detected.
 * @throws Error if the clip alone is larger
 */
export async function writeVideo({path, lines, size, name, sparse = false}: Film): Promise<void> {
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
		if (sparse) {
			await file.truncate(size);
			return;
		}
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
