import {hashes, files as readFiles, info as readInfo} from '@ctrl/torrent-file';
import {Invalid} from '#shared/errors.ts';
import {isOversized} from './bencode.ts';
import {whyUnsafe} from './unsafe-torrent.ts';

export interface TorrentFile {
	/** Forty lower-case hex digits: the v1 hash, or the first forty of the v2 hash when there is no v1 hash. */
	infoHash: string;
	/** Sixty-four hex digits of a v2 or hybrid torrent, otherwise null. */
	infoHashV2: string | null;
	name: string;
	/** Bytes of all files together. */
	size: number;
	/** Paths separated by `/`, starting with the torrent's own folder when it has several files. */
	files: {path: string; size: number}[];
	trackers: string[];
	private: boolean;
}

/** Bytes. The largest real torrent files stay below 5 MiB. */
export const maxTorrentFileBytes = 10 * 1024 * 1024;

/**
 * Parses a `.torrent` file. The hash is taken over the exact bytes of its info dictionary.
 * Throws Invalid `not_a_torrent` (not bencoded, incomplete, or larger than 10 MiB) or `unsafe_torrent` (its pieces do
 * not fit its files, a path leads out of its folder, or there are too many files).
 */
export function parseTorrentFile(bytes: Uint8Array): TorrentFile {
	if (bytes.length > maxTorrentFileBytes) {
		throw new Invalid('not_a_torrent', `The file has ${bytes.length} bytes; a torrent file has at most ${maxTorrentFileBytes}.`);
	}
	if (isOversized(bytes)) {
		throw new Invalid('unsafe_torrent', 'The torrent lists far more files than a download has; choose another release.');
	}
	const reason = whyUnsafe(bytes);
	if (reason !== null) {
		throw new Invalid('unsafe_torrent', `${reason}; choose another release.`);
	}
	return decode(bytes);
}

function decode(bytes: Uint8Array): TorrentFile {
	try {
		const {infoHash, infoHashV2} = hashes(bytes);
		const info = readInfo(bytes);
		const files = readFiles(bytes).files.filter(file => !isPadding(file.path));
		if (files.some(file => !Number.isSafeInteger(file.length) || file.length < 0)) {
			throw new TypeError('a file has no length');
		}
		return {
			infoHash: infoHash ?? infoHashV2!.slice(0, 40), // hashes() rejects a file without either
			infoHashV2: infoHashV2 ?? null,
			name: info.name,
			size: files.reduce((sum, file) => sum + file.length, 0),
			files: files.map(file => ({path: file.path.replaceAll('\\', '/'), size: file.length})),
			trackers: info.announce,
			private: info.private === true,
		};
	} catch (error) {
		// Deep nesting throws a RangeError, and anything else an Error of the decoder. In both
		// cases it is not a torrent.
		throw new Invalid('not_a_torrent', `The file is not a torrent file: ${error instanceof Error ? error.message : String(error)}.`, [], {
			cause: error,
		});
	}
}

/** BEP 47: hybrid torrents align their files with padding files, which no client writes to disk. */
function isPadding(path: string): boolean {
	return path.split(/[\\/]/)[1] === '.pad';
}
