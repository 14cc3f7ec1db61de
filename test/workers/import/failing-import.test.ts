import {join} from 'node:path';
import test from 'ava';
import {mongo} from 'mongoose';
import {untilPerson} from '#shared/domain/downloads/import-tries.ts';
import {Conflict} from '#shared/errors.ts';
import {release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {settleWaitingItems} from '#workers/downloads/settle-waiting-items.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

/** The disk of the library takes no file of this size. */
function withSmallFiles(deps: WorkerDeps): WorkerDeps {
	const place = () => Promise.reject(Object.assign(new Error('EFBIG: file too large, write'), {code: 'EFBIG'}));
	return {...deps, files: {...deps.files, place}};
}

async function waitingFilm(world: World<'movie'>) {
	return world.addItem({outputPath: await writeAt(join(world.downloads, release, 'film.mkv'))});
}

test('an import that fails for an unforeseen reason tells it, waits longer each time, and rests at last', async t => {
	const world = await createWorld(t, {movie: {}});
	const deps = withSmallFiles(world.deps);
	const item = await waitingFilm(world);
	const minutes: number[] = [];
	for (let tries = 1; tries <= 6; tries += 1) {
		const now = new Date();
		await t.throwsAsync(handleImportDownload({queueItemId: item.id}, {...deps, now: () => now}, world.run()), {instanceOf: Conflict});
		const {retryAt, import: progress} = await deps.downloads.get(item.id);
		t.is(progress?.tries, tries);
		minutes.push((Number(retryAt) - Number(now)) / 60_000);
	}
	t.deepEqual(minutes.slice(0, 5), [1, 5, 15, 60, 240]);
	const rested = await deps.downloads.get(item.id);
	t.like(rested, {state: 'importPending', health: 'error', retryAt: untilPerson, import: {claim: null}});
	t.is(rested.statusMessages[0]?.title, 'film.mkv');
	t.regex(rested.statusMessages[0]?.messages[0] ?? '', /EFBIG: file too large.*last one/);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
	t.is((await deps.history.page({page: 1, limit: 10, event: 'importFailed'})).total, 1);
});

test('between its tries nobody starts it, and after the cause is gone it succeeds', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await waitingFilm(world);
	await t.throwsAsync(handleImportDownload({queueItemId: item.id}, withSmallFiles(world.deps), world.run()));
	const waiting = () => world.deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	await settleWaitingItems(world.deps);
	t.is((await waiting()).length, 0);
	await settleWaitingItems({...world.deps, now: () => new Date(Date.now() + 61_000)});
	t.is((await waiting()).length, 1);
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.like(await world.deps.downloads.get(item.id), {state: 'imported', health: 'ok', statusMessages: []});
});

test('a database that is busy with what a dead worker left is no failure of the import', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await waitingFilm(world);
	const busy = new mongo.MongoServerError({message: 'WriteConflict', code: 112, errorLabels: ['TransientTransactionError']});
	const place = () => Promise.reject(busy);
	const deps = {...world.deps, files: {...world.deps.files, place}};
	await t.throwsAsync(handleImportDownload({queueItemId: item.id}, deps, world.run()), {is: busy}, 'the job is tried again');
	t.like(await deps.downloads.get(item.id), {state: 'importPending', retryAt: null, import: {claim: null}, statusMessages: []});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await deps.downloads.get(item.id)).state, 'imported');
});
