import test from 'ava';
import {addCrowd, openBeside} from '#test/helpers/crowd.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {torrentRow} from '#test/helpers/world/client.ts';
import {buildItem, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {settleWaitingItems} from '#workers/downloads/follow-items.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {byTask, collectFacts} from '#workers/search/collect-facts.ts';

const soon = new Date('2999-01-01');

test('a failed download whose time is over is given up, whatever becomes of the others', async t => {
	const {deps} = await withWorkerDeps(t);
	const failed = {state: 'failedPending' as const, retryAt: new Date(0)};
	const broken = await deps.downloads.add(buildItem({...failed, title: 'Broken', added: new Date(1)}));
	const sound = await deps.downloads.add(buildItem({...failed, title: 'Sound', added: new Date(2)}));
	const waiting = await deps.downloads.add(buildItem({...failed, retryAt: soon}));
	const blocklist: WorkerDeps['blocklist'] = {
		...deps.blocklist,
		async add(entry) {
			if (entry.title === 'Broken') {
				throw new Error('The database went away.');
			}
			return deps.blocklist.add(entry);
		},
	};
	await settleWaitingItems({...deps, blocklist});
	const stateOf = async (id: string) => (await deps.downloads.get(id)).state;
	const blocked = async () => (await deps.blocklist.page({page: 1, limit: 10})).entries.map(({title}) => title);
	t.is(await stateOf(broken.id), 'failed');
	t.is(await stateOf(sound.id), 'failed');
	t.is(await stateOf(waiting.id), 'failedPending');
	t.deepEqual(await blocked(), ['Sound']);

	await settleWaitingItems(deps);
	t.deepEqual((await blocked()).sort(), ['Broken', 'Sound']);
});

test('what is due is found behind any number of older downloads', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const db = await openBeside(t, world);
	await addCrowd(db, world, {state: 'downloading', status: 'paused', length: 1000});
	await addCrowd(db, world, {state: 'importPending', retryAt: soon, length: 1000});
	await addCrowd(db, world, {state: 'downloading', retryAt: soon, length: 600});
	await db.collection('downloads').updateMany({state: 'downloading', retryAt: soon}, {$set: {downloadId: null}});
	const failed = await deps.downloads.add(buildItem({state: 'failedPending', retryAt: new Date(0), added: new Date()}));
	const finished = await deps.downloads.add(buildItem({state: 'importPending', added: new Date()}));
	const left = await deps.downloads.add(buildItem({state: 'importPending', added: new Date()}));
	await deps.downloads.claimForImport(left.id, 'of a dead worker', -1000);
	const unanswered = await deps.downloads.add(buildItem({state: 'downloading', downloadId: null, added: new Date()}));
	await settleWaitingItems({...deps, now: () => new Date(Date.now() + 3 * 60_000)});

	t.is((await deps.downloads.get(failed.id)).state, 'failed');
	const jobsIn = async (pool: 'import' | 'grab') => (await deps.jobs.queue(pool).getJobs()).map(({data}) => data.payload.queueItemId);
	t.deepEqual((await jobsIn('import')).sort(), [finished.id, left.id].sort());
	t.deepEqual(await jobsIn('grab'), [unanswered.id]);
});

test('finding what is due reads nothing else', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const db = await openBeside(t, world);
	await addCrowd(db, world, {state: 'downloading', status: 'paused', length: 1000});
	await addCrowd(db, world, {state: 'importPending', retryAt: soon, length: 1000});
	await addCrowd(db, world, {state: 'failed', length: 1000});
	await db.command({profile: 2});
	await settleWaitingItems({...deps, now: () => new Date(Date.now() + 3 * 60_000)});
	await db.command({profile: 0});
	const seen = await db
		.collection('system.profile')
		.find({ns: /\.(?:downloads|leftovers)$/, op: 'query'})
		.toArray();
	t.is(seen.length, 7);
	for (const {command, planSummary, docsExamined, keysExamined, hasSortStage} of seen) {
		const what = JSON.stringify(command.filter);
		t.regex(planSummary, /^IXSCAN/, what);
		t.falsy(hasSortStage, what);
		t.is(docsExamined, 0, what);
		t.true(keysExamined <= 1, `${what}: ${keysExamined} keys`);
	}
	await db.dropCollection('system.profile');
});

test('a download that waits for its import without a path is asked again until it has one', async t => {
	const {deps, qbittorrent, addItem, poll, waiting} = await createWorld(t, {client: {}});
	const hash = 'a'.repeat(40);
	const {id} = await addItem({
		state: 'importPending',
		status: 'completed',
		downloadId: hash,
		outputPath: null,
		retryAt: soon,
		ended: new Date(),
	});
	qbittorrent.torrents = [torrentRow(hash, {state: 'uploading', amount_left: 0})];
	await poll();
	t.is((await deps.downloads.get(id)).transfer?.outputPath, null);
	qbittorrent.torrents = [torrentRow(hash, {state: 'uploading', amount_left: 0, content_path: '/downloads/film'})];
	await poll();
	t.like(await deps.downloads.get(id), {transfer: {outputPath: '/downloads/film'}, retryAt: null, state: 'importPending'});
	t.deepEqual(await waiting('import'), [{name: 'import-download', payload: {queueItemId: id}}]);
	await deps.downloads.change(id, {retryAt: soon});
	for (const state of ['moving', 'uploading']) {
		qbittorrent.torrents = [torrentRow(hash, {state, amount_left: 0, content_path: '/elsewhere/film'})];
		await poll();
		const isThere = state === 'uploading';
		const {transfer, retryAt} = await deps.downloads.get(id);
		t.is(transfer?.outputPath, isThere ? '/elsewhere/film' : '/downloads/film', 'one that was moved since is imported from its new place');
		t.is(retryAt === null, isThere);
	}
});

test('a failed download that may be retried is no rival of other releases', async t => {
	const {deps, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	await deps.downloads.add(buildItem({state: 'failedPending', movieId: movie.id, title: 'Failed', retryAt: soon}));
	await deps.downloads.add(buildItem({state: 'downloading', movieId: movie.id, title: 'Under way'}));
	const {queue, failing} = (await (await collectFacts([], () => byTask, deps)).ofMovie(movie)).of(byTask);
	t.deepEqual(
		queue.map(({releaseTitle}) => releaseTitle),
		['Under way'],
	);
	t.deepEqual(
		failing.map(({releaseTitle}) => releaseTitle),
		['Failed'],
	);
});
