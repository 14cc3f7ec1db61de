import {join} from 'node:path';
import type {Redis} from 'ioredis';
import type {WorkerDeps} from './deps.ts';
import {handlers} from './handlers.ts';
import {openTorrentEngine} from './integrations/torrent-engine/open-torrent-engine.ts';
import {startPool} from './pool.ts';
import {runTorrentPool} from './torrent/run-torrent-pool.ts';

export interface TorrentPool {
	connection: Redis;
	concurrency: number;
	/** Where the engine listens. */
	host: string;
	port: number;
	/** `trackers` asks nobody else for peers: no DHT, no multicast. */
	peers: 'everywhere' | 'trackers';
}

/** Milliseconds without renewal after which another process may open the engine. */
const leaseMs = 15_000;
/** Goals of torrents whose indexer names none. */
const seedGoals = {ratio: 1, minutes: 24 * 60};

/** The pool that holds the built-in torrent client; answers the way to stop it. */
export function startTorrentPool(deps: WorkerDeps, {connection, concurrency, host, port, peers}: TorrentPool): {close(): Promise<void>} {
	const {producer, prefix, log, builtinTorrents, dataDir} = deps;
	const stopped = new AbortController();
	const engine = {
		folder: join(dataDir, 'downloads'),
		host,
		port,
		peers,
		downloadLimit: null,
		uploadLimit: null,
		seedGoals,
		lookEveryMs: 1000,
	};
	const running = runTorrentPool(
		{
			lease: {redis: producer, key: `${prefix}:torrent-engine`, ttlMs: leaseMs},
			log,
			openEngine: onFailure => openTorrentEngine(engine, {keeper: builtinTorrents, log, onFailure}),
			startWorker: opened => startPool('torrent', {handlers, deps: {...deps, torrentEngine: () => opened}, connection, concurrency}),
		},
		stopped.signal,
	);
	return {
		async close() {
			stopped.abort();
			await running;
		},
	};
}
