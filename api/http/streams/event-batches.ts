import type {EventBus, Stream, StreamEvent} from '#shared/events/stream.ts';

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

export const asTold: Shown = event => event;

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
export function createEventBatches(events: EventBus, shown: Shown = asTold): (stream: Stream<unknown>, receiver: Receiver) => () => void {
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
