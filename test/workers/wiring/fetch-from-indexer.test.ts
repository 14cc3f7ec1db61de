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
