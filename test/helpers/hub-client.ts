import type {ExecutionContext} from 'ava';
import {until} from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into messages of every shape
type Told = any;

interface Joining {
	url: string;
	key: string;
	face?: string;
	greeting?: string;
}

export interface HubClient {
	socket: WebSocket;
	/** Everything that was received, without the separators. */
	frames: Told[];
	/** The arguments of `receiveMessage` so far. */
	messages(name?: string): Told[];
	/** Waits for a message that fits. */
	hears(fits: (message: Told) => boolean): Promise<Told>;
	closed: Promise<number>;
}

const separator = '\u001e';

/** A client of the hub as programs for Radarr and Sonarr have it: it asks, connects with the id, and greets. */
export async function joinHub(t: ExecutionContext, {url, key, face = 'radarr', greeting}: Joining): Promise<HubClient> {
	const address = `${url}/${face}/signalr/messages`;
	const negotiated = await fetch(`${address}/negotiate?access_token=${key}`, {method: 'POST'});
	const {connectionId} = (await negotiated.json()) as {connectionId: string};
	const socket = new WebSocket(`${address.replace(/^http/, 'ws')}?access_token=${key}&id=${connectionId}`);
	const frames: Told[] = [];
	socket.addEventListener('message', ({data}) => {
		for (const text of String(data).split(separator).slice(0, -1)) {
			frames.push(JSON.parse(text));
		}
	});
	const closed = new Promise<number>(resolve => {
		socket.addEventListener('close', ({code}) => resolve(code), {once: true});
	});
	t.teardown(() => socket.close());
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve, {once: true});
		socket.addEventListener('error', () => reject(new Error('The hub refused the connection')), {once: true});
	});
	socket.send(greeting ?? `{"protocol":"json","version":1}${separator}`);
	const messages = (name?: string) =>
		frames
			.flatMap(frame => (frame.target === 'receiveMessage' ? frame.arguments : []))
			.filter(each => name === undefined || each.name === name);
	return {socket, frames, messages, closed, hears: fits => until(() => messages().find(fits))};
}
