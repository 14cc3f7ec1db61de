import {files as readFiles} from '@ctrl/torrent-file';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {Invalid} from '#shared/errors.ts';
import {parseMagnet} from '../torrents/magnet.ts';
import {webSeedsOf, withoutAddresses} from '../torrents/rebuild-torrent.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';

/** What a torrent starts from. */
export interface TorrentSource {
	/** For webtorrent: the torrent file or the hash, without any address it could contact by itself. */
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

/** Bytes. Pieces are held in memory until they are whole, and the largest usual ones have 32 MiB. */
const maxPieceBytes = 64 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;

/** Throws Invalid `not_a_torrent` and `unsafe_torrent`. */
export function sourceOf({infoHash, torrentFile, magnetUrl}: BuiltinTorrent): TorrentSource {
	const named = parseMagnet(magnetUrl ?? '')?.trackers ?? [];
	const told = torrentFile ? parseTorrentFile(torrentFile).trackers : [];
	const trackers = [...new Set([...told, ...named])].filter(url => spokenByUs.test(url) && URL.canParse(url)).slice(0, maxTrackers);
	if (!torrentFile) {
		return {id: infoHash, trackers, webSeeds: [], cachedPieces: 2};
	}
	const {pieceLength} = readFiles(torrentFile);
	if (pieceLength > maxPieceBytes) {
		throw new Invalid('unsafe_torrent', 'The torrent has pieces of more than 64 MiB; choose another release.');
	}
	return {
		id: withoutAddresses(torrentFile),
		trackers,
		webSeeds: webSeedsOf(torrentFile).slice(0, maxWebSeeds),
		cachedPieces: Math.min(20, Math.max(1, Math.floor(cacheBytes / pieceLength))),
	};
}
