import {once} from 'node:events';
import test from 'ava';
import {createLeases, type Leases} from '#shared/coordination/lease.ts';
import {type Clock, lostAfter, renewedAfter} from '#shared/coordination/wait.ts';
import {Cancelled} from '#shared/errors.ts';
import {withStores} from '#test/helpers/stores.ts';
import {until} from '#test/helpers/until.ts';

const {signal} = new AbortController();
const minute = 60_000;
const isFree = (leases: Leases, key: string) => leases.whenFree(key, {signal, maxWaitMs: 0});

test('of many who ask at once one gets the lease, and the next one after its release', async t => {
	const {leases} = (await withStores(t)).stores;
	const taken = await Promise.all([1, 2, 3, 4].map(() => leases.try('key')));
	const [lease, ...others] = taken.filter(each => each !== null);
	t.deepEqual(others, []);
	t.false(await isFree(leases, 'key'));
	t.is(await leases.try('key'), null);
	t.not(await leases.try('another'), null);
	await lease?.release();
	t.true(await isFree(leases, 'key'));
	t.not(await leases.try('key'), null);
});

test('of leases that are asked for together each free one is given to one who asks, and all are given back', async t => {
	const {leases} = (await withStores(t)).stores;
	const held = await leases.try('held', {ms: minute});
	const asked = await Promise.all(['first', 'held', 'second', 'first'].map(key => leases.try(key, {ms: minute})));
	t.deepEqual(
		asked.map(lease => lease !== null),
		[true, false, true, false],
	);
	t.deepEqual(await leases.heldAmong(['first', 'second', 'third']), new Set(['first', 'second']));
	const [first, , second] = asked;
	await Promise.all([first?.release(), second?.release(), first?.release()]);
	t.deepEqual(await leases.heldAmong(['first', 'held', 'second']), new Set(['held']));
	await held?.fence();
});

test('a lease whose holder died ends by itself, and the dead one cannot release that of the next', async t => {
	const {leases} = (await withStores(t)).stores;
	const dead = await leases.try('key', {ms: 0, renewed: false});
	t.true(await isFree(leases, 'key'));
	const next = await leases.try('key', {ms: minute});
	t.not(next, null);
	await dead?.release();
	t.false(await isFree(leases, 'key'));
	await t.throwsAsync(async () => dead?.fence(), {instanceOf: Cancelled});
	t.true(dead?.lost.aborted);
	await next?.fence();
	t.false(next?.lost.aborted);
});

test('a lease that was taken while the clock of MongoDB was ahead is over when the clock is right', async t => {
	const {connection} = await withStores(t);
	const leases = createLeases(connection);
	await leases.try('key', {ms: minute, renewed: false});
	await connection.collection<{_id: string}>('leases').updateOne({_id: 'key'}, {$set: {until: new Date(Date.now() + 60 * minute)}});
	t.not(await leases.try('key', {ms: minute}), null);
	t.is(await leases.try('key', {ms: minute}), null);
});

/** A clock that stands still until the test lets time pass. */
function createHandClock(): Clock & {pass(milliseconds: number): void} {
	let time = 0;
	const timers = new Set<{at: number; work(): void}>();
	return {
		now: () => time,
		after(milliseconds, work) {
			const timer = {at: time + milliseconds, work};
			timers.add(timer);
			return () => void timers.delete(timer);
		},
		pass(milliseconds) {
			time += milliseconds;
			for (const timer of [...timers].filter(({at}) => at <= time)) {
				timers.delete(timer);
				timer.work();
			}
		},
	};
}

test('a lease is renewed, and who waits for it has it after its release', async t => {
	const {connection} = await withStores(t);
	const clock = createHandClock();
	const leases = createLeases(connection, {clock});
	const first = await leases.try('key', {ms: minute});
	const stored = connection.collection<{_id: string; until: Date}>('leases');
	const endsSoon = new Date(Date.now() + 1);
	await stored.updateOne({_id: 'key'}, {$set: {until: endsSoon}});
	clock.pass(minute * renewedAfter);
	await until(async () => Number((await stored.findOne())?.until) > Number(endsSoon));
	t.is(await leases.acquire('key', {signal, maxWaitMs: 0}), null);
	t.false(first?.lost.aborted);
	await t.throwsAsync(leases.acquire('key', {signal: AbortSignal.timeout(50)}), {instanceOf: Cancelled});
	const second = leases.acquire('key', {ms: 500, signal});
	await first?.release();
	const lease = await second;
	t.not(lease, null);
	t.not(lease?.token, first?.token);
});

test('work with a lease is aborted when another one has it', async t => {
	const {connection} = await withStores(t);
	const clock = createHandClock();
	const leases = createLeases(connection, {clock});
	const lost = leases.with('key', {ms: minute, signal}, async ending => {
		await connection
			.collection<{_id: string}>('leases')
			.updateOne({_id: 'key'}, {$set: {token: 'another', until: new Date(Date.now() + minute)}});
		clock.pass(minute * renewedAfter);
		await (ending.aborted || once(ending, 'abort'));
		return ending.reason as unknown;
	});
	t.true((await lost) instanceof Cancelled);
	t.is(await leases.with('key', {signal, maxWaitMs: 0}, async () => 'done'), null);
	t.is(await leases.with('free', {signal, maxWaitMs: 0}, async () => 'done'), 'done');
	t.true(await isFree(leases, 'free'));
});

test('without MongoDB the lease is given up before somebody else can have it', async t => {
	const {connection} = await withStores(t);
	const clock = createHandClock();
	const lease = await createLeases(connection, {clock}).try('key', {ms: minute});
	await connection.close();
	clock.pass(minute * lostAfter - 1);
	t.false(lease?.lost.aborted);
	clock.pass(1);
	t.true(lease?.lost.aborted);
	t.true(lostAfter < 1);
});

test('a lease that was extended just now is not extended again where that is enough', async t => {
	const {connection, stores} = await withStores(t);
	const lease = await stores.leases.try('key', {ms: minute, renewed: false});
	await connection.collection('leases').deleteMany({});
	await lease?.fence({freshMs: minute});
	await t.throwsAsync(async () => lease?.fence({freshMs: 0}), {instanceOf: Cancelled});
	await t.throwsAsync(async () => lease?.fence({freshMs: minute}), {instanceOf: Cancelled}, 'one that is lost stays lost');
});

test('whoever is stopped while it asks whether it still has the lease believes no answer from before', async t => {
	const {connection} = await withStores(t);
	const clock = createHandClock();
	const lease = await createLeases(connection, {clock}).try('key', {ms: minute, renewed: false});
	const asked = lease?.fence();
	// As with SIGSTOP: the answer arrives meanwhile.
	clock.pass(minute);
	await t.throwsAsync(async () => asked, {instanceOf: Cancelled});
	t.true(lease?.lost.aborted);
});
