import type WebTorrent from 'webtorrent';
import {Unavailable} from '#shared/errors.ts';
import type {TorrentEngineOptions} from './torrent-engine.ts';

/**
 * Opens webtorrent's client over TCP only, and resolves when it listens. Throws Unavailable
 * `torrent_port_taken` when it cannot.
 */
export async function openWebTorrent({host, port, peers, downloadLimit, uploadLimit}: TorrentEngineOptions): Promise<WebTorrent> {
	// Loading it costs 90 MB and 0.2 s, which other pools should not pay.
	const {default: Client} = await import('webtorrent');
	const everywhere = peers === 'everywhere';
	const client = new Client({
		torrentPort: {host, port},
		utp: false,
		dht: everywhere,
		lsd: everywhere,
		utPex: everywhere,
		// A service must not open ports on the router unasked.
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
