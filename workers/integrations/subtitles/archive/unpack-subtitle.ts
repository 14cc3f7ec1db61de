import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {chooseEntry, type Wanted} from '#shared/domain/subtitles/archive-entry.ts';
import type {SentSubtitle} from '../subtitle-provider.ts';
import {archiveFault, textFault} from './archive-fault.ts';
import {containerOf} from './container-of.ts';
import {mostUnpackedBytes, readZip} from './read-zip.ts';

/** Archives that nothing here unpacks, because their readers are programs of their own. */
const unread: ReadonlySet<string> = new Set(['rar', '7z', 'tar', 'bzip2', 'xz', 'cab', 'zstd']);

/** The bytes of one subtitle: what was sent, or the entry of its archive that fits. */
export async function unpackSubtitle({bytes, name}: SentSubtitle, wanted: Wanted): Promise<SentSubtitle> {
	if (bytes.length > mostUnpackedBytes) {
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
		return await promisify(gunzip)(bytes, {maxOutputLength: mostUnpackedBytes});
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
