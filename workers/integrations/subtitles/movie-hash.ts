import {open} from 'node:fs/promises';
import {inTime, onDisk} from '../files/disk-failure.ts';

/** Bytes at each end of the video that count. */
const partBytes = 64 * 1024;
const wordBytes = 8;
const digits = 16;

/**
 * OpenSubtitles' moving hash of a video, 16 hexadecimal digits; null for a file below 128 KiB. Throws NotFound
 * `file_missing`, Unavailable when the disk fails or does not answer.
 */
export async function movieHash(path: string, signal: AbortSignal): Promise<string | null> {
	signal.throwIfAborted();
	return onDisk(path, () => inTime(path, hashOf(path, signal)));
}

async function hashOf(path: string, signal: AbortSignal): Promise<string | null> {
	const file = await open(path, 'r');
	try {
		const {size} = await file.stat({bigint: true});
		if (size < BigInt(2 * partBytes)) {
			return null;
		}
		const parts = Buffer.alloc(2 * partBytes);
		for (const [part, position] of [0n, size - BigInt(partBytes)].entries()) {
			signal.throwIfAborted();
			const {bytesRead} = await file.read(parts, part * partBytes, partBytes, Number(position));
			if (bytesRead !== partBytes) {
				return null; // the file is being changed
			}
		}
		return sumOf(parts, size).toString(16).padStart(digits, '0');
	} finally {
		await file.close();
	}
}

/** The size and all words of eight bytes, added up without what overflows. */
function sumOf(parts: Buffer, size: bigint): bigint {
	let sum = size;
	for (let at = 0; at < parts.length; at += wordBytes) {
		sum = BigInt.asUintN(64, sum + parts.readBigUInt64LE(at));
	}
	return sum;
}
