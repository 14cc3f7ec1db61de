import type {Response} from 'express';
import {type EventBus, isAfter, type Stream, type StreamEvent} from '#shared/events/stream.ts';

export interface StreamClient {
	write(text: string | Buffer): void;
	receive(batch: EventBatch): void;
	/** Shows that the connection is alive, and up to which event nothing is missed. */
	beat(): void;
	/** Sends what the client missed, and then what was held back. */
	release(missed: Missed): void;
}

export interface Missed {
	/** Null means that it is unknown what was missed. */
	events: readonly FramedEvent[] | null;
	/** Id of the last event that was published before `events`. */
	lastId: string | null;
	/** Whether the client has received that one. */
	isContinued: boolean;
}

/** Maximum bytes waiting for one client; a slower reader is disconnected. */
const maxBacklog = 1024 * 1024;

/**
 * Holds live events back until the replay is written, and never writes an event twice. `wants` filters the events; null
 * means all of them.
 */
export function createStreamClient(response: Response, wants: ((event: StreamEvent) => boolean) | null): StreamClient {
	let held: EventBatch[] | null = [];
	/**
	 * The last event that was replayed. Null once a later one was sent: from then on all are new, although their ids
	 * begin lower again when Redis has lost its events and a clock was set back.
	 */
	let replayed: string | null = null;
	/** The last event, if it was one that the client does not want: it comes back with the id. */
	let passed: string | null = null;

	function write(text: string | Buffer): void {
		if (response.destroyed || response.writableEnded) {
			return;
		}
		if (response.writableLength > maxBacklog) {
			response.destroy();
			return;
		}
		response.write(text);
	}

	function sendWanted(events: readonly FramedEvent[]): void {
		const texts = events.filter(({event}) => wants === null || wants(event)).map(({text}) => text);
		const last = events.at(-1)?.event;
		if (last) {
			passed = wants?.(last) === false ? last.id : null;
		}
		if (texts.length > 0) {
			write(texts.join(''));
		}
	}

	function send({events, whole}: EventBatch): void {
		const last = replayed;
		const fresh = last === null ? events : events.filter(({event: {id}}) => isAfter(id, last));
		if (fresh.length === 0) {
			return;
		}
		replayed = null;
		if (wants === null && fresh.length === events.length) {
			write(whole);
			return;
		}
		sendWanted(fresh);
	}

	return {
		write,
		beat() {
			write(`: still here\n${passed === null ? '' : `id: ${passed}\n`}\n`);
			passed = null;
		},
		receive(batch) {
			if (held) {
				held.push(batch);
				return;
			}
			send(batch);
		},
		release({events, lastId, isContinued}) {
			if (!events) {
				write('event: reset\ndata: {}\n\n');
			}
			const waiting = held ?? [];
			held = null;
			replayed = isContinued ? (events?.at(-1)?.event.id ?? lastId) : null;
			sendWanted(events ?? []);
			waiting.forEach(send);
		},
	};
}

/** An event as it is sent. */
export interface FramedEvent {
	event: StreamEvent;
	text: string;
}

/** Events that are sent together, oldest first. `whole` is the text of all of them. */
export interface EventBatch {
	events: readonly FramedEvent[];
	whole: Buffer;
}

/** How an event is shown to some of the clients. */
export type Shown = (event: StreamEvent) => StreamEvent;

export const unchanged: Shown = event => event;

type Receiver = (batch: EventBatch) => void;

interface Channel {
	receivers: Set<Receiver>;
	unsubscribe(): void;
}

/**
 * Milliseconds for which events are gathered after a batch was sent. An event after a quiet time is sent at once.
 * Writing each event separately to a thousand clients takes more than one core.
 */
const gatherMs = 40;

/**
 * Gives all receivers of a stream the same batches, so an event becomes text once and not once per client. Returns a
 * function that adds a receiver; that one returns a function that removes it.
 */
export function createEventBatches(
	events: EventBus,
	shown: Shown = unchanged,
): (stream: Stream<unknown>, receiver: Receiver) => () => void {
	const channels = new Map<string, Channel>();

	function open(stream: Stream<unknown>): Channel {
		const receivers = new Set<Receiver>();
		const take = gather(batch => {
			for (const receive of receivers) {
				receive(batch);
			}
		});
		const channel = {receivers, unsubscribe: events.subscribe(stream, event => take(shown(event)))};
		channels.set(stream.channel, channel);
		return channel;
	}

	return (stream, receiver) => {
		const channel = channels.get(stream.channel) ?? open(stream);
		channel.receivers.add(receiver);
		return () => {
			channel.receivers.delete(receiver);
			if (channel.receivers.size === 0 && channels.get(stream.channel) === channel) {
				channels.delete(stream.channel);
				channel.unsubscribe();
			}
		};
	};
}

export function toFrame(event: StreamEvent): FramedEvent {
	return {event, text: `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`};
}

function toBatch(events: readonly FramedEvent[]): EventBatch {
	return {events, whole: Buffer.from(events.map(({text}) => text).join(''))};
}

function gather(send: Receiver): (event: StreamEvent) => void {
	let gathered: FramedEvent[] = [];
	let timer: NodeJS.Timeout | null = null;
	const flush = () => {
		const due = gathered;
		gathered = [];
		timer = due.length > 0 ? setTimeout(flush, gatherMs) : null;
		if (due.length > 0) {
			send(toBatch(due));
		}
	};
	return event => {
		gathered.push(toFrame(event));
		timer ?? flush();
	};
}
