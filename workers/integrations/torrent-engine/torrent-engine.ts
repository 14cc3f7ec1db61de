import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {BuiltinTorrentStore} from '#shared/store/downloads/builtin-torrents.ts';

/** The built-in torrent client, here or in a process of its own. Only one process at a time has it open. */
export interface TorrentEngine {
	/** The TCP port for incoming peers; 0 while it is not open. */
	readonly port: number;
	/** Opens what runs only while there are torrents. */
	open(): Promise<void> | void;
	/** Starts a stored torrent. Does nothing if it is already running. */
	add(torrent: BuiltinTorrent): Promise<void> | void;
	list(): Promise<ClientDownload[]> | ClientDownload[];
	/** Closes torrents until they are resumed, or starts them again; a restart changes nothing about it. */
	control(infoHashes: readonly string[], action: 'pause' | 'resume'): Promise<void>;
	/** Stops the torrent, removes its files if requested, and then forgets it. Removing an unknown one is fine. */
	remove(infoHash: string, options: {deleteData: boolean}): Promise<void>;
	/** Saves the progress and closes all connections. Whatever has not ended after `limitMs` is killed. */
	close(limitMs?: number): Promise<void>;
}

/** The built-in torrent client in this process. */
export interface OpenTorrentEngine extends TorrentEngine {
	add(torrent: BuiltinTorrent): void;
	list(): ClientDownload[];
}

export interface TorrentEngineOptions {
	/** Each torrent has its own subfolder, named by its info hash. */
	folder: string;
	/** Address and TCP port to listen on; port 0 picks a free one. */
	host: string;
	port: number;
	/** `trackers` finds peers only through trackers: no DHT, no multicast, no peer exchange. */
	peers: 'everywhere' | 'trackers';
	/** Bytes per second; null for no limit. */
	downloadLimit: number | null;
	uploadLimit: number | null;
	/** Goals for torrents without their own. */
	seedGoals: {ratio: number; minutes: number};
	/** Milliseconds between two checks of progress and goals. */
	pollEveryMs: number;
	/** Milliseconds after which a torrent that was started counts as harmless to the engine; 5000 by default. */
	calmMs?: number;
}

export const usualCalmMs = 5000;

export type TorrentKeeper = Pick<BuiltinTorrentStore, 'list' | 'saveMetadata' | 'saveProgress' | 'setPaused' | 'markRemoval' | 'remove'>;
