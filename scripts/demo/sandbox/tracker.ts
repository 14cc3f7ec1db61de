import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import Tracker from 'bittorrent-tracker/server';

export interface SandboxTracker {
	announceUrl: string;
	close(): Promise<void>;
}

/** Milliseconds until peers announce again. */
const announceIntervalMs = 5_000;

/** A BitTorrent tracker on the loopback address, over HTTP only. */
export async function openTracker(): Promise<SandboxTracker> {
	const server = new Tracker({http: true, udp: false, ws: false, stats: false, interval: announceIntervalMs});
	server.on('warning', () => undefined);
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1', () => undefined);
	await once(server, 'listening');
	return {
		announceUrl: `http://127.0.0.1:${(server.http.address() as AddressInfo).port}/announce`,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.http.closeAllConnections();
			}),
	};
}
