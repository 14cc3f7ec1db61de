import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {pino} from 'pino';
import {Cancelled} from '#shared/errors.ts';
import {jobs} from '#shared/jobs/index.ts';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {type AnyHandler, runJob} from '#workers/runtime/run-job.ts';

const movieId = 'c0ffee00-0000-4000-8000-000000000001';

async function runFor(t: ExecutionContext, limitMs: number, handle: AnyHandler) {
	const clients = await withRedisClients(t);
	const deps = {...clients, log: pino({level: 'silent'})} as unknown as WorkerDeps; // a run of this job uses these only
	const {signal} = new AbortController();
	return runJob(
		{id: 'a', attempt: 1, data: {payload: {movieId}}, signal, job: {...refreshMovie, limitMs} as never, handle},
		deps,
		clients.producer,
	);
}

test('a run that ends at its time limit fails and is tried again', async t => {
	const ending = await runFor(t, 30, async (_payload, _deps, {signal}) => {
		await once(signal, 'abort');
		throw new Cancelled();
	});
	t.like(ending, {kind: 'failed', retried: true});
	t.regex(ending.kind === 'failed' ? ending.error.message : '', /time_limit_reached/);
});

test('a run that hangs, as on a dead disk, ends soon after its time limit all the same', async t => {
	const ending = await runFor(t, 30, () => new Promise(() => {}));
	t.like(ending, {kind: 'failed', retried: true});
});

test('a run within its time limit is left alone', async t => {
	t.deepEqual(await runFor(t, 20_000, async () => 7), {kind: 'done', result: 7});
});

test('no job may run longer than a day', t => {
	const day = 24 * 60 * 60_000;
	for (const {name, limitMs = 0} of Object.values(jobs)) {
		t.true(limitMs >= 0 && limitMs <= day, name);
	}
});

test('a run that loses its lease, so that nobody has cancelled it, is tried again and ends no promise', async t => {
	const ending = await runFor(t, 20_000, async () => {
		throw new Cancelled();
	});
	t.like(ending, {kind: 'failed', retried: true});
	t.like(ending.kind === 'failed' && ending.error.cause, {name: 'Unavailable', code: 'lease_lost'});
});
