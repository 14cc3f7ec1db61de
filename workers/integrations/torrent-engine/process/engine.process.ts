import {pino} from 'pino';
import {createCalls, type Line} from '#shared/coordination/child.ts';
import {every} from '#shared/coordination/wait.ts';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {Unavailable} from '#shared/errors.ts';
import type {FolderMemory} from '../../files/used-folders.ts';
import {createHttp} from '../../http/http.ts';
import {openTorrentEngine} from '../open-torrent-engine.ts';
import type {OpenTorrentEngine, TorrentEngineOptions, TorrentKeeper} from '../torrent-engine.ts';

/** Milliseconds for what the other process stores. */
const storesWithinMs = 60_000;

/** The first message to the process. */
export interface EngineOrder {
	options: TorrentEngineOptions;
	allowPrivate: boolean;
	logLevel: string;
	/** Milliseconds without a sign of the process that holds the lease until another one may have it. */
	leaseMs: number;
}

/** The checks for a sign that fit into the time of the lease. A process that hangs or was stopped has lost it. */
const checks = 8;

// Strangers decide what webtorrent reads, so its process has no database, no keys and no other work.
let allowPrivate = false;
let engine: OpenTorrentEngine | null = null;
let silentChecks = 0;
const http = createHttp();

const listen: Line['listen'] = onMessage => {
	process.on('message', onMessage);
	return () => process.off('message', onMessage);
};
const calls = createCalls(
	{send: message => process.send?.(message), listen},
	{
		async open(order: EngineOrder) {
			({allowPrivate} = order);
			const {options, logLevel, leaseMs} = order;
			const write = (line: string) => void call('log', JSON.parse(line)).catch(() => {});
			const log = pino({level: logLevel, base: null, timestamp: false}, {write});
			every(leaseMs / (checks + 2), () => {
				silentChecks += 1;
				if (silentChecks >= checks) {
					process.exit(0);
				}
			});
			engine = await openTorrentEngine(options, {
				keeper,
				folders,
				http: http.request,
				allowPrivate: () => allowPrivate,
				log,
				onFailure: error => {
					throw error;
				},
			});
			return engine.port;
		},
		alive(isAllowed: boolean) {
			silentChecks = 0;
			allowPrivate = isAllowed;
		},
		add: (torrent: BuiltinTorrent) => opened().add(torrent),
		list: () => opened().list(),
		control: (infoHashes: string[], action: 'pause' | 'resume') => opened().control(infoHashes, action),
		remove: (infoHash: string, options: {deleteData: boolean}) => opened().remove(infoHash, options),
		async close() {
			await engine?.close();
			await http.close();
			setImmediate(() => process.exit(0));
		},
	},
	() => new Unavailable('engine_silent', 'What stores the torrents does not answer.'),
);
const call = <T>(name: string, ...given: unknown[]) => calls.call<T>(name, given, storesWithinMs);

const keeper: TorrentKeeper = {
	list: () => call('storedTorrents'),
	saveMetadata: (...given) => call('saveMetadata', ...given),
	saveProgress: (...given) => call('saveProgress', ...given),
	setPaused: (...given) => call('setPaused', ...given),
	markRemoval: (...given) => call('markRemoval', ...given),
	remove: infoHash => call('forget', infoHash),
};

const folders: FolderMemory = {
	idOf: path => call('folderIdOf', path),
	put: (...given) => call('putFolderId', ...given),
	forget: path => call('forgetFolder', path),
};

function opened(): OpenTorrentEngine {
	if (!engine) {
		throw new Error('The engine is not open yet');
	}
	return engine;
}

// The process that stores everything is gone; another one takes over.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group; the other process says when to close.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
