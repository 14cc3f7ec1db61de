import {fork} from 'node:child_process';
import {on, once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {compileCache} from '#scripts/embedded/program-cache.ts';
import {searchMovie} from '#shared/jobs/search/search-movie.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {movieDetails} from '#test/helpers/import-world.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';

const entry = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));

/** A real worker process of one pool, once it is ready. */
async function startWorker(t: ExecutionContext, {deps, mongodbUri, redisUrl}: WorkerWorld, pool: string) {
	const child = fork(entry, {
		env: {
			PATH: process.env['PATH'] ?? '',
			...compileCache(process.env),
			MONGODB_URI: mongodbUri,
			REDIS_URL: redisUrl,
			REDIS_PREFIX: deps.prefix,
			DATA_DIR: deps.dataDir,
			SECRET_KEY: 'a1'.repeat(32),
			WORKER_POOLS: pool,
			LOG_LEVEL: 'error',
		},
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const ended = once(child, 'exit');
	t.teardown(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	for await (const [message] of on(child, 'message')) {
		if ((message as {ready?: boolean}).ready) {
			break;
		}
	}
	return {child, ended};
}

/** An indexer with two releases of the movie, and a client that is never reached. */
async function withReleases(t: ExecutionContext, {deps}: WorkerWorld): Promise<void> {
	const items = ['aa', 'bb'].map(pair => ({
		title: `The.Quiet.Harbour.2019.1080p.WEB-DL.x265-${pair.toUpperCase()}`,
		guid: pair,
		size: 4 * 1024 ** 3,
		seeders: 40,
		magnetUrl: `magnet:?xt=urn:btih:${pair.repeat(20)}&tr=http://tracker.example/announce`,
		infoHash: pair.repeat(20),
		metaId: 4711,
	}));
	const site = await fakeIndexer(t, {items});
	await deps.indexers.add(
		{
			name: 'Site',
			kind: 'torznab',
			url: site.url,
			apiPath: '/api',
			apiKey: null,
			categories: [2000],
			enabled: true,
			priority: 25,
			minimumSeeders: null,
			seedRatio: null,
			seedTimeMinutes: null,
			queryLimit: null,
			grabLimit: null,
			limitUnit: 'day',
			timeoutSeconds: 10,
			minimumIntervalSeconds: 0,
			downloadClientId: null,
			captcha: false,
			tags: [],
		},
		new Date(),
	);
	await deps.downloadClients.add(buildDownloadClient(), new Date());
}

test('a stop while a search waits for a grab ends in time, takes the grab back and hands the search on', async t => {
	t.timeout(120_000);
	const world = await withWorkerDeps(t);
	const {jobs} = world.deps;
	const movie = await world.addMovie(movieDetails);
	await withReleases(t, world);
	const {child, ended} = await startWorker(t, world, 'search');
	const id = await jobs.enqueue(searchMovie, {movieId: movie.id, reason: 'missing'});
	while ((await jobs.queue('grab').getJobCountByTypes('prioritized')) === 0) {
		// Each look asks Redis.
	}
	const stoppedAt = performance.now();
	child.kill('SIGTERM');
	t.deepEqual(await ended, [0, null]);
	t.true(performance.now() - stoppedAt < 20_000);
	t.is(await jobs.queue('grab').getJobCountByTypes('prioritized', 'waiting', 'delayed', 'failed'), 0);
	const job = await jobs.queue('search').getJob(id);
	t.is(await job?.getState(), 'prioritized');
	t.is(job?.attemptsMade, 0);
});
