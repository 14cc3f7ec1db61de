import {join} from 'node:path';
import type {Redis} from 'ioredis';
import {keepEngineProcess} from '../integrations/torrent-engine/process/keep-engine-process.ts';
import type {TorrentEngineOptions} from '../integrations/torrent-engine/torrent-engine.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handlers} from '../runtime/handler.ts';
import {startPool} from '../runtime/pool.ts';
import {stopPool} from '../runtime/stop-pool.ts';
import {runTorrentPool} from '../torrent/run-torrent-pool.ts';

export interface TorrentPoolStart {
	handlers: Handlers;
	deps: WorkerDeps;
	connection: Redis;
	concurrency: number;
	torrent: {host: string; port: number};
}

/** Milliseconds another process waits after ours has died without releasing the lease. */
const leaseMs = 10_000;

/** The goals when a torrent has none: a ratio of 1, or one day. */
const seedGoals = {ratio: 1, minutes: 24 * 60};

const loopback = /^(localhost|127\.[\d.]+|::1)$/;

/** A client that listens only on loopback wants no strangers, so trackers are the only source of peers. */
export function engineOptions({host, port}: {host: string; port: number}, dataDir: string): TorrentEngineOptions {
	return {
		folder: join(dataDir, 'downloads'),
		host,
		port,
		peers: loopback.test(host) ? 'trackers' : 'everywhere',
		downloadLimit: null,
		uploadLimit: null,
		seedGoals,
		pollEveryMs: 5000,
	};
}

/** The `torrent` pool. Unlike the others, it works in only one process at a time: the one that has the engine. */
export function startTorrentPool({deps, torrent, ...start}: TorrentPoolStart): {stop(): Promise<void>} {
	const {builtinTorrents, dataDir, settings, usedFolders} = deps;
	const log = deps.log.child({pool: 'torrent'});
	const stopped = new AbortController();
	const ended = runTorrentPool(
		{
			leases: deps.leases,
			leaseMs,
			log,
			openEngine: () =>
				keepEngineProcess(engineOptions(torrent, dataDir), {
					store: builtinTorrents,
					folders: usedFolders,
					allowPrivate: () => settings.get('security.allowPrivateNetworks'),
					log,
					leaseMs,
				}),
			startWorker(engine) {
				const worker = startPool('torrent', {...start, deps: {...deps, torrentEngine: () => engine}});
				return {close: () => stopPool(worker)};
			},
		},
		stopped.signal,
	);
	return {
		async stop() {
			stopped.abort();
			await ended;
		},
	};
}
