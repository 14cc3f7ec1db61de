import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {chooseEntry, type Wanted} from '#shared/domain/subtitles/archive-entry.ts';
import type {SentSubtitle} from '../subtitle-provider.ts';
import {archiveFault, textFault} from './archive-fault.ts';
import {maxUnpackedBytes, readZip} from './read-zip.ts';

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

export type Container = 'zip' | 'gzip' | 'rar' | '7z' | 'tar' | 'bzip2' | 'xz' | 'cab' | 'zstd' | 'program' | 'picture' | 'pdf' | 'video';

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

/** What the bytes are when they are no text, by their beginning; null for anything else. */
function containerOf(bytes: Buffer): Container | null {
	const found = beginnings.find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte));
	const isTar = bytes.toString('latin1', tarMark.at, tarMark.at + tarMark.text.length) === tarMark.text;
	return found?.[0] ?? (isTar ? 'tar' : null);
}
