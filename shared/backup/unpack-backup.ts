import {createReadStream, createWriteStream} from 'node:fs';
import {mkdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {Invalid} from '../errors.ts';
import {isBackupName} from './backup-names.ts';
import {collectionFile, keyName, type Manifest, manifestName, readManifest} from './manifest.ts';

const blockBytes = 512;
/** A backup has about forty collections. */
const maxEntries = 1000;
const collectionPath = /^collections\/[A-Za-z][\w-]{0,100}\.bson\.gz$/;

const notOne = (why: string) =>
	new Invalid('backup_not_whole', `This file is not a backup of Kinoteka: ${why}. Choose a .tar file that “Download” made.`);

/**
 * Unpacks a downloaded backup into a folder that does not exist yet. Only files that a backup has are written, under
 * names of our own. Returns the name that the backup has in the archive.
 * @throws Invalid `backup_not_whole`, `backup_newer`
 */
export async function unpackBackup(archive: string, into: string, signal: AbortSignal): Promise<{name: string; manifest: Manifest}> {
	await mkdir(join(into, 'collections'), {recursive: true, mode: 0o700});
	let name: string | null = null;
	let entries = 0;
	for await (const entry of readTar(createReadStream(archive, {signal}))) {
		entries += 1;
		if (entries > maxEntries) {
			throw notOne(`it has more than ${maxEntries} files`);
		}
		const [top = '', ...rest] = entry.name.replace(/^\.\//, '').split('/');
		const path = rest.join('/');
		const isOurs = path === manifestName || path === keyName || collectionPath.test(path);
		if (!entry.isFile || !isOurs) {
			await drain(entry.content);
			continue;
		}
		if (!isBackupName(top) || (name !== null && name !== top)) {
			throw notOne('its folder has another name');
		}
		name = top;
		await pipeline(Readable.from(entry.content), createWriteStream(join(into, path), {flags: 'wx', mode: 0o600}), {signal});
	}
	if (name === null) {
		throw notOne('it has none of its files');
	}
	const manifest = await readManifest(into);
	await refuseCut(into, manifest);
	return {name, manifest};
}

/** Whether all files came whole. What is in them is checked before they are restored. */
async function refuseCut(folder: string, {collections, secretKey}: Manifest): Promise<void> {
	const files = [
		...collections.map(each => ({path: collectionFile(each.name), ...each})),
		...(secretKey.file ? [{path: keyName, ...secretKey.file}] : []),
	];
	for (const {path, bytes} of files) {
		const size = await stat(join(folder, path)).then(
			found => found.size,
			() => null,
		);
		if (size !== bytes) {
			throw notOne(`${path} ${size === null ? 'is missing' : 'was cut off'}`);
		}
	}
}

interface TarEntry {
	name: string;
	isFile: boolean;
	/** Must be read to its end before the next entry. */
	content: AsyncGenerator<Buffer>;
}

/** The entries of a tar archive (ustar), one after another. */
async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
	const bytes = createByteReader(source);
	for (let header = await bytes.take(blockBytes); header !== null && header[0] !== 0; header = await bytes.take(blockBytes)) {
		const {name, size, type} = parseHeader(header);
		yield {name, isFile: type === '0' || type === '\0', content: bytes.pieces(size)};
		await bytes.take((blockBytes - (size % blockBytes)) % blockBytes);
	}
}

function parseHeader(block: Buffer): {name: string; size: number; type: string} {
	const textAt = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');
	const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
	// Sizes from 8 GiB on are in binary.
	const size = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(textAt(124, 136).trim() || '0', 8);
	if (Number.parseInt(textAt(148, 156).trim(), 8) !== sum || !Number.isSafeInteger(size) || size < 0) {
		throw notOne('it is no tar archive');
	}
	const prefix = textAt(257, 262) === 'ustar' ? textAt(345, 500) : '';
	return {name: prefix ? `${prefix}/${textAt(0, 100)}` : textAt(0, 100), size, type: block.toString('latin1', 156, 157)};
}

/** Hands out a stream in pieces of a known size, and never holds more than what the stream gives at a time. */
function createByteReader(source: AsyncIterable<Buffer>) {
	const chunks = source[Symbol.asyncIterator]();
	let left: Buffer = Buffer.alloc(0);

	async function* pieces(size: number): AsyncGenerator<Buffer> {
		for (let missing = size; missing > 0; ) {
			if (left.length === 0) {
				const {value, done} = await chunks.next();
				if (done) {
					throw notOne('it was cut off');
				}
				left = value;
			}
			const piece = left.subarray(0, missing);
			left = left.subarray(piece.length);
			missing -= piece.length;
			yield piece;
		}
	}

	/** Null at the end of the stream. */
	async function take(size: number): Promise<Buffer | null> {
		const parts: Buffer[] = [];
		try {
			for await (const piece of pieces(size)) {
				parts.push(piece);
			}
		} catch (error) {
			if (parts.length === 0 && error instanceof Invalid) {
				return null;
			}
			throw error;
		}
		return Buffer.concat(parts);
	}

	return {pieces, take};
}

async function drain(content: AsyncGenerator<Buffer>): Promise<void> {
	for await (const _piece of content) {
		// Nobody needs it.
	}
}
