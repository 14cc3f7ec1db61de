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
	/** Resolves once what is published reaches the listeners of `stream`; while Redis is away that is later. */
	listening<Events>(stream: Stream<Events>): Promise<void>;
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

/** In one step, so that readers hear events in the order of their ids, whoever publishes. */
const publishScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'event', ARGV[3], 'data', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], '{"id":"' .. id .. '","event":' .. cjson.encode(ARGV[3]) .. ',"data":' .. ARGV[4] .. '}')`;

export function createEventBus({producer, subscriber, prefix}: EventBusOptions): EventBus {
	// Pub/sub ignores database numbers and key prefixes: the channel carries the prefix itself.
	const keyOf = (stream: Stream<unknown>) => `${prefix}:events:${stream.channel}`;
	const listeners = new Map<string, Set<(event: StreamEvent) => void>>();
	const subscriptions = new Map<string, Promise<void>>();
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
			await producer.eval(publishScript, 1, keyOf(stream), keptEvents, keptSeconds, event, JSON.stringify(data));
		},
		subscribe(stream, listener) {
			const key = keyOf(stream);
			const of = listeners.get(key) ?? new Set();
			listeners.set(key, of.add(listener));
			if (!subscriptions.has(key)) {
				subscriptions.set(
					key,
					subscriber.subscribe(key).then(
						() => {},
						// The next listener tries again.
						() => void subscriptions.delete(key),
					),
				);
			}
			return () => of.delete(listener);
		},
		listening: stream => subscriptions.get(keyOf(stream)) ?? Promise.resolve(),
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
