import test from 'ava';
import {rememberState} from '#api/system/remember-state.ts';

test('a state is read once for all who ask at the same time or soon after', async t => {
	let reads = 0;
	const read = async () => {
		reads += 1;
		return reads;
	};
	const shown = rememberState(read, 60_000);
	t.deepEqual(await Promise.all([shown(), shown(), shown()]).then(answers => answers.at(0)), 1);
	const before = reads;
	for (let n = 0; n < 100; n += 1) {
		await shown();
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
