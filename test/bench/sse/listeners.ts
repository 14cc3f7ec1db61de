import {once} from 'node:events';
import {connect, type Socket} from 'node:net';

export interface ListenerWish {
	/** Address of the stream. */
	url: string;
	key: string;
	clients: number;
	/** How many of the clients stop reading after the reply has begun. */
	slow: number;
}

export interface Heard {
	/** Milliseconds from the publication of an event to its arrival at a healthy client; a sample, sorted. */
	delays: number[];
	/** Events received by the healthy client that received the fewest. */
	fewest: number;
	/** Healthy clients whose connection ended. */
	disconnected: number;
}

/** Connections opened at a time, because a listening socket accepts only so many at once. */
const atOnce = 50;
/** Every client's every tenth event is kept. */
const sampled = 10;
const eventData = /"id":"(\d+)","status"/g;

interface Client {
	socket: Socket;
	received: number;
}

let isMeasuring = false;
const delays: number[] = [];

/** A raw connection, which costs less than a parsed reply: this process must not be the slow one. */
async function open({url, key}: ListenerWish, isSlow: boolean): Promise<Client> {
	const {hostname, port, pathname} = new URL(url);
	const socket = connect(Number(port), hostname);
	const client: Client = {socket, received: 0};
	socket.on('error', () => {});
	await once(socket, 'connect');
	socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Api-Key: ${key}\r\n\r\n`);
	await once(socket, 'data');
	if (isSlow) {
		socket.pause();
		return client;
	}
	let rest = '';
	socket.setEncoding('latin1').on('data', (text: string) => {
		const at = Date.now();
		const whole = rest + text;
		const end = whole.lastIndexOf('\n\n') + 1;
		rest = whole.slice(end);
		for (const [, published] of isMeasuring ? whole.slice(0, end).matchAll(eventData) : []) {
			client.received += 1;
			if (client.received % sampled === 0) {
				delays.push(at - Number(published));
			}
		}
	});
	return client;
}

const [request] = (await once(process, 'message')) as [ListenerWish];
const healthy: Client[] = [];
const slow: Client[] = [];
for (let n = 0; n < request.clients; n += atOnce) {
	const batch = Array.from({length: Math.min(atOnce, request.clients - n)}, (_none, k) => n + k < request.slow);
	const opened = await Promise.all(batch.map(isSlow => open(request, isSlow)));
	for (const [k, client] of opened.entries()) {
		(batch[k] ? slow : healthy).push(client);
	}
}
process.send?.('listening');
await once(process, 'message');
isMeasuring = true;
process.send?.('measuring');
await once(process, 'message');
const heard: Heard = {
	delays: delays.sort((a, b) => a - b),
	fewest: Math.min(...healthy.map(({received}) => received)),
	disconnected: healthy.filter(({socket}) => socket.closed).length,
};
for (const {socket} of [...healthy, ...slow]) {
	socket.destroy();
}
process.send?.(heard, () => process.disconnect());
