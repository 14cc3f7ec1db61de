import {createSocket, type RemoteInfo, type Socket} from 'node:dgram';
import type WebTorrent from 'webtorrent';
import {Unavailable} from '#shared/errors.ts';
import {isBencoded} from '../torrents/bencode.ts';
import type {MayContact} from './address-guard.ts';
import {limitConnections, patchWires} from './patch-wires.ts';
import type {TorrentEngineOptions} from './torrent-engine.ts';

/**
 * Opens webtorrent's client over TCP only, and resolves when it listens. It contacts nobody but peers and the DHT: we
 * ask trackers and web seeds ourselves. Throws Unavailable `torrent_port_taken` when it cannot listen.
 */
export async function openWebTorrent(
	{host, port, peers, downloadLimit, uploadLimit}: TorrentEngineOptions,
	mayContact: MayContact,
): Promise<WebTorrent> {
	// Loading it costs 90 MB and 0.2 s, which other pools should not pay.
	const {default: Client} = await import('webtorrent');
	await patchWires();
	const everywhere = peers === 'everywhere';
	const client = new Client({
		torrentPort: {host, port},
		// The same number for both, so that one port is opened on a router: TCP for peers, UDP for the DHT.
		dhtPort: port,
		utp: false,
		dht: everywhere && {socket: openDhtSocket(mayContact)},
		// It finds peers of the own network only, and would announce private torrents too.
		lsd: false,
		utPex: everywhere,
		// A service must not open ports on the router unasked.
		natUpnp: false,
		natPmp: false,
		tracker: false,
		webSeeds: false,
		downloadLimit: downloadLimit ?? -1,
		uploadLimit: uploadLimit ?? -1,
	});
	limitConnections(client);
	await new Promise<void>((resolve, reject) => {
		client.once('listening', resolve);
		client.once('error', (cause: Error) =>
			reject(
				new Unavailable(
					'torrent_port_taken',
					`The built-in torrent client cannot listen on ${host}:${port}; set TORRENT_PORT to another one.`,
					{
						cause,
					},
				),
			),
		);
	});
	return client;
}

type Send = (message: Uint8Array, offset: number, length: number, port: number, host: string, done?: (error: Error | null) => void) => void;

type Hear = (message: Buffer, from: RemoteInfo) => void;

/**
 * The socket of the DHT. Other nodes tell it whom to ask next, so it checks each address at the moment of sending.
 * Anybody may send to it: what is not bencoded never arrives, because some of that is decoded for ever, and what its
 * listener trips over must not end the process.
 */
export function openDhtSocket(mayContact: MayContact): Socket {
	const socket = createSocket('udp4');
	const send: Send = socket.send.bind(socket);
	const guarded: Send = (message, offset, length, port, host, done) => {
		if (mayContact(host)) {
			send(message, offset, length, port, host, done);
			return;
		}
		done?.(new Error('The address is private.'));
	};
	const on = socket.on.bind(socket);
	const hear =
		(listener: Hear): Hear =>
		(message, from) => {
			try {
				if (isBencoded(message)) {
					listener(message, from);
				}
			} catch {
				// The caller is gone.
			}
		};
	const guardedOn = (event: string, listener: Hear) => on(event, event === 'message' ? hear(listener) : listener);
	return Object.assign(socket, {send: guarded, on: guardedOn as typeof socket.on});
}
