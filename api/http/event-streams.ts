import {setTimeout as pause} from 'node:timers/promises';
import type {Request, RequestHandler, Response} from 'express';
import type {Connection} from 'mongoose';
import mongoose from 'mongoose';
import {createLocalRate} from '#shared/coordination/rate.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {Invalid, TooMany} from '#shared/errors.ts';
import type {EventBus, Stream, StreamEvent} from '#shared/events/stream.ts';
import type {Authentication} from './access/authenticate.ts';
import {callerOf, limitKey} from './access/callers.ts';
import {createEventBatches, createStreamClient, type FramedEvent, type Missed, type Shown, toFrame, unchanged} from './stream-client.ts';

interface RelayOptions {
	/** Filters events for this client; all are sent if it is not given. */
	wants?: (event: StreamEvent) => boolean;
	/** The part of an event that this client sees. Clients that see the same must have the same function. */
	shown?: Shown;
}

export interface Relays {
	/**
	 * Sends the events of `stream` to this client until it disconnects, or its key or session is gone. Throws TooMany
	 * for a client that has too many streams.
	 */
	relay<Events>(stream: Stream<Events>, client: {request: Request; response: Response}, options?: RelayOptions): Promise<void>;
	/** Ends all streams. Clients reconnect by themselves and are checked again. */
	endAll(): void;
}

const heartbeatMs = 15_000;
const usualRecheckMs = 45_000;
const wellFormedId = /^\d{1,16}-\d{1,16}$/;
const retryMs = 3000;
/** Milliseconds after which clients come back when all streams end, and by which each of them extends that range. */
const soonestMs = 1000;
const latestMs = 10_000;
const spreadMs = 10;
/** Milliseconds of the window in which replays of a caller are counted, and how many of them do not wait. */
const windowMs = 10_000;
const promptReplays = 10;
/** Milliseconds by which each further one comes later. */
const slowerReplayMs = 100;
const slowestReplayMs = 5000;

interface RelayParts {
	events: EventBus;
	slots: StreamSlots;
	isStillKnown: Authentication['isStillKnown'];
	/** Milliseconds between two checks of the same caller; a stream ends within a minute after its key or session. */
	recheckMs?: number;
	/** How long a client waits for the first subscription to its stream, in milliseconds. */
	subscriptionMs: number;
}

