import {createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {ipKeyGenerator} from 'express-rate-limit';
import {every} from '#shared/coordination/wait.ts';
import {refuseMalformed} from './http/failures.ts';
import {createHeldPlaces} from './http/limits/held-places.ts';

export interface HttpServer {
	/** `http://host:port`. */
	address: string;
	/** Stops accepting requests, lets running ones finish, and closes the remaining connections after the limit. */
	close(limitMs: number): Promise<void>;
}

/** Longer than the usual reverse proxies' timeout, so that they close idle connections before we do. */
const keepAliveMs = 75_000;
const requestMs = 60_000;
/** More would use up memory and descriptors that requests need. */
const maxConnections = 5000;
const maxOfAddress = 500;
const sweepMs = 100;

export interface ListenOptions {
	host: string;
	port: number;
	/** Whether many callers have this address, as behind a reverse proxy. No other may use up all connections. */
	isShared(address: string): boolean;
}

/** Throws if the address is not available. */
export async function listen(listener: RequestListener, {host, port, isShared}: ListenOptions): Promise<HttpServer> {
	// Node's own refusals of a missing host and of an unknown expectation are no problem details.
	const server = createServer({keepAliveTimeout: keepAliveMs, requestTimeout: requestMs, requireHostHeader: false});
	server.on('request', refuseTinyChunks);
	answerOneAfterAnother(server, listener);
	server.on('checkExpectation', (request, response) => server.emit('request', request, response));
	server.maxConnections = maxConnections;
	limitAddresses(server, isShared);
	refuseMalformed(server);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return {address: addressOf(server), close: limitMs => closeServer(server, limitMs)};
}

function limitAddresses(server: Server, isShared: ListenOptions['isShared']): void {
	const open = createHeldPlaces();
	server.on('connection', socket => {
		const {remoteAddress} = socket;
		if (remoteAddress === undefined || isShared(remoteAddress)) {
			return;
		}
		const key = ipKeyGenerator(remoteAddress);
		if (open.of(key) >= maxOfAddress) {
			socket.destroy();
			return;
		}
		socket.once('close', open.take(key));
	});
}

function addressOf(server: Server): string {
	const {address, port, family} = server.address() as AddressInfo; // listening on a port
	return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeServer(server: Server, limitMs: number): Promise<void> {
	const closed = new Promise<void>(resolve => {
		server.close(() => resolve());
	});
	// A kept-alive connection becomes idle after its last reply, which may be later than this call.
	const endSweeps = every(sweepMs, () => server.closeIdleConnections());
	const limit = setTimeout(() => server.closeAllConnections(), limitMs);
	await closed;
	endSweeps();
	clearTimeout(limit);
}

/** Requests of a connection that wait for those before them. Browsers and usual programs send one after the other. */
const mostWaiting = 20;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** What Node attaches to a socket of its server: it is called for each request, and 2 ends the parsing. */
interface Parsed {
	parser?: {onIncoming?: (request: IncomingMessage, keepsAlive: boolean) => number} | null;
}
const stops = 2;

/**
 * Answers the requests of a connection one after another, and closes one on which very many wait: thousands fit into
 * what is read at once, and nothing else would happen until all of them have begun. Only the first of them is also sure
 * to be told when its caller has left.
 */
function answerOneAfterAnother(server: Server, listener: RequestListener): void {
	const lines = new WeakMap<Socket, Exchange[]>();
	const isFull = (socket: Socket) => (lines.get(socket)?.length ?? 0) >= mostWaiting;

	function begin([request, response]: Exchange, socket: Socket): void {
		listener(request, response);
		response.once('close', () => {
			const next = lines.get(socket)?.shift();
			// A reply that ends the connection is the last one.
			if (next && !socket.destroyed && next[1].socket) {
				begin(next, socket);
			} else {
				lines.delete(socket);
			}
		});
	}

	server.on('request', (request, response) => {
		const {socket} = request;
		const line = lines.get(socket);
		if (!line) {
			lines.set(socket, []);
			begin([request, response], socket);
		} else if (isFull(socket)) {
			socket.destroy();
		} else {
			line.push([request, response]);
		}
	});
	server.on('connection', socket => endParsing(socket, isFull));
}

/** What has been read is parsed to its end otherwise, which takes 90 ms for 64 KiB of small requests. */
function endParsing(socket: Socket, isFull: (socket: Socket) => boolean): void {
	const {parser} = socket as Parsed;
	const onIncoming = parser?.onIncoming;
	if (!parser || !onIncoming) {
		return;
	}
	parser.onIncoming = (request, keepsAlive) => {
		if (isFull(socket)) {
			socket.destroy();
			return stops;
		}
		return onIncoming(request, keepsAlive);
	};
}

/** Chunks of a body from which on they are looked at, and bytes that they must have on average then. */
const mostTiny = 8192;
const tinyBytes = 128;

/**
 * Ends a connection whose body comes in very many tiny chunks. Each is an object of its own until the body is whole, so
 * a body of 1 MiB in chunks of one byte takes 400 MiB.
 */
function refuseTinyChunks(request: IncomingMessage): void {
	if (request.headers['transfer-encoding'] === undefined && request.headers['content-length'] === undefined) {
		return;
	}
	let chunks = 0;
	let bytes = 0;
	const push = request.push.bind(request);
	request.push = (chunk: Buffer | null, encoding) => {
		chunks += 1;
		bytes += chunk?.length ?? 0;
		if (chunks > mostTiny && bytes < chunks * tinyBytes) {
			request.socket.destroy();
			return false;
		}
		return push(chunk, encoding);
	};
}
