import test from 'ava';
import {
	backoffMs,
	backoffs,
	createSharedBackoff,
	endOfPause,
	type Health,
	healthRules,
	recordFailure,
	recordSuccess,
	withCappedPause,
} from '#shared/coordination/backoff.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const now = new Date('2026-01-01T12:00:00Z');
const longAgo = new Date('2026-01-01T00:00:00Z');
const minutesOf = (until: Date | null) => (until ? (Number(until) - Number(now)) / 60_000 : 0);
const ways = {rules: healthRules.indexer, now, startedAt: longAgo};

/** A record, and a store that counts its writes. */
function service(known: Partial<Health> = {}) {
	const record = {id: 'a', status: 'ok', lastError: null as string | null, disabledUntil: null as Date | null, failures: 0, ...known};
	const seen = {writes: 0};
	const store = {
		async setHealth(_id: string, health: Partial<Health>) {
			seen.writes += 1;
			Object.assign(record, health);
		},
	};
	return {record, store, seen};
}

test('the first, second, third … delay, and the last one for ever', t => {
	const minutes = [0, 1, 2, 3, 4, 5, 6, 1000].map(failures => backoffMs(failures, backoffs.unsolvedSite) / 60_000);
	t.deepEqual(minutes, [0, 1, 5, 15, 60, 240, 240, 240]);
	t.is(backoffMs(-1, backoffs.unsolvedSite), 0);
	t.deepEqual(backoffs.redisConnection.delaysMs, [100, 200, 400, 800, 1600, 2000]);
	t.deepEqual(
		backoffs.receiver.delaysMs.map(each => each / 1000),
		[5, 10, 20, 40, 80, 160, 300],
	);
});

test('the other side may ask for more time, up to a limit, and chance makes a delay shorter', t => {
	t.is(backoffMs(1, backoffs.receiver, 60), 60_000);
	t.is(backoffMs(1, backoffs.receiver, 2), 5000);
	t.is(backoffMs(1, backoffs.receiver, 90_000), 3_600_000);
	const delays = Array.from({length: 100}, () => backoffMs(99, backoffs.transaction));
	t.true(delays.every(each => each >= 0 && each <= 200));
	t.true(new Set(delays).size > 50);
});

test('failures climb to a day and stay there', async t => {
	const {record, store} = service();
	const pauses: number[] = [];
	for (let failure = 0; failure < 12; failure += 1) {
		await recordFailure(store, record, {message: 'broken'}, ways);
		pauses.push(minutesOf(record.disabledUntil));
	}
	t.deepEqual(pauses, [0, 1, 5, 15, 30, 60, 180, 360, 720, 1440, 1440, 1440]);
	t.like(record, {status: 'error', lastError: 'broken', failures: 10});
});

test('a success ends the pause, and takes back one failure of an indexer and all of others', async t => {
	const failed = {status: 'error', lastError: 'broken', failures: 4, disabledUntil: now};
	const [indexer, provider] = [service(failed), service(failed)];
	await recordSuccess(indexer.store, indexer.record, healthRules.indexer);
	t.like(indexer.record, {status: 'ok', lastError: null, failures: 3, disabledUntil: null});
	await recordSuccess(provider.store, provider.record, healthRules.subtitleProvider);
	t.like(provider.record, {status: 'ok', failures: 0, disabledUntil: null});
	await recordSuccess(provider.store, provider.record, healthRules.subtitleProvider);
	t.is(provider.seen.writes, 1, 'only changes are written');
});

test('soon after a start no pause is longer than five minutes', async t => {
	const startedAt = new Date(now.getTime() - 14 * 60_000);
	const [often, once] = [service({failures: 8}), service({failures: 1})];
	await recordFailure(often.store, often.record, {message: ''}, {...ways, startedAt});
	t.is(minutesOf(often.record.disabledUntil), 5);
	await recordFailure(once.store, once.record, {message: ''}, {...ways, startedAt});
	t.is(minutesOf(once.record.disabledUntil), 1);
});

test('a rate limit pauses for as long as the service asks and is no failure, but one of a receiver is', async t => {
	const [indexer, unclear, receiver] = [service({failures: 2}), service(), service()];
	await recordFailure(indexer.store, indexer.record, {message: '429', isLimit: true, retryAfterSeconds: 300}, ways);
	t.like(indexer.record, {status: 'rate_limited', failures: 2, disabledUntil: new Date('2026-01-01T12:05:00Z')});
	await recordFailure(unclear.store, unclear.record, {message: '429', isLimit: true}, ways);
	t.is(minutesOf(unclear.record.disabledUntil), 60);
	await recordFailure(
		receiver.store,
		receiver.record,
		{message: '429', isLimit: true, retryAfterSeconds: 60},
		{...ways, rules: healthRules.receiver},
	);
	t.like(receiver.record, {status: 'error', failures: 1, disabledUntil: new Date('2026-01-01T12:01:00Z')});
});

test('a service without pauses has its state written only when it changes', async t => {
	const {store, seen} = service();
	const client: {id: string; status: string; lastError: string | null} = {id: 'a', status: 'error', lastError: 'broken'};
	const rules = healthRules.downloadClient;
	await recordFailure(store, client, {message: 'broken'}, {rules, now});
	t.is(seen.writes, 0);
	await recordFailure(store, client, {message: 'otherwise'}, {rules, now});
	await recordSuccess(store, {...client, status: 'ok'}, rules);
	t.is(seen.writes, 1);
});

test('a pause from a clock that was ahead is over', async t => {
	const {record, store} = service({disabledUntil: new Date('2200-01-01')});
	t.is(minutesOf((await withCappedPause(store, record, now, healthRules.indexer)).disabledUntil), 0);
	t.is(minutesOf(record.disabledUntil), 0);
	const hours = (count: number) => new Date(Number(now) + count * 3_600_000);
	t.deepEqual(endOfPause(hours(24), now), hours(24));
	t.deepEqual(endOfPause(hours(25), now), now);
	t.deepEqual(endOfPause(hours(47), now, healthRules.subtitleProvider.maxPauseMs), hours(47));
	t.is(endOfPause(null, now), null);
	t.is(endOfPause(now, now), now);
});

test('a shared pause grows with each failure until a success', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const sites = createSharedBackoff({redis, key: `${prefix}:sites`, backoff: backoffs.unsolvedSite});
	t.is(await sites.find('site.test', now), null);
	for (const minutes of [1, 5, 15]) {
		await sites.recordFailure('site.test', {message: 'no way'}, now);
		t.deepEqual(await sites.find('site.test', now), {message: 'no way', until: new Date(Number(now) + minutes * 60_000)});
	}
	t.is(await sites.find('site.test', new Date(Number(now) + 15 * 60_000)), null);
	t.is(await sites.find('other.test', now), null);
	await sites.recordSuccess('site.test');
	await sites.recordFailure('site.test', {message: 'asks', retryAfterSeconds: 600}, now);
	t.is(minutesOf((await sites.find('site.test', now))?.until ?? null), 10);
	t.true((await redis.ttl(`${prefix}:sites`)) > 0);
	await sites.clear();
	t.is(await sites.find('site.test', now), null);
});
