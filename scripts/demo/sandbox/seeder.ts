import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createReadStream} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import Tracker from 'bittorrent-tracker/server';
import WebTorrent, {type Torrent} from 'webtorrent';
import type {SandboxRelease} from './releases.ts';
import {writeVideo} from './video.ts';

interface SeederOptions {
	/** Where its files lie. */
	folder: string;
	announceUrl: string;
	/** Total upload limit. */
	bytesPerSecond: number;
}

export interface Seeder {
	/** Returns the `.torrent` file. The film is created, and seeded from then on, at the first call. */
	torrentOf(release: SandboxRelease): Promise<Uint8Array>;
	/** SHA-256 of the film, in hex. */
	hashOf(release: SandboxRelease): Promise<string>;
	/** Bytes uploaded so far, of all films. */
	uploaded(): number;
	close(): Promise<void>;
}

/** Bytes; small enough that progress shows early. */
const pieceLength = 256 * 1024;

/** Keeps the traffic on this machine: no DHT, no multicast, no port mapping at the router. */
const loopbackOnly = {utp: false, dht: false, lsd: false, utPex: false, natUpnp: false, natPmp: false, tracker: {wrtc: false as const}};

/** A BitTorrent client on the loopback address that seeds every film of the sandbox. */
export function openSeeder({folder, announceUrl, bytesPerSecond}: SeederOptions): Seeder {
	const client = new WebTorrent({...loopbackOnly, torrentPort: {host: '127.0.0.1', port: 0}, uploadLimit: bytesPerSecond});
	client.on('error', () => undefined);
	const torrents = new Map<number, Promise<Uint8Array>>();
	const pathOf = ({title}: SandboxRelease) => join(folder, title, `${title}.mkv`);

	async function make(release: SandboxRelease): Promise<Uint8Array> {
		const {title, size, lines, seeders} = release;
		await mkdir(join(folder, title), {recursive: true});
		await writeVideo({path: pathOf(release), lines, size, name: title});
		const torrent = await new Promise<Torrent>(resolve => {
			client.seed(join(folder, title), {name: title, announceList: [[announceUrl]], pieceLength}, resolve);
		});
		const {torrentFile} = torrent;
		if (!torrentFile) {
			throw new Error(`${title} has no torrent file`);
		}
		if (seeders === 0) {
			await promisify(torrent.destroy.bind(torrent))({destroyStore: false});
		}
		return torrentFile;
	}

	return {
		torrentOf: release => {
			const made = torrents.get(release.number) ?? make(release);
			torrents.set(release.number, made);
			return made;
		},
		hashOf: release => hashFile(pathOf(release)),
		uploaded: () => client.torrents.reduce((sum, torrent) => sum + torrent.uploaded, 0),
		close: async () => {
			await Promise.allSettled(torrents.values());
			await promisify(client.destroy.bind(client))();
		},
	};
}

/** SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) {
		hash.update(chunk);
	}
	return hash.digest('hex');
}

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
