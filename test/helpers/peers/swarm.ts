import {createHash, randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {ExecutionContext} from 'ava';
import Tracker from 'bittorrent-tracker/server';
import WebTorrent, {type Torrent} from 'webtorrent';
import {tempFolder} from '../temp-folder.ts';

export interface Swarm {
	/** Announce address. */
	tracker: string;
	torrent: Uint8Array;
	magnetUrl: string;
	infoHash: string;
	name: string;
	/** Path below the folder -> SHA-256 of the file. */
	hashes: Record<string, string>;
	bytes: number;
	/** The torrent as the seeder sees it. */
	seeding: Torrent;
}

/** Options that let a program reach only our peers: no DHT, no multicast, no port mapping at the router. */
export const loopbackOnly = {
	utp: false,
	dht: false,
	lsd: false,
	utPex: false,
	natUpnp: false,
	natPmp: false,
	tracker: {wrtc: false as const},
};

export interface SwarmOptions {
	megabytes?: number;
	name?: string;
	/** Upload limit of the seeder, in bytes per second; unlimited if not given. */
	uploadLimit?: number;
	/** Forbids other sources of peers than the tracker. */
	private?: boolean;
}

/** A tracker on the loopback address and a webtorrent that seeds `megabytes` of noise in a folder with two files. */
export async function startSwarm(
	t: ExecutionContext,
	{megabytes = 5, name = 'The.Lámp.2024.1080p.WEB-DL-NOBODY', uploadLimit = -1, private: isPrivate = false}: SwarmOptions = {},
): Promise<Swarm> {
	const tracker = await startTracker(t);
	const folder = join(tempFolder(t), name);
	await mkdir(join(folder, 'extras'), {recursive: true});
	await writeFile(join(folder, 'The.Lámp.2024.mkv'), randomBytes(megabytes * 1024 * 1024));
	await writeFile(join(folder, 'extras', 'notes.nfo'), 'made for a test');

	const client = new WebTorrent({...loopbackOnly, uploadLimit, torrentPort: {host: '127.0.0.1', port: 0}});
	t.teardown(() => promisify(client.destroy.bind(client))());
	const seeding = await new Promise<Torrent>((resolve, reject) => {
		client.on('error', reject);
		client.seed(folder, {name, announceList: [[tracker]], pieceLength: 65_536, private: isPrivate}, resolve);
	});
	const torrent = seeding.torrentFile ?? new Uint8Array();
	const magnetUrl = `magnet:?xt=urn:btih:${seeding.infoHash}&dn=${encodeURIComponent(name)}&tr=${encodeURIComponent(tracker)}`;
	return {tracker, torrent, magnetUrl, infoHash: seeding.infoHash, name, hashes: await hashFolder(folder), bytes: seeding.length, seeding};
}

async function startTracker(t: ExecutionContext): Promise<string> {
	const server = new Tracker({http: true, udp: false, ws: false, stats: false, interval: 2000});
	t.teardown(() => new Promise<void>(resolve => server.close(resolve)));
	leaveOutSelf(server);
	server.on('warning', () => {});
	server.listen(0, '127.0.0.1', () => {});
	await once(server, 'listening');
	const {port} = server.http.address() as AddressInfo;
	return `http://127.0.0.1:${port}/announce`;
}

/**
 * libtorrent keeps one peer per address, and on the loopback all peers share one, so it must not
 * learn about itself first.
 */
function leaveOutSelf(server: Tracker): void {
	const createSwarm = server.createSwarm.bind(server);
	server.createSwarm = (infoHash, done) =>
		createSwarm(infoHash, (error, swarm) => {
			const announce = swarm?.announce.bind(swarm);
			if (swarm && announce) {
				swarm.announce = (params, answer) =>
					announce(params, (failure, reply) =>
						answer(failure, reply && {...reply, peers: reply.peers.filter(({peerId}) => peerId !== params.peer_id)}),
					);
			}

			done(error, swarm);
		});
}

/** SHA-256 of every file below a folder, by relative path. */
export async function hashFolder(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
	const hashed = files.sort().map(async file => [
		file.slice(folder.length + 1),
		createHash('sha256')
			.update(await readFile(file))
			.digest('hex'),
	]);
	return Object.fromEntries(await Promise.all(hashed));
}
