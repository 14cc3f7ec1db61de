import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import test from 'ava';
import {askChild, type NoAnswer, threadChild} from '#shared/coordination/child.ts';
import {patienceMs} from '#test/helpers/until.ts';

test('what ends while nobody asks is replaced, and what ends of a question fails that one alone', async t => {
	const threads: Worker[] = [];
	const code = `const {parentPort} = require('node:worker_threads');
		parentPort.on('message', question => question === 'die' ? process.exit() : parentPort.postMessage(question));`;
	const start = () => {
		threads.push(new Worker(code, {eval: true}));
		return threadChild(threads.at(-1)!); // just added
	};
	const child = askChild<string, string>({
		start,
		limitMs: patienceMs,
		failure: ({why}: NoAnswer, question) => new Error(`${question}: ${why}`),
	});
	t.teardown(() => child.close());
	t.is(await child.ask('first'), 'first');
	const ended = once(threads[0]!, 'exit'); // it has answered
	await threads[0]?.terminate();
	await ended;
	const [second, dead, third] = await Promise.allSettled([child.ask('second'), child.ask('die'), child.ask('third')]);
	t.like(second, {value: 'second'});
	t.is((dead as PromiseRejectedResult).reason.message, 'die: ended');
	t.like(third, {value: 'third'});
	t.is(threads.length, 3);
});

test('a question whose caller is gone before its turn is not asked', async t => {
	const code =
		"const {parentPort} = require('node:worker_threads'); let n = 0; parentPort.on('message', () => parentPort.postMessage(++n));";
	const child = askChild<string, number>({
		start: () => threadChild(new Worker(code, {eval: true})),
		limitMs: patienceMs,
		failure: each => each,
	});
	t.teardown(() => child.close());
	const stop = new AbortController();
	const first = child.ask('a');
	const gone = t.throwsAsync(child.ask('b', stop.signal), {message: 'gone'});
	stop.abort(new Error('gone'));
	await gone;
	t.deepEqual(await Promise.all([first, child.ask('c')]), [1, 2]);
});
