import type {IncomingMessage, RequestListener, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

/** Requests of a connection that wait for those before them. Browsers and usual programs send one after the other. */
const maxWaiting = 20;

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
