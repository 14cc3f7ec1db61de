import test from 'ava';
import {takingAtLeast} from '#shared/pace.ts';

test('quick work takes as long as it has to, and answers its result', async t => {
	const begun = performance.now();
	t.is(await takingAtLeast(20, async () => 'done'), 'done');
	t.true(performance.now() - begun >= 20);
});

test('work that fails does so at once', async t => {
	const failing = takingAtLeast(60_000, async () => {
		throw new Error('broken');
	});
	await t.throwsAsync(failing, {message: 'broken'});
});
