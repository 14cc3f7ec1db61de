import {createDiffieHellman, createHash, randomBytes} from 'node:crypto';
import bencode from 'bencode';
import type WebTorrent from 'webtorrent';
import type {Torrent, Wire} from 'webtorrent';
import type {EncryptorClass, KeyExchange, WireClass} from 'webtorrent/lib/webconn.js';
import {minuteMs} from '#shared/domain/durations.ts';
import {isOversized} from '../torrents/bencode.ts';
import {maxTorrentFileBytes} from '../torrents/torrent-file.ts';
import type {MayContact} from './address-guard.ts';
import {checkMetadata, maxPieces} from './torrent-source.ts';

/** Bytes. The longest message that peers need is the bitfield of a torrent of several terabytes. */
const maxMessageBytes = 1024 * 1024;

/** The group of message stream encryption. Its private keys have 160 bits. */
const prime =
	'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a36210000000000090563';
const generator = 2;
const privateKeyBytes = 20;

/**
 * Patches five things in webtorrent's connections, which it offers no option for. A message could be 2 GB long, and was
 * collected in memory. A message that webtorrent trips over ended the process instead of the connection, and one
 * with a text of negative length was read for ever. A peer that had piece 4,294,967,294 made a list that long. And each
 * connection tested the prime of the key exchange again, which takes 20 ms; the exchange itself takes less than one.
 */
export async function patchWires(): Promise<void> {
	const {default: WebSeed} = await import('webtorrent/lib/webconn.js');
	const Wire: WireClass = Object.getPrototypeOf(WebSeed);
	if (Object.hasOwn(Wire, 'patched')) {
		return;
	}
	Object.defineProperty(Wire, 'patched', {value: true});
	limitMessages(Wire);
	limitPieces(Wire);
	refuseBackwards(bencode.decode);
	const sample = new Wire('tcpOutgoing', 1);
	shareGroup(Object.getPrototypeOf(sample._encryptor));
	sample.destroy();
}

function limitMessages(Wire: WireClass): void {
	const {_parse} = Wire.prototype;
	Wire.prototype._parse = function parse(size, parser) {
		// webtorrent itself asks for endless bytes when a connection ends.
		if (size > maxMessageBytes && size !== Number.MAX_VALUE) {
			_parse.call(this, Number.MAX_VALUE, () => {});
			this.destroy();
			return;
		}
		_parse.call(this, size, bytes => {
			try {
				parser.call(this, bytes);
			} catch {
				this.destroy();
			}
		});
	};
}

function limitPieces(Wire: WireClass): void {
	const {_onHave} = Wire.prototype;
	Wire.prototype._onHave = function onHave(index) {
		if (!(index >= 0 && index < maxPieces)) {
			this.destroy();
			return;
		}
		_onHave.call(this, index);
	};
}

/** The decoder goes back by the length of a text that is negative, and comes along there again. */
function refuseBackwards(decode: typeof bencode.decode): void {
	const {buffer} = decode;
	decode.buffer = () => {
		const at = decode.position;
		const text = buffer();
		if (!(decode.position > at)) {
			throw new Error('A text has a negative length');
		}
		return text;
	};
}

function shareGroup(encryptor: EncryptorClass): void {
	const group = createDiffieHellman(prime, 'hex', generator);
	const exchanges = new WeakMap<object, KeyExchange>();
	Object.defineProperty(encryptor, 'dh', {
		get() {
			const exchange = exchanges.get(this) ?? createExchange(group);
			exchanges.set(this, exchange);
			return exchange;
		},
	});
}

function createExchange(group: ReturnType<typeof createDiffieHellman>): KeyExchange {
	const key = randomBytes(privateKeyBytes);
	return {
		generateKeys() {
			group.setPrivateKey(key);
			return group.generateKeys();
		},
		computeSecret(theirs) {
			group.setPrivateKey(key);
			return group.computeSecret(theirs);
		},
	};
}

/** Connections that others may open to us at the same time. */
const maxIncoming = 200;
/** Connections of all torrents together, and for one of them. */
const maxOutgoing = 200;
const maxPerTorrent = 55;
const minPerTorrent = 4;

/** webtorrent has a limit for each torrent only. */
export function limitConnections(client: WebTorrent): void {
	client._connPool.tcpServer.maxConnections = maxIncoming;
	const divide = () => {
		client.maxConns = Math.min(maxPerTorrent, Math.max(minPerTorrent, Math.floor(maxOutgoing / Math.max(1, client.torrents.length))));
	};
	client.on('add', divide);
	client.on('remove', divide);
}

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
