import test from 'ava';
import {Cancelled} from '#shared/errors.ts';
import {acquireLease, tryLease} from '#shared/lease.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const {signal} = new AbortController();

test('a second one waits until the first one gives it back', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const options = {redis, key: `${prefix}:lease`, ttlMs: 500};
	const first = await acquireLease(options, signal);
	let isMine = false;
	const second = acquireLease(options, signal).then(lease => {
		isMine = true;
		return lease;
	});
	await t.throwsAsync(acquireLease(options, AbortSignal.timeout(700)), {instanceOf: Cancelled});
	t.false(isMine, 'it was renewed beyond its time');
	t.false(first.lost.aborted);

	await first.release();
	const lease = await second;
	t.true(isMine);
	await lease.release();
	t.is(await redis.get(options.key), null);
});

test('who lost it is told, and does not take it from the next one', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const key = `${prefix}:lease`;
	const lease = await acquireLease({redis, key, ttlMs: 500}, signal);
	const lost = new Promise(resolve => lease.lost.addEventListener('abort', resolve));
	await redis.set(key, 'somebody else');
	await lost;
	await lease.release();
	t.is(await redis.get(key), 'somebody else');
});

test('who does not want to wait gets nothing while another one has it', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const options = {redis, key: `${prefix}:lease`, ttlMs: 500};
	const lease = await tryLease(options);
	t.not(lease, null);
	t.is(await tryLease(options), null);
	await lease?.release();
	const next = await tryLease(options);
	t.not(next, null);
	await next?.release();
});
