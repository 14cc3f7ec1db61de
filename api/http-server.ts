import {randomUUID} from 'node:crypto';
import {createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse, STATUS_CODES} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {ipKeyGenerator} from 'express-rate-limit';
import {createSlots} from '#shared/coordination/slots.ts';
import {every} from '#shared/coordination/wait.ts';
import type {Problem} from './http/failures.ts';
import {noteUpgrade} from './http/upgrade.ts';

export interface HttpServer {
	/** `http://host:port`. */
	address: string;
	/** Stops accepting requests, lets running ones finish, and closes the remaining connections after the limit. */
	close(limitMs: number): Promise<void>;
}

/** Longer than the usual reverse proxies' timeout, so that they close idle connections before we do. */
const keepAliveMs = 75_000;
const usualRequestMs = 60_000;
/** More would use up memory and descriptors that requests need. */
const maxConnections = 5000;
const maxOfAddress = 500;
const sweepMs = 100;

export interface ListenOptions {
	host: string;
	port: number;
	/** Whether many callers have this address, as behind a reverse proxy. No other may use up all connections. */
	isShared(address: string): boolean;
	/** Whether a request may become a WebSocket; others that ask for one get a usual reply. */
	mayUpgrade?(request: IncomingMessage): boolean;
	/** Milliseconds in which a whole request has to arrive; a minute by default. */
	requestMs?: number;
}

/** Throws if the address is not available. */
export async function listen(
	listener: RequestListener,
	{host, port, isShared, mayUpgrade = () => false, requestMs = usualRequestMs}: ListenOptions,
): Promise<HttpServer> {
	// Node's own refusals of a missing host and of an unknown expectation are no problem details.
	const server = createServer({
		keepAliveTimeout: keepAliveMs,
		requestTimeout: requestMs,
		requireHostHeader: false,
		shouldUpgradeCallback: mayUpgrade,
	});
	server.on('request', refuseTinyChunks);
	answerOneAfterAnother(server, listener);
	server.on('checkExpectation', (request, response) => server.emit('request', request, response));
	server.maxConnections = maxConnections;
	limitAddresses(server, isShared);
	refuseMalformed(server);
	refuseTunnels(server);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return {address: addressOf(server), close: limitMs => closeServer(server, limitMs)};
}

function limitAddresses(server: Server, isShared: ListenOptions['isShared']): void {
	const open = createSlots();
	server.on('connection', socket => {
		const {remoteAddress} = socket;
		if (remoteAddress === undefined || isShared(remoteAddress)) {
			return;
		}
		const key = ipKeyGenerator(remoteAddress);
		if (open.heldBy(key) >= maxOfAddress) {
			socket.destroy();
			return;
		}
		const leave = open.hold(key);
		socket.once('close', () => leave());
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
const maxWaiting = 20;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/**
 * What Node attaches to a socket of its server: a function called for each request, which ends the parsing by returning
 * 2.
 */
interface Parsed {
	parser?: {onIncoming?: (request: IncomingMessage, keepsAlive: boolean) => number} | null;
}
const stops = 2;

/**
 * Answers the requests of a connection one after another, and closes a connection on which very many wait: thousands
 * fit into a single read, and nothing else would run until all of them have begun. Node also tells only the first of
 * them for certain that its caller has left.
 */
function answerOneAfterAnother(server: Server, listener: RequestListener): void {
	const lines = new WeakMap<Socket, Exchange[]>();
	const isFull = (socket: Socket) => (lines.get(socket)?.length ?? 0) >= maxWaiting;

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
	// The listener answers it like any other request, or takes its connection.
	server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
		socket.on('error', () => socket.destroy());
		if (lines.has(socket)) {
			socket.destroy();
			return;
		}
		noteUpgrade(request, head);
		const response = new ServerResponse(request);
		response.shouldKeepAlive = false;
		response.assignSocket(socket);
		response.once('finish', () => socket.destroySoon());
		listener(request, response);
	});
	server.on('connection', socket => endParsing(socket, isFull));
}

/** Otherwise everything that has been read is parsed, which takes 90 ms for 64 KiB of small requests. */
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

/** Chunks of a body after which their size is checked, and the bytes that they must have on average. */
const maxTiny = 8192;
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
		if (chunks > maxTiny && bytes < chunks * tinyBytes) {
			request.socket.destroy();
			return false;
		}
		return push(chunk, encoding);
	};
}

interface Refusal {
	status: number;
	code: string;
	detail: string;
	headers?: readonly string[];
}

const refusals: Readonly<Record<string, Refusal>> = {
	HPE_HEADER_OVERFLOW: {status: 431, code: 'headers_too_large', detail: 'The address and the headers together are larger than 16 KiB.'},
	ERR_HTTP_REQUEST_TIMEOUT: {status: 408, code: 'request_timeout', detail: 'The request did not arrive within 60 seconds.'},
};
const tunnel: Refusal = {
	status: 405,
	code: 'method_not_allowed',
	detail: 'This is no proxy, so CONNECT is not possible.',
	headers: ['Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS'],
};
const malformed: Refusal = {status: 400, code: 'malformed_request', detail: 'The request is not well-formed HTTP.'};

/**
 * Answers input that Node's parser refuses before there is a request, and closes the connection. Nothing is written
 * into a reply that has begun.
 */
function refuseMalformed(server: Server): void {
	const replies = new WeakMap<Duplex, ServerResponse>();
	server.on('request', (request, response) => replies.set(request.socket, response));
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		const last = replies.get(socket);
		if (error.code === 'ECONNRESET' || !socket.writable || (last && isUnderWay(last))) {
			socket.destroy();
			return;
		}
		socket.end(toReply(refusals[error.code ?? ''] ?? malformed), () => socket.destroy());
	});
}

/** Refuses tunnels, which Node otherwise ends without a word. Replies that are due before this one are not sent. */
function refuseTunnels(server: Server): void {
	const replies = new WeakMap<Duplex, ServerResponse>();
	server.on('request', (request, response) => replies.set(request.socket, response));
	server.on('connect', (_request, socket) => {
		socket.on('error', () => {});
		const last = replies.get(socket);
		if (last && !last.writableFinished) {
			socket.destroy();
			return;
		}
		socket.end(toReply(tunnel), () => socket.destroy());
	});
}

/**
 * Whether a reply has begun and it or its request is incomplete. Bytes sent then would be taken for part of that reply.
 */
function isUnderWay(reply: ServerResponse): boolean {
	return reply.headersSent && !(reply.writableFinished && reply.req.complete);
}

function toReply({status, code, detail, headers = []}: Refusal): string {
	const requestId = randomUUID();
	const title = STATUS_CODES[status] ?? 'Error';
	const problem: Problem = {type: 'about:blank', title, status, detail, instance: '/', code, requestId};
	const body = JSON.stringify(problem);
	const head = [
		`HTTP/1.1 ${status} ${title}`,
		'Content-Type: application/problem+json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		`X-Request-Id: ${requestId}`,
		...headers,
		'Connection: close',
	];
	return `${head.join('\r\n')}\r\n\r\n${body}`;
}
