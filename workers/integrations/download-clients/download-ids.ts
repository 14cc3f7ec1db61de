import {Invalid} from '#shared/errors.ts';
import {parseMagnet} from '../torrents/magnet.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import type {NewDownload} from './download-client.ts';

export interface ClientIds {
	/** Every id a client may use for the torrent: the v1 hash, and the first forty digits of the v2 hash. */
	hashes: [string, ...string[]];
	/** A magnet link without trackers can be found only through the DHT. */
	trackerless: boolean;
}

/** Throws Invalid `not_a_torrent` when the download is neither a magnet link nor a torrent file. */
export function clientIds({torrent, magnetUrl}: NewDownload): ClientIds {
	const source = torrent ? parseTorrentFile(torrent) : parseMagnet(magnetUrl ?? '');
	if (!source) {
		throw new Invalid('not_a_torrent', 'The release is neither a magnet link nor a torrent file; choose another one.');
	}
	const v2 = source.infoHashV2?.slice(0, 40);
	const hashes: ClientIds['hashes'] = v2 && v2 !== source.infoHash ? [source.infoHash, v2] : [source.infoHash];
	return {hashes, trackerless: !torrent && source.trackers.length === 0};
}
