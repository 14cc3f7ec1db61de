import type {Response} from 'express';
import {isAfter, type StreamEvent} from '#shared/events/stream.ts';
import {type EventBatch, type FramedEvent, toFrame} from './event-batches.ts';

export interface StreamClient {
	write(text: string | Buffer): void;
	receive(batch: EventBatch): void;
	/** Shows that the connection is alive, and up to which event nothing is missed. */
	beat(): void;
	/** Sends what the client missed, and then what was held back. */
	release(missed: Missed): void;
}

export interface Missed {
	/** Null means that nobody knows what was missed. */
	events: readonly StreamEvent[] | null;
	/** Id of the last event that was published before `events`. */
	lastId: string | null;
	/** Whether the client has received that one. */
	isContinued: boolean;
}

/** Maximum bytes waiting for one client; a slower reader is disconnected. */
const mostBacklog = 1024 * 1024;

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
		if (response.writableLength > mostBacklog) {
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
			replayed = isContinued ? (events?.at(-1)?.id ?? lastId) : null;
			sendWanted((events ?? []).map(toFrame));
			waiting.forEach(send);
		},
	};
}
