import {createSocket, type Socket as UdpSocket} from 'node:dgram';
import {createServer, type Server} from 'node:http';
import {type AddressInfo, isIPv6} from 'node:net';
import {patienceMs} from '../until.ts';

export interface Contact {
	/** A connection without a request counts too, because some lures only connect. */
	by: 'connection' | 'request' | 'upgrade' | 'garbage' | 'udp';
	/** For a request, method and path; for UDP, the number of bytes. */
	what: string;
	/** The address of the trap that was used. */
	at: string;
}

export interface Trap {
	/** The same for TCP and UDP, on 127.0.0.1 and, where the machine has it, ::1. */
	port: number;
	hasIPv6: boolean;
	contacts: Contact[];
	close(): Promise<void>;
}

/** A server that nobody should reach. It records everyone who does, and answers as if all were well. */
export async function serveTrap(): Promise<Trap> {
	const contacts: Contact[] = [];
	const first = await openBoth('127.0.0.1', 0, contacts);
	const {port} = first.server.address() as AddressInfo;
	// Without IPv6 there is nothing to reach here.
	const second = await openBoth('::1', port, contacts).catch(() => null);
	return {
		port,
		hasIPv6: second !== null,
		contacts,
		close: async () => {
			await Promise.all([first, second].map(each => each && closeBoth(each)));
		},
	};
}

interface Both {
	server: Server;
	udp: UdpSocket;
}

async function openBoth(host: string, port: number, contacts: Contact[]): Promise<Both> {
	const note = (by: Contact['by'], what: string) => contacts.push({by, what, at: host});
	const server = createServer({keepAliveTimeout: patienceMs}, (request, response) => {
		note('request', `${request.method} ${request.url}`);
		const headers = {'content-type': 'text/html', 'access-control-allow-origin': '*'};
		response.writeHead(200, headers).end('<!DOCTYPE html><title>Trap</title><p id="trap">Secret of the trap</p>');
	});
	server.on('connection', () => note('connection', ''));
	server.on('upgrade', (request, socket) => {
		note('upgrade', request.url ?? '');
		socket.destroy();
	});
	server.on('clientError', (_, socket) => {
		note('garbage', '');
		socket.destroy();
	});
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
	const udp = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
	udp.on('message', message => note('udp', `${message.length} bytes`));
	const bound = (server.address() as AddressInfo).port;
	try {
		await new Promise<void>((resolve, reject) => udp.once('error', reject).bind(bound, host, resolve));
	} catch (error) {
		server.close();
		throw error;
	}
	return {server, udp};
}

async function closeBoth({server, udp}: Both): Promise<void> {
	const closed = new Promise<void>(resolve => server.close(() => resolve()));
	server.closeAllConnections();
	await Promise.all([closed, new Promise<void>(resolve => udp.close(() => resolve()))]);
}
