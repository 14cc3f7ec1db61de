import test, {type ExecutionContext} from 'ava';
import {isExpected} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {openDatabase} from '#shared/store/database.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {createSubtitleProviders} from '#workers/wiring/subtitle-providers.ts';

const hourMs = 3_600_000;

/** A worker with connections of its own. `kill` leaves whatever it does undone. */
async function startWorker(t: ExecutionContext, {mongodbUri, redisUrl, deps, clock, id}: World<'subtitleProvider'>) {
	const database = openDatabase({uri: mongodbUri, secrets: testSecrets});
	const redis = openProducer(redisUrl);
	t.teardown(async () => {
		redis.disconnect();
		await database.close();
	});
	await database.connected;
	const {downloadSubtitle} = createSubtitleProviders({
		...database.stores,
		http: withHttp(t),
		redis,
		prefix: deps.prefix,
		secrets: testSecrets,
		now: () => clock.at,
	});
	const life = new AbortController();
	return {
		kill: () => life.abort(),
		/** Null for a download, otherwise why there was none. */
		download: async (): Promise<string | null> => {
			try {
				await downloadSubtitle({providerId: id, id: '11'}, life.signal);
				return null;
			} catch (error) {
				t.true(isExpected(error), String(error));
				return isExpected(error) ? error.code : 'unexpected';
			}
		},
	};
}

const startWorkers = (t: ExecutionContext, world: World<'subtitleProvider'>) =>
	Promise.all(Array.from({length: 4}, () => startWorker(t, world)));

async function emptyRedis({deps}: World<'subtitleProvider'>): Promise<void> {
	const keys = await deps.producer.keys(`${deps.prefix}:*`);
	await deps.producer.unlink(...keys);
}

const countOf = (downloads: number[]) => Object.values(downloads);

test('four workers never ask for more than the 20 downloads of a day, over three days with a restart', async t => {
	const world = await createWorld(t, {subtitleProvider: {}});
	const {site, clock, record} = world;
	let workers = await startWorkers(t, world);
	const hours = async (from: number, to: number) => {
		for (let hour = from; hour < to; hour += 3) {
			clock.at = new Date(Date.UTC(2026, 2, 1, hour, 30));
			await Promise.all(workers.flatMap(({download}) => [download(), download(), download()]));
		}
	};
	await hours(0, 24);
	t.deepEqual(countOf(site.downloads), [20]);
	t.like(await record(), {status: 'rate_limited', remaining: 0, resetAt: new Date('2026-03-02T00:00:00Z')});
	t.deepEqual((await record()).disabledUntil, new Date('2026-03-02T00:00:00Z'));

	clock.at = new Date('2026-03-02T01:00:00Z');
	let sent = 0;
	site.override = ({path}) => {
		sent += path === 'download' ? 1 : 0;
		if (sent === 8) {
			workers.forEach(({kill}) => {
				kill();
			});
		}
		return null;
	};
	await Promise.all(workers.flatMap(({download}) => [download(), download(), download()]));
	site.override = () => null;
	await emptyRedis(world);
	workers = await startWorkers(t, world);
	await hours(26, 48);
	const [, second = 0] = countOf(site.downloads);
	t.true(second > 8 && second <= 20, `${second} on the second day`);

	await hours(48, 72);
	t.is(countOf(site.downloads)[2], 20);
	t.is(countOf(site.downloads).length, 3);
	t.deepEqual(
		site.requests.filter(({path, status}) => path === 'download' && status === 406),
		[],
	);
});

test('our own limit of 20 holds in any 24 hours, whatever the provider would allow', async t => {
	const world = await createWorld(t, {
		subtitleProvider: {site: {dailyDownloads: 1000, tokenLasts: 1000 * hourMs}, record: {dailyLimit: 20}},
	});
	const {site, clock, record} = world;
	const at: number[] = [];
	site.override = ({path}) => {
		if (path === 'download') {
			at.push(clock.at.getTime());
		}
		return null;
	};
	let workers = await startWorkers(t, world);
	for (let hour = 20; hour < 92; hour += 6) {
		clock.at = new Date(Date.UTC(2026, 2, 1, hour));
		if (hour === 44) {
			workers.forEach(({kill}) => {
				kill();
			});
			await emptyRedis(world);
			workers = await startWorkers(t, world);
		}
		// Seven at first, so that the windows of later days begin at different hours.
		const each = hour === 20 ? 1 : 3;
		await Promise.all(workers.flatMap(({download}) => Array.from({length: each}, download)));
		const status = await record();
		const isFull = at.filter(time => time > clock.at.getTime() - 24 * hourMs).length === 20;
		t.true(!isFull || status.status === 'ok' || status.remaining === 0, JSON.stringify(status));
	}
	for (const time of at) {
		t.true(at.filter(other => other > time - 24 * hourMs && other <= time).length <= 20);
	}
	t.true(at.length >= 60 && at.length <= 80, `${at.length} downloads`);
});

