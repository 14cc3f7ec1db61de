/** The parts of webtorrent 3 that we use, because it has no types of its own. */
declare module 'webtorrent' {
	import type {Socket} from 'node:dgram';
	import type {EventEmitter} from 'node:events';
	import type {Server} from 'node:net';
	import type WebSeed from 'webtorrent/lib/webconn.js';

	export interface TorrentFile {
		/** Path below the torrent's folder, starting with the torrent's name. */
		path: string;
		length: number;
		/** Bytes from the start of the torrent. */
		offset: number;
	}

	/** Events: `request`. */
	export interface Wire extends EventEmitter {
		peerChoking: boolean;
		isSeeder: boolean;
		/** What the peer waits for. */
		peerRequests: unknown[];
		ut_metadata: MetadataExchange;
		/** BEP 6: a piece that the peer gives although it chokes us. */
		_onAllowedFast(index: number): void;
		peerAllowedFastSet: number[];
		/** Bytes that wait to be sent. */
		_readableState: {buffered: number};
		destroy(): void;
	}

	/** BEP 9. */
	export interface MetadataExchange {
		_metadataSize: number | null;
		onExtendedHandshake(handshake: {metadata_size?: unknown}): void;
		/** Resolves to whether its hash is that of the torrent. */
		setMetadata(bytes: Uint8Array): Promise<boolean>;
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
		/** None until the metadata is known. */
		pieces: unknown[];
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
		/** The folder given at the start. */
		path: string;
		/** Bytes. */
		pieceLength: number;
		/** Peers known, connected or not. */
		_peersLength: number;
		/** Every peer passes here, also one whose connection is renewed. */
		_addPeer(peer: unknown, type: string, source: string): unknown;
		addPeer(peer: string, source: string): boolean;
		removePeer(peer: string): void;
		addWebSeed(connection: WebSeed): void;
		/** One bit per verified piece; absent until the metadata is known. */
		bitfield?: {buffer: Uint8Array};
		destroy(options: {destroyStore?: boolean}, done: (error?: Error | null) => void): void;
		/** Destroys it with an `error` event. */
		_destroy(error: Error): void;
	}

	export interface AddOptions {
		/** The folder for the torrent's files. */
		path: string;
		/** Pieces that were verified earlier. */
		bitfield?: Uint8Array;
		/** Pieces kept in memory. */
		storeCacheSlots?: number;
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
		/** UDP; 0 chooses a free one. */
		dhtPort?: number;
		utp?: boolean;
		dht?: boolean | {socket: Socket};
		lsd?: boolean;
		utPex?: boolean;
		natUpnp?: boolean;
		natPmp?: boolean;
		tracker?: false | {wrtc: false};
		webSeeds?: boolean;
		maxConns?: number;
		/** Bytes per second; -1 for no limit. */
		downloadLimit?: number;
		uploadLimit?: number;
		/** 0: unencrypted; 1: encrypted when the other side supports it; 2: always encrypted. */
		secure?: 0 | 1 | 2;
	}

	/** Events: `listening`, `add` and `remove` (of a torrent), `error` (the client is then destroyed). */
	export default class WebTorrent extends EventEmitter {
		constructor(options?: ClientOptions);
		torrentPort: number;
		/** Forty hex digits. */
		peerId: string;
		userAgent: string;
		/** Connections of one torrent. */
		maxConns: number;
		_connPool: {tcpServer: Server};
		destroyed: boolean;
		torrents: Torrent[];
		add(torrent: string | Uint8Array, options: AddOptions): Torrent;
		seed(input: string, options: SeedOptions, onSeed: (torrent: Torrent) => void): Torrent;
		destroy(done: (error?: Error | null) => void): void;
	}
}

declare module 'webtorrent/lib/webconn.js' {
	import type {Torrent} from 'webtorrent';

	export interface KeyExchange {
		generateKeys(): Uint8Array;
		computeSecret(theirs: Uint8Array): Uint8Array;
	}

	export interface EncryptorClass {
		readonly dh: KeyExchange;
	}

	export interface WireInstance {
		_encryptor: object;
		_parse(size: number, parser: (bytes: Uint8Array) => void): void;
		_onHave(index: number): void;
		destroy(): void;
	}

	export interface WireClass {
		new (type: string, encryption: 0 | 1): WireInstance;
		prototype: WireInstance;
	}

	/** A web seed, as a connection to a peer. */
	export default class WebSeed {
		constructor(url: string, torrent: Torrent);
		httpRequest(piece: number, offset: number, length: number, done: (error: unknown, data?: Uint8Array) => void): void;
		destroy(): void;
	}
}
