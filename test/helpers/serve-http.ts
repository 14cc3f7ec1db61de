import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {ExecutionContext} from 'ava';
import {patienceMs} from './until.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A plain HTTP server on a free loopback port, closed with the test. Returns its address without a trailing slash. */
export async function serveHttp(t: ExecutionContext, answer: Answer): Promise<string> {
	// A connection that is ended while the next request is on its way fails that request.
	const server = createServer({keepAliveTimeout: patienceMs}, answer);
	await new Promise<void>(resolve => {
		server.listen(0, '127.0.0.1', resolve);
	});
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
