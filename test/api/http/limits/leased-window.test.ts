import test from 'ava';
import {createLeasedWindow} from '#api/http/limits/leased-window.ts';
import {createSlidingWindow, type SlidingWindow} from '#api/http/limits/sliding-window.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const limit = 100;

test('several processes let in as many as the limit says, or a twentieth more each, and do not ask every time', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const exact = createSlidingWindow({redis: producer, prefix, limit, windowMs: 60_000});
	let asked = 0;
	const counting: SlidingWindow = {
		...exact,
		hit: (key, served) => {
			asked += 1;
			return exact.hit(key, served);
		},
	};
	const processes = Array.from({length: 4}, () => createLeasedWindow(counting, limit));
	let letIn = 0;
	for (let n = 0; n < 160; n += 1) {
		const {hits} = await processes[n % processes.length]!.hit('a'); // there are four
		letIn += hits <= limit ? 1 : 0;
	}
	const most = limit + (processes.length * limit) / 20;
	t.true(letIn >= limit && letIn <= most, `${letIn} were let in`);
	t.true(asked < 140, `${asked} of 160 asked`);
});

test('one process lets in exactly as many as the limit says', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const window = createLeasedWindow(createSlidingWindow({redis: producer, prefix, limit, windowMs: 60_000}), limit);
	const hits: number[] = [];
	for (let n = 0; n < 105; n += 1) {
		hits.push((await window.hit('a')).hits);
	}
	t.deepEqual(hits, [...Array.from({length: 101}, (_, n) => n + 1), 101, 101, 101, 101]);
});

test('what was served by a lease is told even when the caller is silent then', async t => {
	const told: number[] = [];
	const recorded = Promise.withResolvers<void>();
	const window: SlidingWindow = {
		hit: async () => ({hits: 1, freeInMs: 60_000}),
		async record(_key, served) {
			told.push(served);
			recorded.resolve();
		},
	};
	const leased = createLeasedWindow(window, limit);
	await leased.hit('a');
	await leased.hit('a');
	await leased.hit('a');
	await Promise.race([recorded.promise, new Promise((_, reject) => setTimeout(reject, 5000, new Error('nothing was told')))]);
	t.deepEqual(told, [2]);
});
