import test, {type ExecutionContext} from 'ava';
import {createClearances} from '#shared/captcha/clearances.ts';
import {createSecrets} from '#shared/secrets.ts';
import {buildClearance} from '#test/helpers/build-clearance.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';

const now = new Date('2026-01-01T00:00:00Z');
const key = {site: 'example.test', proxy: null};

async function withClearances(t: ExecutionContext, {maxSites}: {maxSites?: number} = {}) {
	const {producer: redis, prefix} = await withRedisClients(t);
	const clearances = createClearances({redis, prefix, secrets: testSecrets, ...(maxSites && {maxSites})});
	return {clearances, redis, prefix};
}

test('a solved challenge is found by its site and proxy, exactly as it was solved', async t => {
	const {clearances} = await withClearances(t);
	t.is(await clearances.find(key), null);
	await clearances.put(key, buildClearance(), {hours: 24, now});
	t.deepEqual(await clearances.find(key), buildClearance());
	t.is(await clearances.find({site: 'other.test', proxy: null}), null);
	t.is(await clearances.find({site: 'example.test', proxy: 'http://proxy.test:3128'}), null);
	t.deepEqual(await clearances.list(), [
		{domain: 'example.test', cachedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-02T00:00:00.000Z', solveCount: 1},
	]);
	t.is(await clearances.count(), 1);
});

test('nothing is kept for no hours, and what is kept goes by itself', async t => {
	const {clearances, redis, prefix} = await withClearances(t);
	await clearances.put(key, buildClearance(), {hours: 0, now});
	t.is(await clearances.find(key), null);
	await clearances.put(key, buildClearance(), {hours: 2, now});
	const [name] = await redis.keys(`${prefix}:clearance:*`);
	const seconds = await redis.ttl(name ?? '');
	t.true(seconds > 7190 && seconds <= 7200);
	const [id] = await redis.zrange(`${prefix}:clearance`, '0', '0');
	await redis.zadd(`${prefix}:clearance`, String(Date.now() - 1), id ?? '');
	t.is(await clearances.count(), 0);
	t.deepEqual(await clearances.list(), []);
});

test('neither cookies nor sites can be read in Redis', async t => {
	const {clearances, redis, prefix} = await withClearances(t);
	await clearances.put(key, buildClearance(), {hours: 24, now});
	const all = await readAllKeys(redis, prefix);
	t.true(all.includes(':clearance:'));
	for (const secret of ['let-me-in', 'gate_pass', 'example.test', 'Chrome/150']) {
		t.false(all.includes(secret), secret);
	}
});

test('what another key sealed is as if it had never been solved', async t => {
	const {clearances, redis, prefix} = await withClearances(t);
	await clearances.put(key, buildClearance(), {hours: 24, now});
	const stranger = createClearances({redis, prefix, secrets: createSecrets('b2'.repeat(32))});
	t.is(await stranger.find(key), null);
	t.deepEqual(await stranger.list(), []);
});

test('a refused clearance is dropped, a newer one of the same site stays', async t => {
	const {clearances} = await withClearances(t);
	await clearances.put(key, buildClearance({id: 'new'}), {hours: 24, now});
	await clearances.drop(key, 'old');
	t.is((await clearances.find(key))?.id, 'new');
	await clearances.drop(key, 'new');
	t.is(await clearances.find(key), null);
	t.is(await clearances.count(), 0);
	await clearances.put(key, buildClearance({id: 'newest'}), {hours: 24, now});
	t.is((await clearances.list())[0]?.solveCount, 2);
});

test('solves of one site at the same time are all counted', async t => {
	const {clearances} = await withClearances(t);
	await Promise.all(Array.from({length: 20}, (_, n) => clearances.put(key, buildClearance({id: `c${n}`}), {hours: 24, now})));
	const list = await clearances.list();
	t.is(list.length, 1);
	t.is(list[0]?.solveCount, 20);
});

test('beyond the limit the sites that would expire first are forgotten', async t => {
	const {clearances, redis, prefix} = await withClearances(t, {maxSites: 3});
	for (const [n, hours] of [10, 4, 30, 5, 20].entries()) {
		const site = `s${n}.test`;
		await clearances.put({site, proxy: null}, buildClearance({site}), {hours, now});
	}
	const kept = (await clearances.list()).map(({domain}) => domain);
	t.deepEqual(kept, ['s2.test', 's4.test', 's0.test']);
	t.is(await clearances.find({site: 's1.test', proxy: null}), null);
	t.is((await redis.keys(`${prefix}:clearance:*`)).length, 3);
	t.true((await redis.hlen(`${prefix}:clearance-counts`)) <= 6);
});

test('counts of dropped sites do not grow without end', async t => {
	const {clearances, redis, prefix} = await withClearances(t, {maxSites: 3});
	for (let n = 0; n < 30; n += 1) {
		const each = {site: `s${n}.test`, proxy: null};
		await clearances.put(each, buildClearance({site: each.site}), {hours: 24, now});
		await clearances.drop(each, 'c1');
	}
	t.true((await redis.hlen(`${prefix}:clearance-counts`)) <= 7);
});

test('all are forgotten at once, those of every proxy too', async t => {
	const {clearances, redis, prefix} = await withClearances(t);
	await clearances.put(key, buildClearance(), {hours: 24, now});
	await clearances.put({...key, proxy: 'socks5://proxy.test:1080'}, buildClearance(), {hours: 24, now});
	t.is(await clearances.count(), 2);
	await clearances.clear();
	t.is(await clearances.count(), 0);
	t.is(await clearances.find(key), null);
	t.deepEqual(await redis.keys(`${prefix}:clearance*`), []);
	await clearances.clear();
});
