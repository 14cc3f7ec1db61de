import test from 'ava';
import {openConsumer} from '#shared/redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleReadFolderState} from '#workers/disks/handlers.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {byTask, collectFacts} from '#workers/search/collect-facts.ts';
import {askFreeSpace} from '#workers/wiring/assemble-deps.ts';

const mebibyte = 1024 * 1024;

test('the pool with the disks says how much is free, whichever process searches', async t => {
	const {deps, library, redisUrl} = await withWorkerDeps(t);
	const connection = openConsumer(redisUrl, patientRedis);
	const handlers = {readFolderState: handleReadFolderState} as unknown as Handlers; // nothing else is asked of the pool here
	const pool = startPool('disks', {handlers, deps, connection, concurrency: 1, lockMs: patienceMs});
	t.teardown(async () => {
		await pool.close(true);
		connection.disconnect();
	});
	const ask: typeof deps.jobs.ask = (job, payload, options) => deps.jobs.ask(job, payload, {...options, timeoutMs: patienceMs});
	const patient = {...deps, jobs: {ask}};
	t.true((await askFreeSpace(library, patient))! > mebibyte); // the pool answers
	t.is(await askFreeSpace(`${library}/missing`, patient), null);
});

test('what an import must leave free is not to spare, and each folder is asked for once', async t => {
	const {deps, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	await deps.settings.set('media.minimumFreeSpaceMiB', 3, new Date());
	const asked: string[] = [];
	const freeSpaceOf = async (folder: string) => {
		asked.push(folder);
		return folder === '/unknown' ? null : 10 * mebibyte;
	};
	const facts = await collectFacts([], () => byTask, {...deps, freeSpaceOf});
	const freeBytesBelow = async (rootFolderPath: string) => (await facts.ofMovie({...movie, rootFolderPath})).of(byTask).freeBytes;
	const found = await Promise.all([freeBytesBelow('/films'), freeBytesBelow('/films'), freeBytesBelow('/unknown')]);
	t.deepEqual(found, [7 * mebibyte, 7 * mebibyte, null]);
	t.deepEqual(asked.toSorted(), ['/films', '/unknown']);
});

test('without a pool that has the disks the space is unknown, and a search goes on', async t => {
	const {deps} = await withWorkerDeps(t);
	const ask = () => Promise.reject(new Error('nobody answers'));
	t.is(await askFreeSpace('/films', {...deps, jobs: {ask}}), null);
});
