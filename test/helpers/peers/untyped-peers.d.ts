declare module 'bittorrent-tracker/server' {
	import type {EventEmitter} from 'node:events';
	import type {Server as HttpServer} from 'node:http';

	/** Only what the tests use. */
	// biome-ignore lint/style/noDefaultExport: the package exports it so
	export default class Server extends EventEmitter {
		constructor(options: {http?: boolean; udp?: boolean; ws?: boolean; stats?: boolean; interval?: number});
		http: HttpServer;
		listen(port: number, host: string, onListening: () => void): void;
		close(onClose: () => void): void;
	}
}
