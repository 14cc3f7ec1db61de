import type {Response} from 'express';
import {isAfter, type StreamEvent} from '#shared/events/stream.ts';
import {type EventBatch, type FramedEvent, toFrame} from './event-batches.ts';

export interface StreamClient {
	write(text: string | Buffer): void;
	receive(batch: EventBatch): void;
	/** Sends the missed events, and then what was held back. Null means that the missed events are unknown. */
	release(missed: readonly StreamEvent[] | null): void;
}

/** Maximum bytes waiting for one client; a slower reader is disconnected. */
const mostBacklog = 1024 * 1024;

/**
 * Holds live events back until the replay is written, and never writes an event twice. `wants` filters the events; null
 * means all of them.
 */
export function createStreamClient(response: Response, wants: ((event: StreamEvent) => boolean) | null): StreamClient {
	let held: EventBatch[] | null = [];
	let lastSent = '';
	const isNew = ({event: {id}}: FramedEvent) => lastSent === '' || isAfter(id, lastSent);

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

	function sendAll(events: readonly FramedEvent[]): void {
		const fresh = events.filter(framed => isNew(framed) && (wants === null || wants(framed.event)));
		lastSent = fresh.at(-1)?.event.id ?? lastSent;
		if (fresh.length > 0) {
			write(fresh.map(({text}) => text).join(''));
		}
	}

	function send({events, whole}: EventBatch): void {
		const [first] = events;
		if (wants !== null || first === undefined || !isNew(first)) {
			sendAll(events);
			return;
		}
		lastSent = events.at(-1)!.event.id; // there is a first one
		write(whole);
	}

	return {
		write,
		receive(batch) {
			if (held) {
				held.push(batch);
				return;
			}
			send(batch);
		},
		release(missed) {
			if (!missed) {
				write('event: reset\ndata: {}\n\n');
			}
			const waiting = held ?? [];
			held = null;
			sendAll((missed ?? []).map(toFrame));
			waiting.forEach(send);
		},
	};
}
