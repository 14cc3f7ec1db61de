import test from 'ava';
import {isAfter, type Stream, type StreamEvent} from '#shared/events/stream.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const words: Stream<{said: {word: string}}> = {channel: 'words'};

test('a listener hears events with their ids, in order', async t => {
	const {events, subscriber} = await withRedisClients(t);
	const heard: StreamEvent[] = [];
	const both = Promise.withResolvers<void>();
	events.subscribe(words, event => {
		heard.push(event);
		if (heard.length === 2) {
			both.resolve();
		}
	});
	await subscriber.subscribe('ready');
	await events.publish(words, 'said', {word: 'one'});
	await events.publish(words, 'said', {word: 'two'});
	await both.promise;
	t.deepEqual(
		heard.map(({data}) => data),
		[{word: 'one'}, {word: 'two'}],
	);
	t.true(isAfter(heard[1]!.id, heard[0]!.id));
});

test('what was missed is read from the last id on', async t => {
	const {events, producer, prefix} = await withRedisClients(t);
	await events.publish(words, 'said', {word: 'one'});
	const [[firstId]] = (await producer.xrange(`${prefix}:events:words`, '-', '+')) as [[string, string[]]];
	await events.publish(words, 'said', {word: 'two'});
	const wordsFrom = async (id: string | null) => (await events.storedFrom(words, id)).map(({data}) => data);
	t.deepEqual(await wordsFrom(firstId), [{word: 'one'}, {word: 'two'}]);
	t.deepEqual(await wordsFrom('9999999999999-0'), []);
	t.deepEqual(await wordsFrom(null), [{word: 'one'}, {word: 'two'}]);
});

test('ids are compared by time, then by number', t => {
	t.true(isAfter('10-0', '9-5'));
	t.true(isAfter('10-2', '10-1'));
	t.false(isAfter('10-1', '10-1'));
});
