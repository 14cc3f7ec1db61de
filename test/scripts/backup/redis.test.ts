import test from 'ava';
import {forgetWork, refuseRunningService} from '#scripts/command/forget-work.ts';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {beat} from '#test/helpers/beat.ts';
import {emptyRedis} from '#test/helpers/redis-clients.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

test('a restore is refused while a process of the service is alive', async t => {
	const {deps, redisUrl} = await withWorkerDeps(t);
	const place = {url: redisUrl, prefix: deps.prefix};
	await t.notThrowsAsync(refuseRunningService(place));
	await beat(deps, 'api', 'box-1');
	await t.throwsAsync(refuseRunningService(place), {message: /The service runs \(api on box-1\)/});
});

test('a process whose sign of life an emptied Redis has lost is seen at its next one', async t => {
	const {deps, redisUrl} = await withWorkerDeps(t);
	await beat(deps, 'api', 'box-1');
	await emptyRedis(deps.producer, deps.prefix);
	const refused = refuseRunningService({url: redisUrl, prefix: deps.prefix}, {watchMs: 60_000});
	await beat(deps, 'api', 'box-1');
	await t.throwsAsync(refused, {message: /The service runs \(api on box-1\)/});
});

test('after a restore no job and no cache is left, but what counts requests to others', async t => {
	const {deps, redisUrl} = await withWorkerDeps(t);
	const {producer, prefix} = deps;
	const jobId = await deps.jobs.enqueue(refreshMovie, {movieId: '4d2c5f4e-7f0a-4e58-9f0e-0d3a3c1f2b11'});
	await producer.set(`${prefix}:cache:x`, '1');
	await producer.set(`${prefix}:rate:query:x`, '1');
	await producer.hset(`${prefix}:counters`, 'a{}', '1');
	await producer.set(`${prefix}er:other`, '1', 'EX', 60);
	await forgetWork({url: redisUrl, prefix});
	t.is((await deps.jobs.queue('refresh').getJob(jobId)) ?? null, null);
	t.deepEqual((await producer.keys(`${prefix}:*`)).toSorted(), [`${prefix}:counters`, `${prefix}:rate:query:x`]);
	t.is(await producer.get(`${prefix}er:other`), '1');
	await producer.del(`${prefix}er:other`);
});
