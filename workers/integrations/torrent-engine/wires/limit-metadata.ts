import type {Torrent, Wire} from 'webtorrent';
import {isOversized} from '../../torrents/bencode.ts';
import {largestTorrentFile} from '../../torrents/torrent-file.ts';

/** Bytes that the peers of one torrent may hold in our memory before one of them has sent the whole metadata. */
const mostTogether = 2 * largestTorrentFile;

/** Milliseconds for the whole metadata. */
const arrivesWithinMs = 60_000;

/** A peer tells the size of the metadata, and as much memory is taken for each peer. */
export function limitMetadata(torrent: Torrent, wire: Wire): void {
	const {ut_metadata: metadata} = wire;
	const setMetadata = metadata.setMetadata.bind(metadata);
	// It is decoded before its hash is compared, so anybody could send anything.
	metadata.setMetadata = async bytes => {
		if (!isOversized(bytes)) {
			return setMetadata(bytes);
		}
		wire.destroy();
		return false;
	};
	const take = metadata.onExtendedHandshake.bind(metadata);
	metadata.onExtendedHandshake = handshake => {
		const size = Number(handshake.metadata_size);
		// A second handshake would take the memory again.
		if (torrent.metadata || metadata._metadataSize !== null || !(size > 0)) {
			return;
		}
		const held = torrent.wires.reduce((sum, other) => sum + (other.ut_metadata._metadataSize ?? 0), 0);
		if (size > largestTorrentFile || held + size > mostTogether) {
			wire.destroy();
			return;
		}
		take(handshake);
		setTimeout(() => torrent.metadata || wire.destroy(), arrivesWithinMs).unref();
	};
}