/** Server-Sent Events from the event bus; all clients of a process share its one Redis subscription. */
export function createRelays({events, slots, isStillKnown, recheckMs = usualRecheckMs, subscriptionMs}: RelayParts): Relays {
	const open = new Set<Response>();
	const views = new Map<Shown, {batches: ReturnType<typeof createEventBatches>; replays: Replays}>();
	const replaysAsked = createLocalRate(windowMs);

	function viewOf(shown: Shown) {
		const known = views.get(shown) ?? {batches: createEventBatches(events, shown), replays: createReplays(events, shown)};
		views.set(shown, known);
		return known;
	}

	/** A client that reconnects very often waits longer each time for the events it missed. */
	async function waitForReplay(request: Request, response: Response): Promise<void> {
		const excess = replaysAsked.hit(limitKey(request, response)) - promptReplays;
		if (excess > 0) {
			await pause(Math.min(slowestReplayMs, excess * slowerReplayMs));
		}
	}

	async function relay<Events>(
		stream: Stream<Events>,
		{request, response}: {request: Request; response: Response},
		{wants, shown = unchanged}: RelayOptions = {},
	): Promise<void> {
		const lastId = lastEventId(request);
		if (request.method !== 'HEAD') {
			await slots.take(request, response);
			await (lastId === null ? undefined : waitForReplay(request, response));
		}
		begin(response);
		if (request.method === 'HEAD') {
			response.end();
			return;
		}
		if (response.destroyed) {
			// The client left while it was being checked, so its end will not be reported again.
			return;
		}
		const client = createStreamClient(response, wants ?? null);
		const {batches, replays} = viewOf(shown);
		const unsubscribe = batches(stream, client.receive);
		const heartbeat = setInterval(client.beat, heartbeatMs);
		const recheck = setInterval(() => endUnknown(request, response), recheckMs);
		open.add(response);
		response.on('close', () => {
			clearInterval(heartbeat);
			clearInterval(recheck);
			unsubscribe();
			open.delete(response);
		});
		try {
			await withinLimit(events.listening(stream), subscriptionMs, undefined);
			const maxBytes = callerOf(response) ? maxReplayBytes.known : maxReplayBytes.stranger;
			const missed = await missedSince(stream, lastId, id => replays(stream, id, maxBytes));
			// The comment tells the client that it misses nothing from now on. With the id it can come back before its
			// first event.
			client.write(`retry: ${retryMs}\n: listening\n${missed.lastId === null ? '' : `id: ${missed.lastId}\n`}\n`);
			client.release(missed);
		} catch {
			// Without Redis nothing can be replayed; the client retries with the same id.
			client.write(`retry: ${retryMs}\n\n`);
			response.end();
		}
	}

	/** A stream outlives the check of its caller. While the database is away, no stream is closed. */
	function endUnknown(request: Request, response: Response): void {
		const caller = callerOf(response);
		const isKnown = caller ? isStillKnown(request, caller).catch(() => true) : Promise.resolve(true);
		isKnown.then(known => known || response.end());
	}

	async function missedSince(
		stream: Stream<unknown>,
		lastId: string | null,
		replay: (lastId: string) => Promise<FramedEvent[] | null>,
	): Promise<Missed> {
		if (lastId === null) {
			return {events: [], lastId: await events.lastId(stream).catch(() => null), isContinued: false};
		}
		const missed = await replay(lastId);
		return missed ? {events: missed, lastId, isContinued: true} : {events: null, lastId: await events.lastId(stream), isContinued: false};
	}

	return {
		relay,
		endAll() {
			const range = Math.min(latestMs - soonestMs, open.size * spreadMs);
			for (const response of open) {
				// All at the same moment would keep everybody waiting.
				response.end(`retry: ${Math.round(soonestMs + Math.random() * range)}\n\n`);
			}
		},
	};
}

function lastEventId(request: Request): string | null {
	const id = request.get('last-event-id');
	if (!id) {
		return null;
	}
	if (!wellFormedId.test(id)) {
		throw new Invalid('validation_failed', 'The header Last-Event-ID is not one of our event ids.', [
			{path: 'Last-Event-ID', message: 'must be the id of an event of this stream'},
		]);
	}
	return id;
}

function begin(response: Response): void {
	response.status(200).set({
		'Content-Type': 'text/event-stream; charset=utf-8',
		'Cache-Control': 'no-cache, no-transform',
		'X-Accel-Buffering': 'no',
	});
	response.flushHeaders();
}

/** Share of them that callers without credentials may hold, from all addresses together. */
const strangersShare = 0.75;
/** A caller's streams that open at once. Each further one takes longer, so that opening many delays nobody else. */
const promptStreams = 4;
/** Milliseconds. */
const slowerMs = 25;
const slowestMs = 500;
/** Seconds. */
const retryAfter = 30;

/** Counts the open streams of this process, so that no caller uses up its connections. */
interface StreamSlots {
	/** Holds a place until the response ends, and waits until it may open. Throws TooMany `too_many_streams`. */
	take(request: Request, response: Response): Promise<void>;
}

interface SlotOptions {
	maxPerCaller: () => number;
	/** Of all callers. */
	maxStreams: number;
}

