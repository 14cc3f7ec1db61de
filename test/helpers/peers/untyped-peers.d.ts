declare module 'bittorrent-tracker/server' {
	import type {EventEmitter} from 'node:events';
	import type {Server as HttpServer} from 'node:http';

	export interface AnnounceReply {
		peers: {peerId: string}[];
	}

	export interface Swarm {
		announce(params: {peer_id: string}, done: (error: Error | null, reply?: AnnounceReply) => void): void;
	}

	/** Only the parts that the tests use. */
	export default class Server extends EventEmitter {
		constructor(options: {http?: boolean; udp?: boolean; ws?: boolean; stats?: boolean; interval?: number});
		http: HttpServer;
		createSwarm(infoHash: string, done: (error: Error | null, swarm?: Swarm) => void): void;
		listen(port: number, host: string, onListening: () => void): void;
		close(onClose: () => void): void;
	}
}
