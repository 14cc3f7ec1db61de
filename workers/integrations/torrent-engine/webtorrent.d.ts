/** The parts of webtorrent 3 that we use, because it has no types of its own. */
declare module 'webtorrent' {
	import type {EventEmitter} from 'node:events';

	export interface TorrentFile {
		/** Path below the torrent's folder, starting with the torrent's name. */
		path: string;
		length: number;
	}

	export interface Wire {
		peerChoking: boolean;
		isSeeder: boolean;
	}

	/**
	 * Events: `metadata`, `ready` (existing data is verified), `verified`, `done`, `warning`, `error` (the torrent is
	 * then destroyed).
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
		/** Bytes per second. */
		downloadSpeed: number;
		/** Milliseconds; Infinity while nothing arrives. */
		timeRemaining: number;
		wires: Wire[];
		/** One bit per verified piece; absent until the metadata is known. */
		bitfield?: {buffer: Uint8Array};
		destroy(options: {destroyStore?: boolean}, done: (error?: Error | null) => void): void;
	}

	export interface AddOptions {
		/** The folder for the torrent's files. */
		path: string;
		/** Pieces that were verified earlier. */
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
		/** webtorrent passes this unchanged to net.Server.listen(), so an object can name the host. */
		torrentPort?: number | {host: string; port: number};
		utp?: boolean;
		dht?: boolean;
		lsd?: boolean;
		utPex?: boolean;
		natUpnp?: boolean;
		natPmp?: boolean;
		tracker?: {wrtc: false};
		maxConns?: number;
		/** Bytes per second; -1 for no limit. */
		downloadLimit?: number;
		uploadLimit?: number;
		/** 0: unencrypted; 1: encrypted when the other side supports it; 2: always encrypted. */
		secure?: 0 | 1 | 2;
	}

	/** Events: `listening`, `error` (the client is then destroyed). */
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
