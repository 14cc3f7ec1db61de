import {randomUUID} from 'node:crypto';
import type {Request, Response} from 'express';
import {type WebSocket, WebSocketServer} from 'ws';
import type {ApiDeps} from '#api/deps.ts';
import type {KeyCaller} from '#api/http/access/callers.ts';
import {upgradeHeadOf} from '#api/http/upgrade.ts';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {every} from '#shared/coordination/wait.ts';
import {secondMs} from '#shared/domain/durations.ts';
import {controlStream} from '#shared/events/control.ts';
import {type EventTitle, libraryStream} from '#shared/events/library.ts';
import {queueStream} from '#shared/events/queue.ts';
import type {StreamEvent} from '#shared/events/stream.ts';
import {type Face, isExpired} from '#shared/store/accounts/api-keys.ts';
import {covers, type Shelf} from './shelf.ts';
import {FaceFailure, toJson} from './wire.ts';

/** Every message of the protocol ends with it. */
const separator = '\u001e';
const maxConnections = 100;
/** Bytes that wait for one receiver; a slower one is disconnected. */
const maxBacklog = 1024 * 1024;
/** Bytes of a message of a client, which only greets and shows that it is there. */
const maxPayload = 16 * 1024;
/** Titles that have changed and were not told yet; instead of more, the receivers read their lists again. */
const maxWaiting = 500;
/** Clients give up after 30 seconds of silence. */
const beatMs = 12 * secondMs;
const handshakeMs = 15 * secondMs;
/** The queue changes all the time; receivers only hear that it did. */
const queueMs = 5 * secondMs;
/** Beats between two checks of a key. */
const beatsOfKey = 4;
/** Codes of the closing of a WebSocket. */
const closing = {goingAway: 1001, policy: 1008} as const;

/** One argument of `receiveMessage`. */
export interface HubMessage {
	name: 'version' | 'movie' | 'series' | 'episode' | 'queue' | 'command' | 'health' | 'tag';
	body: object;
}

export type Happened = 'created' | 'updated' | 'deleted';

/** Where its receivers are connected. */
export interface Place {
	face: Face;
	base: string;
	shelf: Shelf;
}

export const message = (name: HubMessage['name'], action: Happened | 'sync', resource?: object): HubMessage => ({
	name,
	body: {action, ...(resource && {resource})},
});

/** What the receivers at one place are told about a title. */
export type MessagesOf = (title: Pick<EventTitle, 'kind' | 'id'>, happened: Happened, place: Place) => Promise<HubMessage[]>;

interface Connection extends Place {
	socket: WebSocket;
	key: KeyCaller;
	/** Whether the client has greeted, and receives messages. */
	isReady: boolean;
	isAlive: boolean;
}

interface Joining extends Place {
	request: Request;
	response: Response;
	key: KeyCaller;
	version: string;
}

type Waiting = Pick<EventTitle, 'kind' | 'id' | 'libraryId'> & {happened: Happened};

export interface Hub {
	/** What a client asks first. WebSockets are the only way: no client of these programs uses another one. */
	negotiate(): object;
	/** Takes the connection of a request that asks for a WebSocket. */
	join(joining: Joining): Promise<void>;
	tell(message: HubMessage, to: Pick<Place, 'face'>): void;
	close(): void;
}

interface HubOptions {
	messagesOf: MessagesOf;
	/** What is asked for with each beat, because no event tells it. */
	newsOf?: (face: Face) => Promise<HubMessage[]>;
	/** Calls again and again until the returned function is called; another one only in tests. */
	beats?: (beat: () => Promise<void>) => () => void;
}

type HubDeps = Pick<ApiDeps, 'apiKeys' | 'events' | 'log' | 'now' | 'subscriber'>;

