import {once} from 'node:events';
import test from 'ava';
import {searchMovie} from '#shared/jobs/search.ts';
import {openConsumer} from '#shared/redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

test('the results of a search do not overwrite its job, so the title can be searched again', async t => {
	const {deps, redisUrl, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	const connection = openConsumer(redisUrl, patientRedis);
	const handlers = {searchMovie: handleSearchMovie} as Partial<Handlers> as Handlers; // no other job is queued
	const worker = startPool('search', {handlers, deps, connection, concurrency: 1, lockMs: patienceMs});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	const request = {movieId: movie.id, reason: 'missing'} as const;
	for (let times = 0; times < 2; times += 1) {
		const completed = once(worker, 'completed');
		const id = await deps.jobs.enqueue(searchMovie, request);
		const [job] = await completed;
		t.is(job.id, id);
		t.is(await job.getState(), 'completed');
	}
});
