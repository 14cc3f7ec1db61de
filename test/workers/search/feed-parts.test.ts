import {randomUUID} from 'node:crypto';
import test from 'ava';
import {grabRelease} from '#shared/jobs/grab.ts';
import type {Job} from '#shared/jobs/job.ts';
import {readFeeds} from '#shared/jobs/search.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {longSignal} from '#test/helpers/until.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleReadFeeds} from '#workers/search/feed-parts.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';
import {syncAllFeeds} from '#workers/tasks/searches/sync-all-feeds.ts';

type Asked = Job<never, unknown>;
type Run = (payload: never, deps: WorkerDeps) => Promise<unknown>;

/** A movie that all of 25 sites offer, and a task that reads their feeds. `how` runs its jobs. */
async function manyFeeds(t: Parameters<typeof torrentLine>[0], how: (job: Asked, payload: never, run: Run) => Promise<unknown>) {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {deps, run, site, indexer} = line;
	await deps.indexers.change(indexer, {minimumIntervalSeconds: 0}, new Date());
	for (let n = 1; n < 25; n += 1) {
		await deps.indexers.add(buildIndexer({name: `Site ${n}`, url: `${site.url}/${n}`, minimumIntervalSeconds: 0}), new Date());
	}
	const own: Run = (payload, worker) => handleSyncFeeds(payload, worker, run());
	const runs: Record<string, Run> = {
		[grabRelease.name]: (payload, worker) => handleGrabRelease(payload, worker, run()),
		[readFeeds.name]: (payload, worker) => handleReadFeeds(payload, worker, run()),
	};
	const ask = (job: Asked, payload: never) => how(job, payload, (given, worker) => (runs[job.name] ?? own)(given, worker));
	const world: WorkerDeps = {...deps, jobs: {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']}};
	const executionId = randomUUID();
	site.requests.length = 0;
	return {
		...line,
		world,
		read: () => syncAllFeeds({executionId, signal: longSignal()} as Parameters<typeof syncAllFeeds>[0], world),
		/** How often each site was asked for its releases. */
		asked: () =>
			Object.values(
				Object.groupBy(
					site.requests.filter(({searchParams}) => searchParams.get('t') !== 'caps'),
					url => url.pathname,
				),
			).map(all => all?.length),
		async report() {
			const {activities} = await deps.taskActivities.page({historyId: executionId, page: 1, limit: 50});
			return activities;
		},
	};
}

test('each of many sites is asked once and a movie is grabbed once, also when workers die before they have written', async t => {
	const died = new Error('the worker died');
	let deaths = 0;
	const feeds = await manyFeeds(t, async (job, payload, run) => {
		if (job.name === grabRelease.name) {
			return run(payload, feeds.world);
		}
		// What was asked and grabbed has happened: only what the job writes at its end is missing.
		const lost = () => {
			deaths += 1;
			return Promise.reject(died);
		};
		const dying = {
			...feeds.world,
			feedParts: {...feeds.world.feedParts, put: lost},
			pendingReleases: {...feeds.world.pendingReleases, keep: lost},
		};
		await t.throwsAsync(run(payload, dying), {is: died});
		return run(payload, feeds.world);
	});
	t.like(await feeds.read(), {itemsProcessed: 4});
	t.is(deaths, 3, 'of two parts and of the job that grabs');
	t.deepEqual(feeds.asked(), Array(25).fill(1));
	t.is(feeds.qbittorrent.torrents.length, 1);
	const rows = await feeds.report();
	t.is(rows.filter(({action, status}) => action === 'readFeed' && status === 'completed').length, 25);
});

test('the report names the sites of a part that no worker has read', async t => {
	let parts = 0;
	const feeds = await manyFeeds(t, async (job, payload, run) => {
		parts += job.name === readFeeds.name ? 1 : 0;
		return job.name === readFeeds.name && parts === 2 ? Promise.reject(new Error('no worker')) : run(payload, feeds.world);
	});
	t.like(await feeds.read(), {itemsProcessed: 2, itemsAffected: 1});
	const leftOut = (await feeds.report()).filter(({message}) => message?.startsWith('It was left out of this run'));
	t.is(leftOut.length, 5);
	t.true(leftOut.every(({status, mediaTitle}) => status === 'failed' && mediaTitle?.startsWith('Site')));
});
