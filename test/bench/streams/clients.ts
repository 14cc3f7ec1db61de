import {once} from 'node:events';
import {connect} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';

export interface ClientsWish {
	host: string;
	port: number;
	path: string;
	key: string;
	clients: number;
}

export interface ClientsState {
	open: number;
	/** Streams that ended or broke so far. */
	ended: number;
	resets: number;
	/** Clients that lack an event between their first and the last, and were not told so. */
	incomplete: number;
	/** The last event that all open clients have. */
	last: number;
}

interface Client {
	isOpen: boolean;
	lastId: string | null;
	retryMs: number;
	/** The last number that was received without a gap. */
	number: number;
	wasReset: boolean;
	isIncomplete: boolean;
}

/** Connections opened at a time, because a listening socket accepts only so many at once. */
const atOnce = 50;
const counts = {ended: 0, resets: 0};
const field = /^(id|retry|event|data): ?(.*)$/;
const eventNumber = /"id":"(\d+)"/;

function take(client: Client, text: string): void {
	for (const block of text.split('\n\n')) {
		const fields = Object.fromEntries(
			block.split('\n').flatMap(line => (field.exec(line) ? [field.exec(line)!.slice(1, 3)] : [])),
		) as Record<string, string>;
		client.lastId = fields['id'] ?? client.lastId;
		client.retryMs = Number(fields['retry'] ?? client.retryMs);
		if (fields['event'] === 'reset') {
			counts.resets += 1;
			client.wasReset = true;
		}
		const number = Number(eventNumber.exec(fields['data'] ?? '')?.[1] ?? 0);
		if (number > 0) {
			client.isIncomplete ||= client.number > 0 && number !== client.number + 1 && !client.wasReset;
			client.number = number;
			client.wasReset = false;
		}
	}
}

/** One connection, until it ends. A raw one costs less than a parsed reply. */
async function listen({host, port, path, key}: ClientsWish, client: Client): Promise<void> {
	const socket = connect(port, host);
	const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
	socket.on('error', () => {});
	const id = client.lastId === null ? '' : `Last-Event-ID: ${client.lastId}\r\n`;
	socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nX-Api-Key: ${key}\r\n${id}\r\n`);
	let rest = '';
	socket.setEncoding('latin1').on('data', (text: string) => {
		// Sizes of chunks stand on lines of their own.
		const whole = rest + text.replaceAll(/\r\n[\da-f]*\r\n|\r\n/g, '');
		client.isOpen ||= text.startsWith('HTTP/1.1 200');
		const end = whole.lastIndexOf('\n\n');
		rest = whole.slice(end + 2);
		take(client, end < 0 ? '' : whole.slice(0, end));
	});
	await ended;
	counts.ended += client.isOpen ? 1 : 0;
	client.isOpen = false;
}

const [wish] = (await once(process, 'message')) as [ClientsWish];
const clients = Array.from(
	{length: wish.clients},
	(): Client => ({isOpen: false, lastId: null, retryMs: 1000, number: 0, wasReset: false, isIncomplete: false}),
);
process.on('message', () => {
	const open = clients.filter(({isOpen}) => isOpen);
	const state: ClientsState = {
		...counts,
		open: open.length,
		incomplete: clients.filter(({isIncomplete}) => isIncomplete).length,
		last: Math.min(...open.map(({number}) => number)),
	};
	process.send?.(state);
});
for (const [n, client] of clients.entries()) {
	void (async () => {
		for (;;) {
			await listen(wish, client);
			await pause(client.retryMs);
		}
	})();
	await (n % atOnce === atOnce - 1 ? pause(200) : undefined);
}
