import type {Readable} from 'node:stream';
import {type Entry, fromBufferPromise, type ZipFile} from 'yauzl';
import {isExpected} from '#shared/errors.ts';
import {unusable} from './update-package.ts';

export interface ZipLimits {
	/** Of the package, in messages. */
	name: string;
	maxEntries: number;
	/** Bytes of one file; larger ones are reported and not read. */
	maxFileBytes: number;
	/** Bytes of all files that are read. */
	maxTotalBytes: number;
}

/** A file of a zip; its bytes are null if it is too large. */
export interface ZippedFile {
	path: string;
	bytes: Buffer | null;
}

/**
 * The wanted files of a zip that strangers made. Everything else is skipped without being unpacked. Throws Invalid
 * `package_unusable` for one that is not harmless.
 */
export async function readZip(bytes: Buffer, isWanted: (path: string) => boolean, limits: ZipLimits): Promise<ZippedFile[]> {
	try {
		return await readEntries(bytes, isWanted, limits);
	} catch (error) {
		// Whatever the reader complains about is a fault of the package.
		throw isExpected(error) ? error : unusable(limits.name, error instanceof Error ? error.message : String(error));
	}
}

async function readEntries(bytes: Buffer, isWanted: (path: string) => boolean, limits: ZipLimits): Promise<ZippedFile[]> {
	const {name, maxEntries, maxFileBytes, maxTotalBytes} = limits;
	const zip = await fromBufferPromise(bytes, {lazyEntries: true, validateEntrySizes: true, decodeStrings: true, strictFileNames: true});
	if (zip.entryCount > maxEntries) {
		throw unusable(name, `it has ${zip.entryCount} entries, and ${maxEntries} are allowed`);
	}
	const files: ZippedFile[] = [];
	let [count, total] = [0, 0];
	for await (const entry of zip.eachEntry()) {
		count += 1;
		const path = entry.fileName;
		throwIfHarmful(entry, name, isWanted(path));
		if (count > maxEntries) {
			throw unusable(name, `it has more than ${maxEntries} entries`);
		}
		if (!isWanted(path)) {
			continue;
		}
		if (entry.uncompressedSize > maxFileBytes) {
			files.push({path, bytes: null});
			continue;
		}
		total += entry.uncompressedSize;
		if (total > maxTotalBytes) {
			throw unusable(name, `its files have more than ${maxTotalBytes / 1024 / 1024} MiB`);
		}
		files.push({
			path,
			bytes: await inflateEntry(zip, entry, {maxBytes: maxFileBytes, tooLarge: () => unusable(name, 'a file is larger than it says')}),
		});
	}
	return files;
}

/** Throws for an entry that leads out of its folder, and for a wanted one that needs a password. */
export function throwIfHarmful(entry: Entry, name: string, isWanted: boolean): void {
	const {fileName: path} = entry;
	if (path.split('/').includes('..') || path.startsWith('/') || /^[a-z]:/i.test(path) || /[\\\0]/.test(path)) {
		throw unusable(name, 'an entry leads out of its folder');
	}
	if (isWanted && entry.isEncrypted()) {
		throw unusable(name, 'it needs a password');
	}
}

/** The bytes of an entry. Counts what really comes, because the sizes in a zip may be wrong. */
export async function inflateEntry(
	zip: ZipFile,
	entry: Entry,
	{maxBytes, tooLarge}: {maxBytes: number; tooLarge(): Error},
): Promise<Buffer> {
	const stream: Readable = await zip.openReadStreamPromise(entry);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += (chunk as Buffer).length; // a stream of bytes
		if (size > maxBytes) {
			stream.destroy();
			throw tooLarge();
		}
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks);
}
