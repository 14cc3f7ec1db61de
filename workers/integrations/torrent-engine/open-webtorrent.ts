import type WebTorrent from 'webtorrent';
import {Unavailable} from '#shared/errors.ts';
import type {TorrentEngineOptions} from './torrent-engine.ts';

/**
 * Opens webtorrent's client over TCP alone; resolves when it listens. Unavailable `torrent_port_taken` when it cannot.
 */
export async function openWebTorrent({host, port, peers, downloadLimit, uploadLimit}: TorrentEngineOptions): Promise<WebTorrent> {
	// It takes 90 MB and 0.2 s, which no other pool should pay.
	const {default: Client} = await import('webtorrent');
	const everywhere = peers === 'everywhere';
	const client = new Client({
		torrentPort: {host, port},
		utp: false,
		dht: everywhere,
		lsd: everywhere,
		utPex: everywhere,
		// A service does not open ports of the router unasked.
		natUpnp: false,
		natPmp: false,
		tracker: {wrtc: false},
		downloadLimit: downloadLimit ?? -1,
		uploadLimit: uploadLimit ?? -1,
	});
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
