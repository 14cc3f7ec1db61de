import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {BuiltinTorrentStore} from '#shared/store/downloads/builtin-torrents.ts';

/** The built-in torrent client; one process at a time has it open. */
export interface TorrentEngine {
	/** Bytes are exchanged on this TCP port. */
	readonly port: number;
	/** Starts a stored torrent; one that runs goes on. */
	add(torrent: BuiltinTorrent): void;
	list(): ClientDownload[];
	/** Stops it, removes its files when told so, then forgets it. Removing what is not there is fine. */
	remove(infoHash: string, options: {deleteData: boolean}): Promise<void>;
	/** Keeps the progress and ends all connections. */
	close(): Promise<void>;
}

export interface TorrentEngineOptions {
	/** Each torrent has a folder of its own in it, called by its info hash. */
	folder: string;
	/** Address and TCP port to listen on; port 0 takes a free one. */
	host: string;
	port: number;
	/** `trackers` asks nobody else: no DHT, no multicast, no peer exchange. */
	peers: 'everywhere' | 'trackers';
	/** Bytes a second; null is no limit. */
	downloadLimit: number | null;
	uploadLimit: number | null;
	/** Goals of torrents that come without their own. */
	seedGoals: {ratio: number; minutes: number};
	/** Milliseconds between two looks at progress and goals. */
	lookEveryMs: number;
}

export type TorrentKeeper = Pick<BuiltinTorrentStore, 'list' | 'saveMetadata' | 'saveProgress' | 'markRemoval' | 'remove'>;
