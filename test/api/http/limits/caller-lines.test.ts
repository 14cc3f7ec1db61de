import test from 'ava';
import {createCallerLines} from '#api/http/limits/caller-lines.ts';
import {TooMany} from '#shared/errors.ts';

test('each caller has places of his own, the next of his line takes one that is left', async t => {
	const lines = createCallerLines(2);
	const options = {atOnce: 1, limitMs: 60_000};
	const order: string[] = [];
	const enter = async (key: string, name: string) => {
		const leave = await lines.enter(key, options);
		order.push(name);
		return leave;
	};
	const first = await enter('a', 'first');
	const [second, third] = [enter('a', 'second'), enter('a', 'third')];
	await t.throwsAsync(enter('a', 'fourth'), {instanceOf: TooMany});
	await enter('b', 'other');
	first();
	first();
	(await second)();
	(await third)();
	await enter('a', 'last');
	t.deepEqual(order, ['first', 'other', 'second', 'third', 'last']);
});

test('a wait has a limit, after which the place goes to the next', async t => {
	const lines = createCallerLines(5);
	const leave = await lines.enter('a', {atOnce: 1, limitMs: 1000});
	await t.throwsAsync(lines.enter('a', {atOnce: 1, limitMs: 1}), {instanceOf: TooMany});
	const next = lines.enter('a', {atOnce: 1, limitMs: 60_000});
	leave();
	await t.notThrowsAsync(next);
});

test('who goes on and on, or has many waiting, leaves his place a little later', async t => {
	const lines = createCallerLines(100);
	const restMs = 40;
	const isPrompt = async (key: string, pace: {promptEntries: number; promptWaits: number}) => {
		const place = {atOnce: 1, limitMs: 60_000, pace: {...pace, restMs}};
		const leave = await lines.enter(key, place);
		const waiting = [1, 2, 3].map(() => lines.enter(key, place));
		const begun = performance.now();
		leave();
		for (const each of waiting) {
			(await each)();
		}
		return performance.now() - begun < restMs;
	};
	t.true(await isPrompt('a', {promptEntries: 100, promptWaits: 100}));
	t.false(await isPrompt('b', {promptEntries: 2, promptWaits: 100}));
	t.false(await isPrompt('c', {promptEntries: 100, promptWaits: 0}));
});
