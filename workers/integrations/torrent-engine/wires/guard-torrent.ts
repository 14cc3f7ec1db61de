import {createHash} from 'node:crypto';
import type {Torrent, Wire} from 'webtorrent';
import {minuteMs} from '#shared/domain/durations.ts';
import {isOversized} from '../../torrents/bencode.ts';
import {maxTorrentFileBytes} from '../../torrents/torrent-file.ts';
import type {MayContact} from '../address-guard.ts';
import {checkMetadata} from '../torrent-source.ts';

/** Peers a torrent knows at a time, connected or not. Trackers and peers may name any number. */
const maxPeers = 500;

/** Milliseconds until a finished torrent calls the same address again. */
const callsAgainAfterMs = 15 * minuteMs;

/**
 * Puts our limits around a torrent. Every peer, whether a tracker, the DHT or another peer named it, and every renewed
 * connection passes `_addPeer`. `beforeMetadata` is awaited before webtorrent gets the metadata of a magnet link.
 */
export function guardTorrent(
	torrent: Torrent,
	mayContact: MayContact,
	clock = () => performance.now(),
	beforeMetadata = async () => {},
): void {
	const add = torrent._addPeer.bind(torrent);
	const isFresh = createCallLimit(clock);
	torrent._addPeer = (peer, type, source) => {
		const allowed = typeof peer === 'string' && mayContact(hostOf(peer)) && torrent._peersLength < maxPeers;
		return allowed && (!torrent.done || isFresh(peer)) ? add(peer, type, source) : null;
	};
	torrent.on('wire', wire => {
		limitRequests(wire);
		limitOffers(torrent, wire);
		if (!torrent.metadata) {
			limitMetadata(torrent, wire, beforeMetadata);
		}
	});
}

function hostOf(peer: string): string {
	return peer.slice(0, Math.max(0, peer.lastIndexOf(':')));
}

/** Other seeders hang up at once, and webtorrent would call them again each second for ever. */
function createCallLimit(clock: () => number): (peer: string) => boolean {
	const calls = new Map<string, number>();
	return peer => {
		const now = clock();
		for (const [called, at] of calls) {
			if (now - at < callsAgainAfterMs && calls.size <= 2 * maxPeers) {
				break;
			}
			calls.delete(called);
		}
		if (calls.has(peer)) {
			return false;
		}
		calls.set(peer, now);
		return true;
	};
}

/** Bytes that the peers of one torrent may hold in our memory before one of them has sent the whole metadata. */
const maxTogether = 2 * maxTorrentFileBytes;

/** Milliseconds for the whole metadata. */
const arrivesWithinMs = 60_000;

/** A peer tells the size of the metadata, and as much memory is taken for each peer. */
function limitMetadata(torrent: Torrent, wire: Wire, beforeMetadata: () => Promise<void>): void {
	const {ut_metadata: metadata} = wire;
	const setMetadata = metadata.setMetadata.bind(metadata);
	// webtorrent decodes it before it compares the hash, so anybody could send anything.
	metadata.setMetadata = async bytes => {
		if (bytes === torrent.metadata) {
			return setMetadata(bytes);
		}
		if (isOversized(bytes) || createHash('sha1').update(bytes).digest('hex') !== torrent.infoHash) {
			wire.destroy();
			return false;
		}
		try {
			checkMetadata(torrent.infoHash, bytes);
			await beforeMetadata();
			return torrent.destroyed ? false : await setMetadata(bytes);
		} catch (error) {
			// The hash fits, so every peer would send the same.
			torrent._destroy(error as Error);
			return false;
		}
	};
	const take = metadata.onExtendedHandshake.bind(metadata);
	metadata.onExtendedHandshake = handshake => {
		const size = Number(handshake.metadata_size);
		// A second handshake would take the memory again.
		if (torrent.metadata || metadata._metadataSize !== null || !(size > 0)) {
			return;
		}
		const held = torrent.wires.reduce((sum, other) => sum + (other.ut_metadata._metadataSize ?? 0), 0);
		if (size > maxTorrentFileBytes || held + size > maxTogether) {
			wire.destroy();
			return;
		}
		take(handshake);
		setTimeout(() => torrent.metadata || wire.destroy(), arrivesWithinMs).unref();
	};
}

/** webtorrent asks for each piece that a choking peer offers, also for one that there is not. */
function limitOffers(torrent: Torrent, wire: Wire): void {
	// It may have come with the handshake.
	wire.peerAllowedFastSet = [];
	const take = wire._onAllowedFast.bind(wire);
	wire._onAllowedFast = index => {
		if (index >= 0 && index < torrent.pieces.length) {
			take(index);
		}
	};
}

/** Other clients ask for at most 500 blocks before the first has come. */
const maxRequests = 2000;
/** Bytes that wait to be sent: 500 blocks of 16 KiB, doubled. */
const maxWaiting = 16 * 1024 * 1024;

/** A peer that asks without reading would collect the whole torrent in our memory. */
function limitRequests(wire: Wire): void {
	wire.on('request', () => {
		if (wire.peerRequests.length > maxRequests || wire._readableState.buffered > maxWaiting) {
			wire.destroy();
		}
	});
}
