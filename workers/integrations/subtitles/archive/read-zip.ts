import type {Readable} from 'node:stream';
import {crc32} from 'node:zlib';
import {type Entry, fromBufferPromise, type ZipFile} from 'yauzl';
import type {ArchiveEntry} from '#shared/domain/subtitles/archive-entry.ts';
import {Invalid, isExpected} from '#shared/errors.ts';
import {archiveFault} from './archive-fault.ts';

/** Bytes that an archive may have unpacked, in all. */
export const maxUnpackedBytes = 5 * 1024 * 1024;
const maxEntries = 100;
const unix = 3;
const typeOfFile = 0o170000;
const link = 0o120000;
const plainFile = 0o100000;

export interface ZipEntry extends ArchiveEntry {
	read(): Promise<Buffer>;
}

/** The files of a zip archive. Throws Invalid `subtitle_archive` for one that is not harmless. */
export async function readZip(bytes: Buffer): Promise<ZipEntry[]> {
	return guarded(async () => {
		const zip = await fromBufferPromise(bytes, {lazyEntries: true, validateEntrySizes: true, decodeStrings: true, strictFileNames: false});
		if (zip.entryCount > maxEntries) {
			throw archiveFault(`it has ${zip.entryCount} entries, and ${maxEntries} are allowed`);
		}
		const found: ZipEntry[] = [];
		let declared = 0;
		let count = 0;
		for await (const entry of zip.eachEntry()) {
			declared += entry.uncompressedSize;
			count += 1;
			throwIfHarmful(entry, {declared, count});
			if (!entry.fileName.endsWith('/')) {
				const read = () => guarded(() => inflate(zip, entry));
				found.push({path: entry.fileName, size: entry.uncompressedSize, read});
			}
		}
		return found;
	});
}

function throwIfHarmful(entry: Entry, {declared, count}: {declared: number; count: number}): void {
	const {fileName: name, externalFileAttributes, versionMadeBy} = entry;
	if (declared > maxUnpackedBytes || count > maxEntries) {
		throw archiveFault(`it has more than ${maxEntries} entries or more than 5 MiB unpacked`);
	}
	if (name.split('/').includes('..') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.includes('\0')) {
		throw archiveFault('an entry leads out of its folder');
	}
	const type = versionMadeBy >>> 8 === unix ? (externalFileAttributes >>> 16) & typeOfFile : 0;
	if (type === link) {
		throw archiveFault('an entry is a link');
	}
	if (type !== 0 && type !== plainFile && !name.endsWith('/')) {
		throw archiveFault('an entry is neither a file nor a folder');
	}
	if (entry.isEncrypted()) {
		throw archiveFault('it needs a password');
	}
}

/** Counts what really comes, because the sizes in an archive may be wrong. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
	const stream: Readable = await zip.openReadStreamPromise(entry);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += (chunk as Buffer).length; // a stream of bytes
		if (size > maxUnpackedBytes) {
			stream.destroy();
			throw archiveFault('it has more than 5 MiB unpacked');
		}
		chunks.push(chunk as Buffer);
	}
	const bytes = Buffer.concat(chunks);
	if (crc32(bytes) !== entry.crc32) {
		throw archiveFault('it is damaged');
	}
	return bytes;
}

/** Whatever the reader complains about is a fault of the archive. */
async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (isExpected(error)) {
			throw error;
		}
		const message = error instanceof Error ? error.message : String(error);
		throw new Invalid('subtitle_archive', `The archive cannot be used: ${message.slice(0, 200)}. Choose another subtitle.`, [], {
			cause: error,
		});
	}
}
