import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {Invalid} from '#shared/errors.ts';
import {decodeBencoded, encodeBencoded, joinDictionary, sliceDictionary} from '../torrents/bencode.ts';
import {parseMagnet} from '../torrents/magnet.ts';
import {webSeedsOf, withoutAddresses} from '../torrents/rebuild-torrent.ts';
import {parseTorrentFile, type TorrentFile} from '../torrents/torrent-file.ts';
import {whyNotWritable} from '../torrents/unsafe-torrent.ts';

/** What a torrent is started with. */
export interface TorrentSource {
	/** For webtorrent: the info dictionary of the torrent file and nothing else, or the hash. */
	id: string | Uint8Array;
	/** We ask these ourselves. */
	trackers: string[];
	webSeeds: string[];
	/** Pieces webtorrent may keep in memory. */
	cachedPieces: number;
}

const maxTrackers = 30;
const maxWebSeeds = 5;
const spokenByUs = /^(https?|udp):\/\//i;

/** Bytes. */
const cacheBytes = 32 * 1024 * 1024;
/** Each takes webtorrent two kilobytes. A terabyte has this many pieces of 8 MiB. */
export const maxPieces = 131_072;
/** SHA-1. */
const hashBytes = 20;

/** Throws Invalid `not_a_torrent` and `unsafe_torrent`. */
export function sourceOf({
	infoHash,
	torrentFile,
	magnetUrl,
}: Pick<BuiltinTorrent, 'infoHash' | 'torrentFile' | 'magnetUrl'>): TorrentSource {
	const named = parseMagnet(magnetUrl ?? '')?.trackers ?? [];
	const runnable = torrentFile && readRunnable(infoHash, torrentFile);
	const stored = runnable?.torrent.trackers ?? [];
	const trackers = [...new Set([...stored, ...named])].filter(url => spokenByUs.test(url) && URL.canParse(url)).slice(0, maxTrackers);
	if (!torrentFile || !runnable) {
		return {id: infoHash, trackers, webSeeds: [], cachedPieces: 2};
	}
	return {
		id: withoutAddresses(torrentFile),
		trackers,
		webSeeds: webSeedsOf(torrentFile).slice(0, maxWebSeeds),
		cachedPieces: Math.min(20, Math.max(1, Math.floor(cacheBytes / runnable.pieceLength))),
	};
}

/** Throws what `sourceOf` throws, for the metadata that a peer has sent. */
export function checkMetadata(infoHash: string, info: Uint8Array): void {
	readRunnable(infoHash, joinDictionary(new Map([['info', info]])));
}

/** webtorrent reads version 1 only, and computes the hash from what it has decoded. */
function readRunnable(infoHash: string, torrentFile: Uint8Array): {torrent: TorrentFile; pieceLength: number} {
	const torrent = parseTorrentFile(torrentFile);
	if (torrent.infoHash !== infoHash || torrent.infoHashV2?.startsWith(infoHash)) {
		throw new Invalid('not_a_torrent', 'The metadata belongs to another torrent, or to one of version 2.');
	}
	const info = sliceDictionary(torrentFile).get('info') ?? new Uint8Array();
	const decoded = decodeBencoded(info) as {'piece length': number; pieces: Uint8Array}; // as parsed above
	if (Buffer.compare(encodeBencoded(decoded), info) !== 0) {
		throw new Invalid('unsafe_torrent', 'The built-in torrent client cannot read this torrent exactly; choose another release.');
	}
	if (decoded.pieces.length > maxPieces * hashBytes) {
		throw new Invalid('unsafe_torrent', `The torrent has more than ${maxPieces} pieces; choose another release.`);
	}
	const reason = whyNotWritable(torrentFile);
	if (reason !== null) {
		throw new Invalid('unsafe_torrent', `${reason}; choose another release.`);
	}
	return {torrent, pieceLength: decoded['piece length']};
}
