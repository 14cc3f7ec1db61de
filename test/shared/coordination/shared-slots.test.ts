import {setTimeout as pause} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import {Cancelled} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';
import {until} from '#test/helpers/until.ts';

const never = new AbortController().signal;

/** Two processes, and a slot that one at a time may have unless the test says otherwise. */
async function withSlots(t: ExecutionContext, limit = 1) {
	const {producer, prefix, url} = await withRedisClients(t);
	const second = openProducer(url, patientRedis);
	t.teardown(() => second.disconnect());
	const state = {limit};
	return {
		state,
		producer,
		prefix,
		url,
		slot: {name: 'seat', max: () => state.limit},
		slots: [createSharedSlots(producer, prefix), createSharedSlots(second, prefix)] as const,
		/** Tokens of those who hold a slot or wait for one. */
		known: async () => Promise.all(['holders', 'queue', 'waiting'].map(part => producer.zcard(`${prefix}:slots:seat:${part}`))),
	};
}

/** A work that lasts until it is told to end. */
function work() {
	const begun = Promise.withResolvers<AbortSignal>();
	const end = Promise.withResolvers<void>();
	return {
		begun: begun.promise,
		end: end.resolve,
		async run(lost: AbortSignal) {
			begun.resolve(lost);
			await end.promise;
		},
	};
}

test('the limit holds over two processes, and who comes first is served first', async t => {
	const {slots, slot, known} = await withSlots(t);
	const works = [work(), work(), work()];
	const order: number[] = [];
	const done: Promise<void>[] = [];
	for (const [index, each] of works.entries()) {
		const begin = (lost: AbortSignal) => {
			order.push(index);
			return each.run(lost);
		};
		done.push(slots[index % 2]!.within(slot, begin, never)); // there are two
		await until(async () => (await known()).slice(0, 2).reduce((sum, count) => sum + count, 0) === index + 1);
	}
	t.deepEqual(await known(), [1, 2, 2]);
	for (const each of works) {
		await each.begun;
		each.end();
	}
	await Promise.all(done);
	t.deepEqual(order, [0, 1, 2]);
	t.deepEqual(await known(), [0, 0, 0]);
});

test('a work that fails gives its slot back, and its failure on', async t => {
	const {slots, slot, known} = await withSlots(t);
	await t.throwsAsync(
		slots[0].within(slot, () => Promise.reject(new Error('It broke')), never),
		{message: 'It broke'},
	);
	t.deepEqual(await known(), [0, 0, 0]);
	t.is(await slots[1].within(slot, async () => 7, never), 7);
});

test('a raised limit counts for those who wait', async t => {
	const {slots, slot, state} = await withSlots(t);
	const [first, second] = [work(), work()];
	const one = slots[0].within(slot, first.run, never);
	await first.begun;
	const two = slots[1].within(slot, second.run, never);
	state.limit = 2;
	await second.begun;
	first.end();
	second.end();
	await Promise.all([one, two]);
	t.pass();
});

test('who stops waiting leaves nothing behind, and is never begun', async t => {
	const {slots, slot, known} = await withSlots(t);
	const first = work();
	const one = slots[0].within(slot, first.run, never);
	await first.begun;
	const stop = new AbortController();
	const two = slots[1].within(slot, async () => t.fail('It was begun'), stop.signal);
	await until(async () => (await known())[1] === 1);
	stop.abort();
	await t.throwsAsync(two, {instanceOf: Cancelled});
	await until(async () => (await known())[1] === 0);
	t.deepEqual(await known(), [1, 0, 0]);
	first.end();
	await one;
	await t.throwsAsync(
		slots[0].within(slot, async () => t.fail('It was begun'), AbortSignal.abort()),
		{instanceOf: Cancelled},
	);
	await until(async () => (await known()).every(count => count === 0));
	t.deepEqual(await known(), [0, 0, 0]);
});

test('a holder that cannot renew is forgotten, and told when it can be', async t => {
	const {producer, prefix, slot, url} = await withSlots(t);
	const {hostname, port, pathname, protocol} = new URL(url);
	const line = await tcpProxy(t, protocol === 'unix:' ? {path: pathname} : {host: hostname, port: Number(port)});
	const far = openProducer(`redis://127.0.0.1:${line.port}`);
	far.on('error', () => {});
	t.teardown(() => far.disconnect());
	const leaseMs = 1000;
	const first = work();
	const one = createSharedSlots(far, prefix, {leaseMs}).within(slot, first.run, never);
	const lost = await first.begun;
	await line.cut();
	const second = work();
	const two = createSharedSlots(producer, prefix, {leaseMs}).within(slot, second.run, never);
	await second.begun;
	await line.mend();
	if (!lost.aborted) {
		await new Promise(resolve => lost.addEventListener('abort', resolve));
	}
	t.true(lost.aborted);
	first.end();
	second.end();
	await Promise.all([one, two]);
});

test('a holder renews its lease while it works, so that nobody else begins', async t => {
	const {producer, prefix, slot} = await withSlots(t);
	// Long enough for a busy machine to renew it in time.
	const slots = createSharedSlots(producer, prefix, {leaseMs: 30_000});
	const first = work();
	const one = slots.within(slot, first.run, never);
	const lost = await first.begun;
	const endOfLease = async () => (await producer.zrange(`${prefix}:slots:seat:holders`, '0', '0', 'WITHSCORES'))[1];
	const firstEnd = await endOfLease();
	const stop = new AbortController();
	const two = slots.within(slot, async () => t.fail('Two at once'), stop.signal);
	await until(async () => Number(await endOfLease()) > Number(firstEnd));
	t.false(lost.aborted);
	stop.abort();
	await t.throwsAsync(two, {instanceOf: Cancelled});
	first.end();
	await one;
});

test('of fifty at once never more work than may', async t => {
	const {slots, slot} = await withSlots(t, 3);
	let now = 0;
	let largest = 0;
	let done = 0;
	await Promise.all(
		Array.from({length: 50}, (_, index) =>
			slots[index % 2]!.within(
				// there are two
				slot,
				async () => {
					now += 1;
					largest = Math.max(largest, now);
					await pause(5);
					now -= 1;
					done += 1;
				},
				never,
			),
		),
	);
	t.is(done, 50);
	t.is(largest, 3);
});

test('slots of different names do not wait for each other', async t => {
	const {slots, slot} = await withSlots(t);
	const first = work();
	const one = slots[0].within(slot, first.run, never);
	await first.begun;
	t.is(await slots[1].within({...slot, name: 'other'}, async () => 1, never), 1);
	first.end();
	await one;
});
