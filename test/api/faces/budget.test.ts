import {setImmediate as breathe} from 'node:timers/promises';
import test from 'ava';
import {createBudget} from '#api/faces/budget.ts';
import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {longSignal} from '#test/helpers/until.ts';

/** Whether somebody is let in without waiting for time to pass. */
async function isLetIn(taken: Promise<unknown>): Promise<boolean> {
	let isIn = false;
	taken.then(
		() => {
			isIn = true;
		},
		() => {},
	);
	for (let turn = 0; turn < 10; turn += 1) {
		await breathe();
	}
	return isIn;
}

test('so many requests of a key are answered at a time, and the others wait for them', async t => {
	const budget = createBudget({maxAtOnce: 2});
	const left = new AbortController();
	const {signal} = left;
	const [first] = await Promise.all([budget.take('a', signal), budget.take('a', signal)]);
	const third = budget.take('a', signal);
	t.false(await isLetIn(third));
	t.true(await isLetIn(budget.take('b', signal)));
	first();
	t.true(await isLetIn(third));
	left.abort();
});

test('whoever asks for more than a minute allows is let in later instead of being refused', async t => {
	let now = 0;
	const budget = createBudget({maxOfMinute: 100, maxAtOnce: 4, heldMs: hourMs, now: () => now});
	const left = new AbortController();
	const {signal} = left;
	for (let count = 0; count < 104; count += 1) {
		(await budget.take('a', signal))();
	}
	// Four places are kept by the four requests beyond the hundred.
	const last = budget.take('a', signal);
	t.false(await isLetIn(last));
	t.true(await isLetIn(budget.take('b', signal)));
	left.abort();
	await t.throwsAsync(last, {name: 'Cancelled'});
	// Whose places are free again after a millisecond is let in.
	const patient = createBudget({maxOfMinute: 100, maxAtOnce: 4, heldMs: 1, now: () => now});
	for (let count = 0; count < 150; count += 1) {
		(await patient.take('a', longSignal()))();
	}
	now += minuteMs;
	(await patient.take('a', longSignal()))();
});
