import type {Redis} from 'ioredis';

/** The set of events behind one SSE endpoint: event name -> its data. */
export interface Stream<Events> {
	channel: string;
	/** Ties the events' types to the stream; never set. */
	readonly events?: Events;
}

export interface StreamEvent {
	/** Of the Redis stream, `<ms>-<n>`: what a reader sends back as Last-Event-ID. */
	id: string;
	event: string;
	data: unknown;
}

export interface EventBus {
	publish<Events, Name extends keyof Events & string>(stream: Stream<Events>, event: Name, data: Events[Name]): Promise<void>;
	/** Answers the way to stop. `listener` is called in order of publication. */
	subscribe<Events>(stream: Stream<Events>, listener: (event: StreamEvent) => void): () => void;
	/** The kept events after `id`, or null when it is too old to tell what was missed. */
	since<Events>(stream: Stream<Events>, id: string): Promise<StreamEvent[] | null>;
}

export interface EventBusOptions {
	producer: Redis;
	/** In subscriber mode; one a process serves all its readers. */
	subscriber: Redis;
	prefix: string;
}

const keptEvents = 1000;
const keptSeconds = 600;

export function createEventBus({producer, subscriber, prefix}: EventBusOptions): EventBus {
	// Pub/sub ignores database numbers and key prefixes: the channel carries the prefix itself.
	const keyOf = (stream: Stream<unknown>) => `${prefix}:events:${stream.channel}`;
	const listeners = new Map<string, Set<(event: StreamEvent) => void>>();
	subscriber.on('message', (channel: string, text: string) => {
		const of = listeners.get(channel);
		if (of) {
			const event = JSON.parse(text) as StreamEvent;
			for (const listener of of) {
				listener(event);
			}
		}
	});

	return {
		async publish(stream, event, data) {
			const key = keyOf(stream);
			const text = JSON.stringify(data);
			const id = await producer.xadd(key, 'MAXLEN', '~', keptEvents, '*', 'event', event, 'data', text);
			await producer
				.multi()
				.expire(key, keptSeconds)
				.publish(key, `{"id":${JSON.stringify(id)},"event":${JSON.stringify(event)},"data":${text}}`)
				.exec();
		},
		subscribe(stream, listener) {
			const key = keyOf(stream);
			const of = listeners.get(key) ?? new Set();
			listeners.set(key, of.add(listener));
			if (of.size === 1) {
				subscriber.subscribe(key).catch(() => {});
			}
			return () => of.delete(listener);
		},
		async since(stream, id) {
			const key = keyOf(stream);
			const [oldest] = await producer.xrange(key, '-', '+', 'COUNT', 1);
			if (!oldest || isAfter(oldest[0], id)) {
				return null;
			}
			const rows = await producer.xrange(key, `(${id}`, '+');
			return rows.map(([rowId, [, event = '', , data = 'null']]) => ({id: rowId, event, data: JSON.parse(data) as unknown}));
		},
	};
}

/** Is stream id `a` later than `b`? */
export function isAfter(a: string, b: string): boolean {
	const [aTime = 0, aNumber = 0] = a.split('-').map(Number);
	const [bTime = 0, bNumber = 0] = b.split('-').map(Number);
	return aTime > bTime || (aTime === bTime && aNumber > bNumber);
}