export function createStreamSlots({maxPerCaller, maxStreams}: SlotOptions): StreamSlots {
	const [held, ofStrangers] = [createSlots(), createSlots()];

	return {
		async take(request, response) {
			if (response.destroyed) {
				// Its end will not be reported again.
				return;
			}
			const key = limitKey(request, response);
			const isStranger = callerOf(response) === null;
			const open = held.heldBy(key);
			if (open >= maxPerCaller()) {
				const who = isStranger ? 'Your address has' : 'You have';
				throw new TooMany('too_many_streams', `${who} ${open} event streams open already. Close one first.`, retryAfter);
			}
			if (held.held() >= maxStreams || (isStranger && ofStrangers.held() >= maxStreams * strangersShare)) {
				throw new TooMany('too_many_streams', `The service has ${held.held()} event streams open already. Try again later.`, retryAfter);
			}
			const leave = held.hold(key);
			const leaveStrangers = isStranger ? ofStrangers.hold(key) : () => {};
			response.once('close', () => {
				leave();
				leaveStrangers();
			});
			await pause(Math.min(slowestMs, Math.max(0, open + 1 - promptStreams) * slowerMs));
		},
	};
}

/** Milliseconds. */
const longestWait = 10_000;
const probeMs = 100;

/**
 * A browser's EventSource gives up for good when it is refused. So streams that are asked for while this process
 * starts, because those of the last one have ended, wait until their callers can be looked up.
 */
export function createDatabaseWait(connection: Pick<Connection, 'readyState'>): RequestHandler {
	let wasThere = false;
	return async (_request, response, next) => {
		const until = performance.now() + longestWait;
		while (!(wasThere || response.destroyed) && performance.now() < until) {
			wasThere = connection.readyState === mongoose.ConnectionStates.connected;
			await (wasThere ? undefined : pause(probeMs));
		}
		next();
	};
}

/** Bytes of a replay for callers with credentials, and for others. Whoever missed more reads the list again. */
const maxReplayBytes = {known: 1024 * 1024, stranger: 256 * 1024} as const;

/** The stored events of a stream in the form in which they are sent, oldest first. */
interface Tail {
	frames: FramedEvent[];
	bytes: number;
	/** Events are read one after another, each time those that came since. */
	reading: Promise<unknown>;
}

/** The events after this id; null if it is not stored (any more), or if they are larger than the limit. */
type Replays = (stream: Stream<unknown>, lastId: string, maxBytes: number) => Promise<FramedEvent[] | null>;

/**
 * The events that callers missed. Each event is read and serialised once, not once for each caller: anybody may ask for
 * a thousand of them as often as they like.
 */
export function createReplays(events: Pick<EventBus, 'storedFrom'>, shown: Shown): Replays {
	const tails = new Map<string, Tail>();

	async function readOn(stream: Stream<unknown>, tail: Tail): Promise<void> {
		const last = tail.frames.at(-1)?.event.id ?? null;
		const rows = last === null ? [] : await events.storedFrom(stream, last);
		const isContinued = last !== null && rows[0]?.id === last;
		const fresh = isContinued ? rows.slice(1) : await events.storedFrom(stream, null);
		if (!isContinued) {
			[tail.frames, tail.bytes] = [[], 0];
		}
		for (const event of fresh) {
			const frame = toFrame(shown(event));
			tail.frames.push(frame);
			tail.bytes += frame.text.length;
		}
		while (tail.bytes > maxReplayBytes.known) {
			tail.bytes -= tail.frames.shift()?.text.length ?? 0;
		}
	}

	return async (stream, lastId, maxBytes) => {
		const tail = tails.get(stream.channel) ?? {frames: [], bytes: 0, reading: Promise.resolve()};
		tails.set(stream.channel, tail);
		const reading = tail.reading.catch(() => {}).then(() => readOn(stream, tail));
		tail.reading = reading;
		await reading;
		const index = tail.frames.findLastIndex(({event}) => event.id === lastId);
		const missed = tail.frames.slice(index + 1);
		const bytes = missed.reduce((sum, {text}) => sum + Buffer.byteLength(text), 0);
		return index < 0 || bytes > maxBytes ? null : missed;
	};
}
