import {createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {patienceMs} from '#test/helpers/until.ts';

export interface SeenRequest {
	method: string;
	/** Includes the query. */
	path: string;
	headers: IncomingHttpHeaders;
	/** Milliseconds since 1970. */
	at: number;
}

export interface Site {
	/** `http://127.0.0.1:<port>`. */
	origin: string;
	/** Every request so far, including the browser's own for icons. */
	requests: SeenRequest[];
	/** What the site recorded about its visitors: failed checks and solves. */
	notes: string[];
	/** Number of open connections. */
	connections(): Promise<number>;
	close(): Promise<void>;
}

export interface Visit {
	url: URL;
	/** Address of the request, as the visitor spelled it. */
	request: IncomingMessage;
	response: ServerResponse;
	note(text: string): void;
}

export type Answer = (visit: Visit) => void | Promise<void>;

/** Starts a site on a free loopback port. */
export async function openSite(answer: Answer): Promise<Site> {
	const requests: SeenRequest[] = [];
	const notes: string[] = [];
	const server = createServer({keepAliveTimeout: patienceMs}, (request, response) => {
		const {method = 'GET', url: path = '/', headers} = request;
		requests.push({method, path, headers, at: Date.now()});
		const url = URL.parse(path, `http://${headers.host ?? '127.0.0.1'}`);
		if (!url) {
			response.writeHead(400).end();
			return;
		}
		answerSafely(answer, {url, request, response, note: text => notes.push(text)});
	});
	const origin = await listen(server);
	return {
		origin,
		requests,
		notes,
		connections: () => new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
		close: () => close(server),
	};
}

/** A visitor that disconnects early or sends nonsense must not end the demo. */
function answerSafely(answer: Answer, visit: Visit): void {
	Promise.resolve()
		.then(() => answer(visit))
		.catch(() => visit.response.destroy());
}

async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
	const closed = new Promise<void>(resolve => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}
