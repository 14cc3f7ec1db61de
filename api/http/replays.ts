import type {EventBus, Stream} from '#shared/events/stream.ts';
import {type FramedEvent, type Shown, toFrame} from './stream-client.ts';

/** Bytes of a replay for callers with credentials, and for others. Whoever missed more reads the list again. */
export const maxReplayBytes = {known: 1024 * 1024, stranger: 256 * 1024} as const;

/** The stored events of a stream in the form in which they are sent, oldest first. */
interface Tail {
	frames: FramedEvent[];
	bytes: number;
	/** Events are read one after another, each time those that came since. */
	reading: Promise<unknown>;
}

/** The events after this id; null if it is not stored (any more), or if they are larger than the limit. */
export type Replays = (stream: Stream<unknown>, lastId: string, maxBytes: number) => Promise<FramedEvent[] | null>;

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