/** The hub by which these programs tell what changes, in the form of SignalR. Each process has its own receivers. */
export function createHub(deps: HubDeps, {messagesOf, newsOf, beats = beat => every(beatMs, beat)}: HubOptions): Hub {
	const {events, subscriber, apiKeys, log, now} = deps;
	const server = new WebSocketServer({noServer: true, maxPayload, perMessageDeflate: false});
	const connections = new Set<Connection>();
	const places = createSlots({max: maxConnections});
	const waiting = new Map<string, Waiting>();
	let isTelling = false;
	let queueTimer: NodeJS.Timeout | null = null;
	let stopListening: (() => void) | null = null;
	let beat = 0;

	function send({socket}: Connection, text: string): void {
		if (socket.bufferedAmount > maxBacklog) {
			socket.terminate();
			return;
		}
		socket.send(text);
	}

	const framed = (sent: HubMessage) => toJson({type: 1, target: 'receiveMessage', arguments: [sent]}) + separator;

	function sendAll(sent: readonly HubMessage[], to: (connection: Connection) => boolean): void {
		const texts = sent.map(framed);
		for (const connection of connections) {
			if (connection.isReady && to(connection)) {
				texts.forEach(text => void send(connection, text));
			}
		}
	}

	function note({event, data}: StreamEvent): void {
		if (event === 'reset') {
			resync();
			return;
		}
		const {kind, id, libraryId} = data as EventTitle;
		const happened = event === 'titleAdded' ? 'created' : event === 'titleRemoved' ? 'deleted' : 'updated';
		const key = `${kind} ${id}`;
		const isNew = happened === 'updated' && waiting.get(key)?.happened === 'created';
		waiting.set(key, {kind, id, libraryId, happened: isNew ? 'created' : happened});
		if (waiting.size > maxWaiting) {
			resync();
			return;
		}
		void tellTitles();
	}

	/** Nobody knows what has changed. */
	function resync(): void {
		waiting.clear();
		sendAll([message('movie', 'sync')], ({face}) => face === 'movies');
		sendAll([message('series', 'sync')], ({face}) => face === 'tv');
	}

	/** Each record is read once for all receivers at one place. */
	async function tellTitles(): Promise<void> {
		if (isTelling) {
			return;
		}
		isTelling = true;
		for (let next = [...waiting][0]; next; next = [...waiting][0]) {
			const [key, title] = next;
			waiting.delete(key);
			await tellTitle(title).catch(error => {
				log.debug({err: error}, 'A changed title could not be told');
				resync();
			});
		}
		isTelling = false;
	}

	async function tellTitle(title: Waiting): Promise<void> {
		const face = title.kind === 'movie' ? 'movies' : 'tv';
		const places = Map.groupBy(
			[...connections].filter(each => each.isReady && each.face === face),
			placeKey,
		);
		for (const [key, [place]] of places) {
			if (place && (title.happened !== 'deleted' || covers(place.shelf, title.libraryId))) {
				sendAll(await messagesOf(title, title.happened, place), each => placeKey(each) === key);
			}
		}
	}

	function tellQueue(): void {
		queueTimer ??= setTimeout(() => {
			queueTimer = null;
			sendAll([message('queue', 'sync')], () => true);
		}, queueMs).unref();
	}

	/** Nothing is read while nobody listens. */
	function listen(): void {
		if (stopListening) {
			return;
		}
		const ends = [
			events.subscribe(libraryStream, note),
			events.subscribe(queueStream, tellQueue),
			events.subscribe(controlStream, ({event}) => void (event === 'callersChanged' && refuseGone())),
			beats(keepAlive),
		];
		// Events may have been missed while the subscription was down.
		subscriber.on('ready', resync);
		stopListening = () => {
			ends.forEach(end => void end());
			subscriber.off('ready', resync);
			clearTimeout(queueTimer ?? undefined);
			queueTimer = null;
			stopListening = null;
			waiting.clear();
		};
	}

	/** Shows that the service is there, and ends connections whose other end is not. */
	async function keepAlive(): Promise<void> {
		for (const connection of connections) {
			if (!connection.isAlive) {
				connection.socket.terminate();
				continue;
			}
			connection.isAlive = false;
			connection.socket.ping();
			if (connection.isReady) {
				send(connection, `{"type":6}${separator}`);
			}
		}
		beat += 1;
		await (beat % beatsOfKey === 0 ? refuseGone() : null);
		await tellNews().catch(error => log.debug({err: error}, 'News could not be told'));
	}

	async function tellNews(): Promise<void> {
		for (const face of new Set([...connections].filter(each => each.isReady).map(each => each.face))) {
			const news = (await newsOf?.(face)) ?? [];
			sendAll(news, connection => connection.face === face);
		}
	}

	/** Ends the connections whose key is gone or may no longer be used here. While nobody can tell, they stay. */
	async function refuseGone(): Promise<void> {
		for (const [id, own] of Map.groupBy(connections, ({key}) => key.key.id)) {
			const key = await apiKeys.find(id).catch(() => undefined);
			const mayStay = ({face}: Connection) => key === undefined || (key && !isExpired(key, now()) && key.app?.faces.includes(face));
			for (const connection of own.filter(each => !mayStay(each))) {
				connection.socket.close(closing.policy);
			}
		}
	}

	function receive(connection: Connection, text: string, version: string): void {
		connection.isAlive = true;
		if (connection.isReady) {
			return;
		}
		if (!isGreeting(text)) {
			connection.socket.send(`{"error":"Only the protocol json in its version 1 is spoken here."}${separator}`);
			connection.socket.close(closing.policy);
			return;
		}
		send(connection, `{}${separator}`);
		connection.isReady = true;
		send(connection, framed({name: 'version', body: {version}}));
	}

	function begin(socket: WebSocket, {key, face, base, shelf, version}: Joining, leave: Leave): void {
		const connection: Connection = {socket, key, face, base, shelf, isReady: false, isAlive: true};
		connections.add(connection);
		const late = setTimeout(() => void (connection.isReady || socket.terminate()), handshakeMs).unref();
		socket.on('message', data => receive(connection, String(data), version));
		socket.on('pong', () => {
			connection.isAlive = true;
		});
		// What a client does wrong ends its connection.
		socket.on('error', () => socket.terminate());
		socket.once('close', () => {
			clearTimeout(late);
			connections.delete(connection);
			leavePlace(leave);
		});
	}

	function leavePlace(leave: Leave): void {
		leave();
		if (places.held() === 0) {
			stopListening?.();
		}
	}

	return {
		negotiate() {
			const id = randomUUID();
			const availableTransports = [{transport: 'WebSockets', transferFormats: ['Text']}];
			return {connectionId: id, connectionToken: id, negotiateVersion: 1, availableTransports};
		},
		async join(joining) {
			const {request, response} = joining;
			const head = upgradeHeadOf(request);
			if (head === null) {
				throw new FaceFailure(400, 'Here is a hub of SignalR, which speaks by WebSockets.');
			}
			// Taken before anything is waited for, so that many at once are not more.
			const leave = places.tryTake('');
			if (!leave) {
				throw new FaceFailure(503, `${maxConnections} programs are connected already.`, {'Retry-After': '60'});
			}
			const {socket} = request;
			try {
				listen();
				// Whoever is connected misses nothing.
				await Promise.all([events.listening(libraryStream), events.listening(queueStream)]);
			} catch (error) {
				leavePlace(leave);
				throw error;
			}
			if (socket.destroyed) {
				leavePlace(leave);
				return;
			}
			response.statusCode = 101;
			response.detachSocket(socket);
			response.emit('close');
			let isTaken = false;
			server.handleUpgrade(request, socket, head, upgraded => {
				isTaken = true;
				begin(upgraded, joining, leave);
			});
			// A request that is no handshake was refused by then.
			void (isTaken || leavePlace(leave));
		},
		tell: (sent, {face}) => sendAll([sent], connection => connection.face === face),
		close() {
			for (const {socket} of connections) {
				socket.send(`{"type":7,"allowReconnect":true}${separator}`);
				socket.close(closing.goingAway);
			}
			stopListening?.();
		},
	};
}

const placeKey = ({face, base}: Place) => `${face} ${base}`;

/** `{"protocol":"json","version":1}`, the first message of a client. */
function isGreeting(text: string): boolean {
	try {
		const {protocol, version} = JSON.parse(text.split(separator, 1)[0] ?? '') as {protocol?: unknown; version?: unknown};
		return protocol === 'json' && version === 1;
	} catch {
		return false;
	}
}
