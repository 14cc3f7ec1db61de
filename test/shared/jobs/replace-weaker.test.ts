import test from 'ava';
import {searchMovie} from '#shared/jobs/search.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const movieId = 'c0ffee00-0000-4000-8000-000000000001';
const executionId = 'c0ffee00-0000-4000-8000-000000000002';

test("a person's search takes the place of one that a task has queued, and its outcome goes to that task too", async t => {
	const {jobs} = await withRedisClients(t);
	await jobs.enqueue(searchMovie, {movieId, reason: 'missing', executionId}, {priority: 50});
	await jobs.enqueue(searchMovie, {movieId, reason: 'manual'}, {priority: 2});
	const waiting = await jobs.queue('search').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({data, priority}) => [data.payload, priority]),
		[[{movieId, reason: 'manual', executionId}, 2]],
	);
});

test('whatever a person names as the reason, it is a search of a person', async t => {
	const {jobs} = await withRedisClients(t);
	const first = await jobs.enqueue(searchMovie, {movieId, reason: 'missing'});
	const second = await jobs.enqueue(searchMovie, {movieId, reason: 'missing', byPerson: true});
	t.not(second, first);
	t.is(await jobs.queue('search').getPrioritizedCount(), 1);
	t.is(await jobs.enqueue(searchMovie, {movieId, reason: 'manual'}), second);
});

test('a search of a task takes the place of none', async t => {
	const {jobs} = await withRedisClients(t);
	await jobs.enqueue(searchMovie, {movieId, reason: 'manual'});
	await jobs.enqueue(searchMovie, {movieId, reason: 'missing'}, {priority: 50});
	t.is(await jobs.queue('search').getPrioritizedCount(), 2);
});

test('a job counts as queued until it is gone', async t => {
	const {jobs} = await withRedisClients(t);
	const request = {movieId, reason: 'missing'} as const;
	t.false(await jobs.isQueued(searchMovie, request));
	const id = await jobs.enqueue(searchMovie, request);
	t.true(await jobs.isQueued(searchMovie, request));
	t.false(await jobs.isQueued(searchMovie, {...request, reason: 'manual'}));
	await jobs.queue('search').remove(id);
	t.false(await jobs.isQueued(searchMovie, request));
});
