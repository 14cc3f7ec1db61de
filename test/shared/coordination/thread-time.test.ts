import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import test, {type ExecutionContext} from 'ava';
import {watchThread} from '#shared/coordination/thread-time.ts';

async function start(t: ExecutionContext, code: string): Promise<Worker> {
	const worker = new Worker(`const {parentPort} = require('node:worker_threads');\nparentPort.postMessage('begun');\n${code}`, {
		eval: true,
	});
	t.teardown(async () => void (await worker.terminate()));
	await once(worker, 'message');
	return worker;
}

test('a thread that computes for longer than it may is noticed', async t => {
	const worker = await start(t, 'for (;;);');
	const over = Promise.withResolvers<void>();
	const end = await watchThread(worker, 50, over.resolve);
	await over.promise;
	end();
	t.pass();
});

test('a thread that only waits, and one that has ended, have used nothing', async t => {
	let isOver = false;
	const noteOver = () => {
		isOver = true;
	};
	const idle = await start(t, "parentPort.on('message', () => {});");
	const ended = await start(t, "parentPort.once('message', () => process.exit());");
	const exited = once(ended, 'exit');
	ended.postMessage('end');
	await exited;
	const ends = await Promise.all([idle, ended].map(worker => watchThread(worker, 300, noteOver, Number.POSITIVE_INFINITY)));
	// Meanwhile it is asked what the others have used.
	const over = Promise.withResolvers<void>();
	ends.push(await watchThread(await start(t, 'for (;;);'), 400, over.resolve, Number.POSITIVE_INFINITY));
	await over.promise;
	for (const end of ends) {
		end();
	}
	t.false(isOver);
});
