import test, {type ExecutionContext} from 'ava';
import {searchMovie} from '#shared/jobs/search.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

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
	await deps.indexers.add(buildIndexer({url: site.url}), new Date());
	await deps.downloadClients.add(buildDownloadClient(), new Date());
}

test('a stop while a search waits for a grab ends in time, takes the grab back and hands the search on', async t => {
	const world = await withWorkerDeps(t);
	const {jobs} = world.deps;
	const movie = await world.addMovie(movieDetails);
	await withReleases(t, world);
	const {child, ready, ended} = startWorker(t, world, {env: {WORKER_POOLS: 'search'}});
	await ready;
	const id = await jobs.enqueue(searchMovie, {movieId: movie.id, reason: 'missing'});
	while ((await jobs.queue('grab').getJobCountByTypes('prioritized')) === 0) {
		// Each look asks Redis.
	}
	child.kill('SIGTERM');
	t.is(await ended, 0, 'one that takes too long ends with 1');
	t.is(await jobs.queue('grab').getJobCountByTypes('prioritized', 'waiting', 'delayed', 'failed'), 0);
	const job = await jobs.queue('search').getJob(id);
	t.is(await job?.getState(), 'prioritized');
	t.is(job?.attemptsMade, 0);
});
