/** Only what we use of webtorrent 3, which brings no types. */
declare module 'webtorrent' {
	import type {EventEmitter} from 'node:events';

	export interface TorrentFile {
		/** Below the folder of the torrent, beginning with the torrent's name. */
		path: string;
		length: number;
	}

	export interface Wire {
		peerChoking: boolean;
		isSeeder: boolean;
	}

	/**
	 * Events: `metadata`, `ready` (existing data is verified), `verified`, `done`, `warning`,
	 * `error` (and it is destroyed).
	 */
	export interface Torrent extends EventEmitter {
		infoHash: string;
		name: string;
		/** The `.torrent` file; set once the metadata is known. */
		torrentFile: Uint8Array | null;
		metadata: Uint8Array | null;
		files: TorrentFile[];
		ready: boolean;
		done: boolean;
		destroyed: boolean;
		/** Bytes. */
		length: number;
		downloaded: number;
		received: number;
		uploaded: number;
		/** Bytes a second. */
		downloadSpeed: number;
		/** Milliseconds; Infinity while nothing arrives. */
		timeRemaining: number;
		wires: Wire[];
		/** One bit a verified piece; absent until the metadata is known. */
		bitfield?: {buffer: Uint8Array};
		destroy(options: {destroyStore?: boolean}, done: (error?: Error | null) => void): void;
	}

	export interface AddOptions {
		/** The folder that the torrent's files go to. */
		path: string;
		/** Pieces that were verified before. */
		bitfield?: Uint8Array;
		announce?: string[];
	}

	export interface SeedOptions {
		name?: string;
		announceList?: string[][];
		pieceLength?: number;
		private?: boolean;
	}

	export interface ClientOptions {
		/** webtorrent hands it to net.Server.listen() as it is, so an object can name the host. */
		torrentPort?: number | {host: string; port: number};
		utp?: boolean;
		dht?: boolean;
		lsd?: boolean;
		utPex?: boolean;
		natUpnp?: boolean;
		natPmp?: boolean;
		tracker?: {wrtc: false};
		maxConns?: number;
		/** Bytes a second; -1 is no limit. */
		downloadLimit?: number;
		uploadLimit?: number;
		/** 0 speaks plainly, 1 encrypts when the other side can, 2 always. */
		secure?: 0 | 1 | 2;
	}

	/** Events: `listening`, `error` (and it is destroyed). */
	// biome-ignore lint/style/noDefaultExport: the package exports it so
	export default class WebTorrent extends EventEmitter {
		constructor(options?: ClientOptions);
		torrentPort: number;
		destroyed: boolean;
		torrents: Torrent[];
		add(torrent: string | Uint8Array, options: AddOptions): Torrent;
		seed(input: string, options: SeedOptions, onSeed: (torrent: Torrent) => void): Torrent;
		destroy(done: (error?: Error | null) => void): void;
	}
}
