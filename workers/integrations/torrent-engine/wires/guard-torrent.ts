import type {Torrent} from 'webtorrent';
import {minuteMs} from '#shared/domain/durations.ts';
import type {MayContact} from '../address-guard.ts';
import {limitMetadata} from './limit-metadata.ts';
import {limitRequests} from './limit-requests.ts';

/** Peers a torrent knows at a time, connected or not. Trackers and peers may name any number. */
const mostPeers = 500;

/** Milliseconds until a finished torrent calls the same address again. */
const callsAgainAfterMs = 15 * minuteMs;

/**
 * Puts our limits around a torrent. Every peer, whether a tracker, the DHT or another peer named it, and every renewed
 * connection passes `_addPeer`.
 */
export function guardTorrent(torrent: Torrent, mayContact: MayContact, clock = () => performance.now()): void {
	const add = torrent._addPeer.bind(torrent);
	const isFresh = createCallLimit(clock);
	torrent._addPeer = (peer, type, source) => {
		const allowed = typeof peer === 'string' && mayContact(hostOf(peer)) && torrent._peersLength < mostPeers;
		return allowed && (!torrent.done || isFresh(peer)) ? add(peer, type, source) : null;
	};
	torrent.on('wire', wire => {
		limitRequests(wire);
		if (!torrent.metadata) {
			limitMetadata(torrent, wire);
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
			if (now - at < callsAgainAfterMs && calls.size <= 2 * mostPeers) {
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
