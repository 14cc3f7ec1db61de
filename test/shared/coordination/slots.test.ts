import test from 'ava';
import {createSlots} from '#shared/coordination/slots.ts';
import {Cancelled, TooMany} from '#shared/errors.ts';

/** Takes slots, and notes who began. */
function noting(slots: ReturnType<typeof createSlots>) {
	const order: string[] = [];
	const take = async (caller: string, name: string, maxWaitMs?: number) => {
		const leave = await slots.take(caller, maxWaitMs);
		order.push(name);
		return leave;
	};
	return {order, take};
}

test('each caller has slots of his own, the next of his line takes one that is left', async t => {
	const slots = createSlots({maxOfCaller: 1, maxWaitingOfCaller: 2});
	const {order, take} = noting(slots);
	const first = await take('a', 'first');
	const [second, third] = [take('a', 'second'), take('a', 'third')];
	t.is(slots.waitingOf('a'), 2);
	await t.throwsAsync(take('a', 'fourth'), {instanceOf: TooMany, message: /^2 requests of this kind are already waiting/});
	await take('b', 'other');
	first();
	first();
	(await second)();
	(await third)();
	await take('a', 'last');
	t.deepEqual(order, ['first', 'other', 'second', 'third', 'last']);
	t.deepEqual([slots.heldBy('a'), slots.waitingOf('a'), slots.held()], [1, 0, 2]);
});

test('who leaves the line keeps nobody from waiting, and is not served', async t => {
	const slots = createSlots({maxOfCaller: 1, maxWaitingOfCaller: 2});
	const first = await slots.take('a');
	const leaving = new AbortController();
	const gone = [1, 2].map(() => slots.take('a', undefined, leaving.signal));
	await t.throwsAsync(slots.take('a'), {instanceOf: TooMany});
	leaving.abort();
	for (const each of gone) {
		await t.throwsAsync(each, {instanceOf: Cancelled});
	}
	t.is(slots.waitingOf('a'), 0);
	const next = slots.take('a');
	first();
	(await next)();
	t.deepEqual([slots.held(), slots.waitingOf('a')], [0, 0]);
});

test('callers have their turn one after another, however many of one wait', async t => {
	const slots = createSlots({max: 1});
	const {order, take} = noting(slots);
	const first = await take('a', 'a0');
	const waiting = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('b', 'b2'), take('c', 'c1')];
	first();
	await Promise.all(waiting.map(async each => (await each)()));
	t.deepEqual(order, ['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
	t.is(slots.held(), 0);
});

test('a caller with all slots of his own lets others go first', async t => {
	const slots = createSlots({max: 2, maxOfCaller: 1});
	const {order, take} = noting(slots);
	const [ofA, ofB] = [await take('a', 'a0'), await take('b', 'b0')];
	const [nextOfA, ofC] = [take('a', 'a1'), take('c', 'c0')];
	ofB();
	await ofC;
	t.deepEqual(order, ['a0', 'b0', 'c0']);
	ofA();
	await nextOfA;
	t.deepEqual([slots.heldBy('a'), slots.heldBy('c'), slots.held()], [1, 1, 2]);
});

test('a wait has a limit, after which the slot goes to the next', async t => {
	const slots = createSlots({maxOfCaller: 1, maxWaiting: 2, maxWaitMs: 60_000});
	const leave = await slots.take('a');
	await t.throwsAsync(slots.take('a', 1), {instanceOf: TooMany});
	const next = slots.take('a');
	const last = slots.take('a');
	await t.throwsAsync(slots.take('a'), {instanceOf: TooMany});
	leave();
	(await next)();
	await t.notThrowsAsync(last);
});

test('a slot that is left with a pause is free after it', async t => {
	const slots = createSlots({max: 1});
	const leave = await slots.take('a');
	const begun = performance.now();
	leave(40);
	t.is(slots.tryTake('b'), null);
	await slots.take('b');
	t.true(performance.now() - begun >= 39);
});

test('without waiting there is a slot or none, and who only counts always has one', t => {
	const slots = createSlots({max: 2, maxOfCaller: 1});
	const first = slots.tryTake('a');
	t.is(slots.tryTake('a'), null);
	t.not(slots.tryTake('b'), null);
	t.is(slots.tryTake('c'), null);
	first?.();
	t.not(slots.tryTake('c'), null);
	slots.hold('c');
	t.deepEqual([slots.heldBy('c'), slots.held()], [2, 3]);
});
