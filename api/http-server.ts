import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {ipKeyGenerator} from 'express-rate-limit';
import {createSlots} from '#shared/coordination/slots.ts';
import {every} from '#shared/coordination/wait.ts';
import {answerOneAfterAnother, refuseMalformed, refuseTinyChunks, refuseTunnels} from './http/limits/connections.ts';

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
