import {createDiffieHellman, randomBytes} from 'node:crypto';
import bencode from 'bencode';
import type WebTorrent from 'webtorrent';
import type {EncryptorClass, KeyExchange, WireClass} from 'webtorrent/lib/webconn.js';
import {maxPieces} from '../torrent-source.ts';

/** Bytes. The longest message that peers need is the bitfield of a torrent of several terabytes. */
const maxMessageBytes = 1024 * 1024;

/** The group of message stream encryption. Its private keys have 160 bits. */
const prime =
	'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a36210000000000090563';
const generator = 2;
const privateKeyBytes = 20;

/**
 * Mends five things in webtorrent's connections, which it offers no option for. A message could be 2 GB long, and was
 * collected in memory. A message that webtorrent trips over ended the process instead of the connection, and one
 * with a text of negative length was read for ever. A peer that had piece 4,294,967,294 made a list that long. And each
 * connection tested the prime of the key exchange anew, which takes 20 ms; the exchange itself takes less than one.
 */
export async function tameWires(): Promise<void> {
	const {default: WebSeed} = await import('webtorrent/lib/webconn.js');
	const Wire: WireClass = Object.getPrototypeOf(WebSeed);
	if (Object.hasOwn(Wire, 'tamed')) {
		return;
	}
	Object.defineProperty(Wire, 'tamed', {value: true});
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
