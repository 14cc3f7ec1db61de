import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {ensureSpace} from '../files/free-space.ts';
import {createFolderIds, createFolderMemory, type FolderMemory} from '../files/used-folders.ts';

/** The folder of all torrents, which may be on a disk of its own that is away. */
export interface DownloadFolder {
	/** To be called before a torrent is started. Throws Unavailable `folder_away` and `disk_full`. */
	prepareFor(torrent: BuiltinTorrent): Promise<void>;
	/** Throws Unavailable `folder_away` if it is not the folder that was used before. */
	check(): Promise<void>;
}

/** Bytes that downloads leave free. */
const keepFree = 100 * bytesPerMegabyte;

/** Without a memory of it, torrents that have data show that the folder was used. */
export function openDownloadFolder(
	path: string,
	stored: readonly BuiltinTorrent[],
	memory: FolderMemory = createFolderMemory(),
): DownloadFolder {
	const wasUsed = stored.some(hasData);
	const ids = createFolderIds({...memory, idOf: async folder => (await memory.idOf(folder)) ?? (wasUsed ? 'any' : null)});
	const folder = {path, name: 'The folder of the built-in torrent client'};
	return {
		async prepareFor(torrent) {
			await ids.useFolder(folder);
			await ensureSpace(path, bytesLeft(torrent), keepFree);
		},
		check: () => ids.checkFolder(folder),
	};
}

/** Has it written anything? */
export function hasData({received, completed, bitfield}: BuiltinTorrent): boolean {
	return received > 0 || completed || (bitfield?.some(byte => byte > 0) ?? false);
}

/** Bytes that are still to be written: as far as its pieces say, or what was received if they have to be verified. */
function bytesLeft({size, completed, received, bitfield}: BuiltinTorrent): number {
	if (completed) {
		return 0;
	}
	if (!bitfield) {
		return Math.max(0, size - received);
	}
	const verified = bitfield.reduce((sum, byte) => sum + bits(byte), 0);
	return Math.ceil(size * (1 - verified / (8 * bitfield.length)));
}

function bits(byte: number): number {
	return byte === 0 ? 0 : (byte & 1) + bits(byte >> 1);
}
