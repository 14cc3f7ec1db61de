import {createDiffieHellman, randomBytes} from 'node:crypto';
import type WebTorrent from 'webtorrent';
import type {EncryptorClass, KeyExchange, WireClass} from 'webtorrent/lib/webconn.js';

/** Bytes. The longest message that peers need is the bitfield of a torrent of several terabytes. */
const maxMessageBytes = 1024 * 1024;

/** The group of message stream encryption. Its private keys have 160 bits. */
const prime =
	'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a36210000000000090563';
const generator = 2;
const privateKeyBytes = 20;

/**
 * Mends three things in webtorrent's connections, which it offers no option for. A message could be 2 GB long, and was
 * collected in memory. A message that webtorrent trips over ended the process instead of the connection. And each
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
