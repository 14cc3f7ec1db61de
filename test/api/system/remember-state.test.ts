import test from 'ava';
import {rememberState} from '#api/system/checks.ts';

test('callers at the same time share a reading, and those soon after read nothing', async t => {
	let reads = 0;
	const read = async () => {
		reads += 1;
		return reads;
	};
	const shown = rememberState(read, 60_000);
	await Promise.all(Array.from({length: 10}, shown));
	t.true(reads <= 2, 'who asks while a reading is under way shares the next one');
	const before = reads;
	for (let n = 0; n < 100; n += 1) {
		t.is(await shown(), before);
	}
	t.is(reads, before);
	const unremembered = rememberState(read, 0);
	t.not(await unremembered(), await unremembered());
});

test('a failure is not remembered', async t => {
	const outcomes = [() => Promise.reject(new Error('not now')), () => Promise.resolve('fine')];
	const shown = rememberState(() => (outcomes.shift() ?? (() => Promise.resolve('later')))(), 60_000);
	await t.throwsAsync(shown, {message: 'not now'});
	t.is(await shown(), 'fine');
	t.is(await shown(), 'fine');
});
