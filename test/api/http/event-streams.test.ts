import type {ExecutionContext} from 'ava';
import test from 'ava';
import {createReplays} from '#api/http/event-streams.ts';
import type {Shown} from '#api/http/stream-client.ts';
import type {Stream} from '#shared/events/stream.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const words: Stream<{said: {word: string}}> = {channel: 'words'};
const plenty = 1024 * 1024;

async function withReplays(t: ExecutionContext) {
	const {events, producer, prefix} = await withRedisClients(t);
	let framed = 0;
	const shown: Shown = event => {
		framed += 1;
		return event;
	};
	const replays = createReplays(events, shown);
	const publish = (...all: string[]) =>
		events.publishMany(
			words,
			'said',
			all.map(word => ({word})),
		);
	return {
		publish,
		framed: () => framed,
		ids: async () => (await events.storedFrom(words, null)).map(({id}) => id),
		forget: () => producer.del(`${prefix}:events:words`),
		/** The words after an id. */
		async after(id: string, maxBytes = plenty) {
			const frames = await replays(words, id, maxBytes);
			return frames?.map(({event}) => (event.data as {word: string}).word) ?? null;
		},
	};
}

test('what was missed becomes text once, whoever asks for it', async t => {
	const {publish, ids, after, framed} = await withReplays(t);
	await publish('one', 'two', 'three');
	const [first = '', second = '', third = ''] = await ids();
	t.deepEqual(await Promise.all([first, second, third].map(id => after(id))), [['two', 'three'], ['three'], []]);
	await publish('four');
	t.deepEqual(await after(second), ['three', 'four']);
	t.is(framed(), 4);
});

test('an id that is not stored, or not any more, is answered with nothing', async t => {
	const {publish, ids, after, forget} = await withReplays(t);
	t.is(await after('0-0'), null);
	await publish('one', 'two');
	const [first = ''] = await ids();
	t.is(await after('5-0'), null);
	t.deepEqual(await after(first), ['two']);
	await forget();
	t.is(await after(first), null);
	await publish('new');
	t.is(await after(first), null);
	t.deepEqual(await after((await ids())[0] ?? ''), []);
});

test('a replay has a limit of bytes', async t => {
	const {publish, ids, after} = await withReplays(t);
	await publish('one', 'x'.repeat(1000), 'é'.repeat(1000), 'four');
	const [first = '', second = '', third = ''] = await ids();
	t.is(await after(first, 3000), null);
	t.is((await after(second, 3000))?.length, 2);
	t.is(await after(second, 2000), null);
	t.deepEqual(await after(third, 200), ['four']);
});

test('no more is stored than the largest replay has', async t => {
	const {publish, ids, after} = await withReplays(t);
	await publish('one', 'two', ...Array.from({length: 12}, (_, index) => `${index}`.padEnd(100_000, '.')));
	const [first = '', , third = ''] = await ids();
	t.is(await after(first, Number.POSITIVE_INFINITY), null);
	t.is(await after(third, Number.POSITIVE_INFINITY), null);
	t.is((await after((await ids())[6] ?? ''))?.length, 7);
});