test('a download that was certainly not made is given back, one whose answer is lost is not', async t => {
	const world = await createWorld(t, {subtitleProvider: {record: {dailyLimit: 3}}});
	const {site, deps, id, download, record} = world;
	await download();
	t.is((await record()).remaining, 19);
	site.override = ({path}) => (path === 'download' ? {status: 429, type: 'text/plain', body: '', headers: {'retry-after': '60'}} : null);
	await t.throwsAsync(download(), {code: 'rate_limited'});
	t.like(await record(), {remaining: 19, status: 'rate_limited'});
	await deps.subtitleProviders.setHealth(id, {status: 'ok', disabledUntil: null});
	site.override = ({path}) => (path === 'download' ? {status: 502, type: 'text/plain', body: ''} : null);
	await t.throwsAsync(download(), {code: 'provider_failed'});
	t.is((await record()).remaining, 18);
	site.override = () => null;
	await download();
	const full = await t.throwsAsync(download(), {code: 'quota_used_up'});
	t.like(full, {retryAfterSeconds: 24 * 3600});
	t.like(await record(), {status: 'rate_limited', remaining: 0, disabledUntil: new Date('2026-03-02T12:00:00Z')});
	await deps.subtitleProviders.change(await deps.subtitleProviders.get(id), {dailyLimit: 4}, new Date());
	await download();
	await t.throwsAsync(download(), {code: 'quota_used_up'});
});

test('while the quota is unknown, one download at a time finds it out', async t => {
	const {site, deps, id, clock} = await createWorld(t, {subtitleProvider: {}});
	const {quotas} = deps.subtitleProviders;
	const asked = {now: clock.at, tellsQuota: true};
	t.is((await quotas.takeDownload(id, asked)).outcome, 'granted');
	t.is((await quotas.takeDownload(id, asked)).outcome, 'asking');
	t.is((await quotas.takeDownload(id, {...asked, now: new Date(clock.at.getTime() + 61_000)})).outcome, 'granted');
	const resetAt = new Date(clock.at.getTime() + hourMs);
	await quotas.learnQuota(id, {remaining: 2, resetAt, isReported: true, now: clock.at});
	await quotas.learnQuota(id, {remaining: 5, resetAt, isReported: true, now: clock.at});
	const taken = await Promise.all(Array.from({length: 6}, () => quotas.takeDownload(id, asked)));
	t.is(taken.filter(({outcome}) => outcome === 'granted').length, 2);
	t.is(taken.filter(({outcome}) => outcome === 'usedUp').length, 4);
	t.is(site.requests.length, 0);
	await deps.subtitleProviders.remove(id);
	t.is((await quotas.takeDownload(id, asked)).outcome, 'gone');
});

test('an answer of the day before does not end the new one', async t => {
	const {deps, id, clock, record} = await createWorld(t, {subtitleProvider: {}});
	const {quotas} = deps.subtitleProviders;
	const resetAt = new Date(clock.at.getTime() + 24 * hourMs);
	await quotas.learnQuota(id, {remaining: 19, resetAt, isReported: true, now: clock.at});
	await quotas.learnQuota(id, {remaining: 0, resetAt: new Date(clock.at.getTime() + 60_000), isReported: true, now: clock.at});
	t.like(await record(), {remaining: 19, resetAt});
	await quotas.learnQuota(id, {remaining: 0, resetAt: new Date(clock.at.getTime() + hourMs), isReported: false, now: clock.at});
	t.like(await record(), {remaining: 0, resetAt});
});

test('a time to wait for an answer that was set under a clock that was ahead does not count', async t => {
	const {deps, id, clock} = await createWorld(t, {subtitleProvider: {}});
	const {quotas} = deps.subtitleProviders;
	const ahead = new Date(clock.at.getTime() + hourMs);
	t.is((await quotas.takeDownload(id, {now: ahead, tellsQuota: true})).outcome, 'granted');
	t.is((await quotas.takeDownload(id, {now: clock.at, tellsQuota: true})).outcome, 'granted');
	t.is((await quotas.takeDownload(id, {now: clock.at, tellsQuota: true})).outcome, 'asking');
});
