import test from 'ava';
import type {Stream, StreamEvent} from '#shared/events/stream.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const words: Stream<{said: {word: string}}> = {channel: 'words'};

test('many events are heard and kept in their order', async t => {
	const {events, producer, subscriber, prefix} = await withRedisClients(t);
	const sent = Array.from({length: 450}, (_, n) => ({word: `"${n}" said he`}));
	const heard: StreamEvent[] = [];
	const all = Promise.withResolvers<void>();
	events.subscribe(words, event => {
		heard.push(event);
		if (heard.length === sent.length) {
			all.resolve();
		}
	});
	await subscriber.subscribe('ready');
	await events.publishMany(words, 'said', sent);
	await all.promise;
	t.deepEqual(
		heard.map(({data}) => data),
		sent,
	);
	const kept = await producer.xrange(`${prefix}:events:words`, '-', '+');
	t.deepEqual(
		kept.map(([id]) => id),
		heard.map(({id}) => id),
	);
	t.true((await producer.ttl(`${prefix}:events:words`)) > 0);
});

test('no events are no work', async t => {
	const {events, producer, prefix} = await withRedisClients(t);
	await events.publishMany(words, 'said', []);
	t.is(await producer.exists(`${prefix}:events:words`), 0);
});
