import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-01-01T00:00:00Z');
const none = {totalSolves: 0, successfulSolves: 0, failedSolves: 0, successRate: 0, averageSolveTime: 0, lastError: null};

test('before the first solve everything is nought', async t => {
	const {stores} = await withStores(t);
	t.deepEqual(await stores.captchaStatistics.read(), none);
	await stores.captchaStatistics.clear();
	t.deepEqual(await stores.captchaStatistics.read(), none);
});

test('solves are counted, and the time is that of the successful ones', async t => {
	const {stores} = await withStores(t);
	const {count, read} = stores.captchaStatistics;
	await count({id: 'a', duration: 1000, error: null}, now);
	await count({id: 'b', duration: 2001, error: null}, now);
	await count({id: 'c', duration: 60_000, error: 'It took too long'}, now);
	await count({id: 'd', duration: 1500, error: null}, now);
	t.deepEqual(await read(), {
		totalSolves: 4,
		successfulSolves: 3,
		failedSolves: 1,
		successRate: 0.75,
		averageSolveTime: 1500,
		lastError: {message: 'It took too long', timestamp: now},
	});
});

test('a solve that runs twice is counted once, also when both end at the same time', async t => {
	const {stores} = await withStores(t);
	const {count, read} = stores.captchaStatistics;
	await Promise.all(Array.from({length: 10}, () => count({id: 'same', duration: 100, error: null}, now)));
	await count({id: 'same', duration: 100, error: 'a second run'}, now);
	t.deepEqual(await read(), {...none, totalSolves: 1, successfulSolves: 1, successRate: 1, averageSolveTime: 100});
});

test('many workers that count the first solves at once lose none', async t => {
	const {stores} = await withStores(t);
	const {count, read} = stores.captchaStatistics;
	await Promise.all(Array.from({length: 40}, (_, n) => count({id: `s${n}`, duration: 100, error: n % 4 === 0 ? 'no' : null}, now)));
	t.like(await read(), {totalSolves: 40, successfulSolves: 30, failedSolves: 10, successRate: 0.75});
});

test('after they are cleared a solve that was counted before does not come again', async t => {
	const {stores} = await withStores(t);
	const {count, read, clear} = stores.captchaStatistics;
	await count({id: 'a', duration: 100, error: 'no'}, now);
	await clear();
	t.deepEqual(await read(), none);
	await count({id: 'a', duration: 100, error: 'no'}, now);
	t.deepEqual(await read(), none);
	await count({id: 'b', duration: 100, error: null}, now);
	t.is((await read()).totalSolves, 1);
});

test('of the solves that were counted a thousand are remembered', async t => {
	const {stores, connection} = await withStores(t);
	const {count, read} = stores.captchaStatistics;
	await connection.collection('captchaStatistics').insertOne({
		_id: 'all' as never, // this collection has texts for ids
		successful: 1000,
		failed: 0,
		successfulMs: 0,
		lastError: null,
		counted: Array.from({length: 1000}, (_, n) => `old${n}`),
	});
	await count({id: 'new', duration: 0, error: null}, now);
	const stored = await connection.collection('captchaStatistics').findOne({});
	t.is(stored?.['counted'].length, 1000);
	t.is(stored?.['counted'][999], 'new');
	t.is((await read()).totalSolves, 1001);
});
