import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';

export interface FileToPack {
	/** Its path in the archive. */
	name: string;
	path: string;
}

const blockBytes = 512;
/** Longest name of a file in the plain form of the format. */
const maxName = 100;

/** A tar archive (ustar) of files, which are read one after another. */
export async function* packTar(files: readonly FileToPack[]): AsyncGenerator<Buffer> {
	for (const {name, path} of files) {
		const {size, mtime} = await stat(path);
		yield headerOf({name, size, mtime});
		if (size > 0) {
			yield* createReadStream(path, {end: size - 1});
		}
		yield paddingAfter(size);
	}
	yield Buffer.alloc(2 * blockBytes); // the end of the archive
}

/** The block before a file in a tar archive (ustar). Throws for a name that the plain form has no room for. */
function headerOf({name, size, mtime}: {name: string; size: number; mtime: Date}): Buffer {
	if (Buffer.byteLength(name) > maxName) {
		throw new RangeError(`${name} is too long for a tar archive`);
	}
	const block = Buffer.alloc(blockBytes);
	const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
	block.write(name, 0);
	block.write(`${octal(0o600, 7)}\0`, 100);
	block.write(`${octal(0, 7)}\0`, 108);
	block.write(`${octal(0, 7)}\0`, 116);
	// Sizes from 8 GiB on are written in binary, as GNU and BSD tar do.
	if (size < 8 ** 11) {
		block.write(`${octal(size, 11)}\0`, 124);
	} else {
		block[124] = 0x80;
		block.writeBigUInt64BE(BigInt(size), 128);
	}
	block.write(`${octal(Math.floor(Number(mtime) / 1000), 11)}\0`, 136);
	block.write(' '.repeat(8), 148);
	block.write('0', 156);
	block.write('ustar\u000000', 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${octal(sum, 6)}\0 `, 148);
	return block;
}

/** The padding of the last block of a file. */
const paddingAfter = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
