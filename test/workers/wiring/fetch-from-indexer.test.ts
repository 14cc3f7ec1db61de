import test from 'ava';
import {TooMany} from '#shared/errors.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

test('after a 429 of a grab no release is fetched before the time that the site asked for', async t => {
	const {deps} = await withWorkerDeps(t);
	const site = await fakeIndexer(t, {answer: () => ({status: 429, headers: {'retry-after': '600'}})});
	const indexer = await deps.indexers.add(buildIndexer({kind: 'newznab', url: site.url}), new Date());
	const fetch = () =>
		deps.fetchRelease({downloadUrl: `${site.url}/download/0`, magnetUrl: null, protocol: 'usenet', indexer}, AbortSignal.timeout(30_000));
	t.is((await t.throwsAsync(fetch(), {instanceOf: TooMany}))?.retryAfterSeconds, 600);
	const second = await t.throwsAsync(fetch(), {instanceOf: TooMany});
	t.true((second?.retryAfterSeconds ?? 0) > 590);
	t.is(site.requests.length, 1);
});

test('grabs are counted, failed ones with their reason, and those that our own limits held back are not', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer({grabLimit: 2}), new Date());
	const indexer = await deps.indexers.get(id);
	const magnetUrl = `magnet:?xt=urn:btih:${'a'.repeat(40)}`;
	const fetch = (link: string | null) =>
		deps.fetchRelease({title: 'Lamp.2019', downloadUrl: null, magnetUrl: link, protocol: 'torrent', indexer}, AbortSignal.timeout(30_000));
	await fetch(magnetUrl);
	await t.throwsAsync(fetch(null));
	await t.throwsAsync(fetch(magnetUrl), {instanceOf: TooMany});
	t.like(await deps.indexerActivity.statistics(1, deps.now()), {0: {grabs: 2, failedGrabs: 1}, length: 1});
	const {events} = await deps.indexerActivity.page({indexerId: id, action: 'grab', page: 1, limit: 10}, deps.now());
	t.true(events.every(({subject}) => subject === 'Lamp.2019'));
	t.is(events.filter(({error}) => error !== null).length, 1);
});
