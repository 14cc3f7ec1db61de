import {promisify} from 'node:util';
import {crc32, gunzip} from 'node:zlib';
import {type Entry, fromBufferPromise, type ZipFile} from 'yauzl';
import {type ArchiveEntry, chooseEntry, type Wanted} from '#shared/domain/subtitles/archive-entry.ts';
import {Invalid, isExpected} from '#shared/errors.ts';
import {inflateEntry} from '../packages/read-zip.ts';
import type {SentSubtitle} from './subtitle-provider.ts';

function archiveFault(reason: string): Invalid {
	return new Invalid('subtitle_archive', `The archive cannot be used: ${reason}. Choose another subtitle.`);
}

export function textFault(reason: string): Invalid {
	return new Invalid('subtitle_unreadable', `The subtitle cannot be used: ${reason}. Choose another one.`);
}

/** Archives that nothing here unpacks, because their readers are programs of their own. */
const unread: ReadonlySet<string> = new Set(['rar', '7z', 'tar', 'bzip2', 'xz', 'cab', 'zstd']);

/** The bytes of one subtitle: what was sent, or the entry of its archive that fits. */
export async function unpackSubtitle({bytes, name}: SentSubtitle, wanted: Wanted): Promise<SentSubtitle> {
	if (bytes.length > maxUnpackedBytes) {
		throw textFault('it is larger than 5 MiB');
	}
	const container = containerOf(bytes);
	if (container === 'zip') {
		const chosen = chooseEntry(await readZip(bytes), wanted);
		if ('fault' in chosen) {
			throw archiveFault(chosen.fault);
		}
		return plain({bytes: await chosen.entry.read(), name: chosen.entry.path});
	}
	if (container === 'gzip') {
		return plain({bytes: await inflated(bytes), name: name.replace(/\.gz$/i, '')});
	}
	return plain({bytes, name});
}

async function inflated(bytes: Buffer): Promise<Buffer> {
	try {
		return await promisify(gunzip)(bytes, {maxOutputLength: maxUnpackedBytes});
	} catch (error) {
		const isLarge = error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE');
		throw archiveFault(isLarge ? 'it has more than 5 MiB unpacked' : 'it is damaged');
	}
}

function plain(sent: SentSubtitle): SentSubtitle {
	const container = containerOf(sent.bytes);
	if (container === null) {
		return sent;
	}
	if (container === 'zip' || container === 'gzip') {
		throw archiveFault('there is another archive in it, which is not unpacked');
	}
	throw unread.has(container)
		? archiveFault(`it is a ${container} archive; only zip and gzip are unpacked`)
		: textFault(`it is a ${container}, not text`);
}

type Container = 'zip' | 'gzip' | 'rar' | '7z' | 'tar' | 'bzip2' | 'xz' | 'cab' | 'zstd' | 'program' | 'picture' | 'pdf' | 'video';

const beginnings: readonly [Container, number[]][] = [
	['zip', [0x50, 0x4b, 0x03, 0x04]],
	['zip', [0x50, 0x4b, 0x05, 0x06]],
	['gzip', [0x1f, 0x8b]],
	['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
	['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
	['bzip2', [0x42, 0x5a, 0x68]],
	['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
	['cab', [0x4d, 0x53, 0x43, 0x46]],
	['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
	['program', [0x7f, 0x45, 0x4c, 0x46]],
	['program', [0x4d, 0x5a, 0x90, 0x00]],
	['picture', [0x89, 0x50, 0x4e, 0x47]],
	['picture', [0xff, 0xd8, 0xff]],
	['picture', [0x47, 0x49, 0x46, 0x38]],
	['picture', [0x00, 0x00, 0x01, 0xba]],
	['pdf', [0x25, 0x50, 0x44, 0x46]],
	['video', [0x1a, 0x45, 0xdf, 0xa3]],
];
const tarMark = {at: 257, text: 'ustar'};

/** What the first bytes show, if they are not text; null for anything else. */
function containerOf(bytes: Buffer): Container | null {
	const found = beginnings.find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte));
	const isTar = bytes.toString('latin1', tarMark.at, tarMark.at + tarMark.text.length) === tarMark.text;
	return found?.[0] ?? (isTar ? 'tar' : null);
}

/** Bytes that an archive may have unpacked, in all. */
const maxUnpackedBytes = 5 * 1024 * 1024;
const maxEntries = 100;
const unix = 3;
const typeOfFile = 0o170000;
const link = 0o120000;
const plainFile = 0o100000;

interface ZipEntry extends ArchiveEntry {
	read(): Promise<Buffer>;
}

/** The files of a zip archive. Throws Invalid `subtitle_archive` for one that is not harmless. */
async function readZip(bytes: Buffer): Promise<ZipEntry[]> {
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

async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
	const tooLarge = () => archiveFault('it has more than 5 MiB unpacked');
	const bytes = await inflateEntry(zip, entry, {maxBytes: maxUnpackedBytes, tooLarge});
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
