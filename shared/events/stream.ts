import type {Redis} from 'ioredis';

/** The events behind one SSE endpoint: event name -> data. */
export interface Stream<Events> {
	channel: string;
	/** Binds the event types to the stream; never set. */
	readonly events?: Events;
}

export interface StreamEvent {
	/** Id in the Redis stream, `<ms>-<n>`; a reader sends it back as Last-Event-ID. */
	id: string;
	event: string;
	data: unknown;
}

export interface EventBus {
	publish<Events, Name extends keyof Events & string>(stream: Stream<Events>, event: Name, data: Events[Name]): Promise<void>;
	/** Publishes many events of one kind in order, with few round trips. */
	publishMany<Events, Name extends keyof Events & string>(stream: Stream<Events>, event: Name, all: readonly Events[Name][]): Promise<void>;
	/** Returns a function that unsubscribes. `listener` is called in order of publication. */
	subscribe<Events>(stream: Stream<Events>, listener: (event: StreamEvent) => void): () => void;
	/** Resolves once published events reach the listeners of `stream`. While Redis is away, this is delayed. */
	listening<Events>(stream: Stream<Events>): Promise<void>;
	/** The stored events from this id on, it included if it is still stored; all of them for null. */
	storedFrom<Events>(stream: Stream<Events>, id: string | null): Promise<StreamEvent[]>;
	/** Id of the last stored event; `0-0` when none is stored. */
	lastId<Events>(stream: Stream<Events>): Promise<string>;
}

export interface EventBusOptions {
	producer: Redis;
	/** Connection in subscriber mode; one per process serves all readers. */
	subscriber: Redis;
	prefix: string;
}

const maxEvents = 1000;
const ttlSeconds = 600;

/** Events that one script publishes. Redis is blocked meanwhile, so there must not be too many. */
const batchSize = 200;

/** One atomic step, so readers receive events in the order of their ids, even with several publishers. */
const publishScript = `
local event = cjson.encode(ARGV[3])
for i = 4, #ARGV do
	local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'event', ARGV[3], 'data', ARGV[i])
	redis.call('PUBLISH', KEYS[1], '{"id":"' .. id .. '","event":' .. event .. ',"data":' .. ARGV[i] .. '}')
end
redis.call('EXPIRE', KEYS[1], ARGV[2])`;

export function createEventBus({producer, subscriber, prefix}: EventBusOptions): EventBus {
	// Pub/sub ignores database numbers and key prefixes, so the channel name includes the prefix.
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

	async function publishAll(stream: Stream<unknown>, event: string, all: readonly unknown[]): Promise<void> {
		const texts = all.map(data => JSON.stringify(data));
		await producer.eval(publishScript, 1, keyOf(stream), maxEvents, ttlSeconds, event, ...texts);
	}

	async function storedFrom(stream: Stream<unknown>, id: string | null): Promise<StreamEvent[]> {
		const rows = await producer.xrange(keyOf(stream), id ?? '-', '+');
		return rows.map(([rowId, [, event = '', , data = 'null']]) => ({id: rowId, event, data: JSON.parse(data) as unknown}));
	}

	return {
		publish: (stream, event, data) => publishAll(stream, event, [data]),
		async publishMany(stream, event, all) {
			for (let start = 0; start < all.length; start += batchSize) {
				await publishAll(stream, event, all.slice(start, start + batchSize));
			}
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
						// The next listener will try again.
						() => void subscriptions.delete(key),
					),
				);
			}
			return () => of.delete(listener);
		},
		listening: stream => subscriptions.get(keyOf(stream)) ?? Promise.resolve(),
		storedFrom,
		async lastId(stream) {
			const [last] = await producer.xrevrange(keyOf(stream), '+', '-', 'COUNT', 1);
			return last?.[0] ?? '0-0';
		},
	};
}

/** Is stream id `a` later than `b`? */
export function isAfter(a: string, b: string): boolean {
	const [aTime = 0, aNumber = 0] = a.split('-').map(Number);
	const [bTime = 0, bNumber = 0] = b.split('-').map(Number);
	return aTime > bTime || (aTime === bTime && aNumber > bNumber);
}
