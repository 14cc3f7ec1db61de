import {randomUUID} from 'node:crypto';
import {type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES} from 'node:http';
import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import type {Problem} from '../failures.ts';

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
export function answerOneAfterAnother(server: Server, listener: RequestListener): void {
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
export function refuseTinyChunks(request: IncomingMessage): void {
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
export function refuseMalformed(server: Server): void {
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
export function refuseTunnels(server: Server): void {
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
