import test, {type ExecutionContext} from 'ava';
import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {addCrowd, crowdId, openBeside} from '#test/helpers/crowd.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';

/** A usenet client that answers only when the test lets it. */
async function withSlowClient(t: ExecutionContext) {
	const {deps, run} = await withWorkerDeps(t);
	const isAsked = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	let asked = 0;
	const url = await serveReplies(t, async ({query}) => {
		if (query.get('mode') === 'queue') {
			asked += 1;
			isAsked.resolve();
			await mayAnswer.promise;
		}
		return {json: {queue: {slots: []}, history: {slots: []}}};
	});
	const {id} = await deps.downloadClients.add({...defaultClientSettings, url, name: 'SABnzbd', kind: 'sabnzbd', apiKey: 'key'}, new Date());
	const status = async () => (await deps.downloadClients.get(id)).status;
	return {deps, run, id, isAsked: isAsked.promise, answer: mayAnswer.resolve, timesAsked: () => asked, status};
}

test('a client is asked by one process at a time, however long it takes', async t => {
	const {deps, run, id, isAsked, answer, timesAsked, status} = await withSlowClient(t);
	const first = handleTrackDownloads({}, deps, run());
	await isAsked;
	await handleTrackDownloads({}, deps, run());
	t.is(timesAsked(), 1);
	answer();
	await first;
	t.not(await deps.leases.try(`tracking:${id}`), null);
	t.is(await status(), 'ok');
});

test('a poll that is stopped says nothing about the client', async t => {
	const {deps, run, isAsked, answer, status} = await withSlowClient(t);
	const stop = new AbortController();
	const polling = handleTrackDownloads({}, deps, {...run(), signal: stop.signal});
	await isAsked;
	stop.abort('The process stops');
	await polling.catch(() => {});
	answer();
	t.is(await status(), 'unknown');
});

test('an outage of Redis during a poll says nothing about the client', async t => {
	const {deps, run, answer, status} = await withSlowClient(t);
	answer();
	const openDownloadClient: typeof deps.openDownloadClient = settings => ({
		...deps.openDownloadClient(settings),
		list: () => Promise.reject(new Error('Command timed out')),
	});
	await handleTrackDownloads({}, {...deps, openDownloadClient}, run());
	t.is(await status(), 'unknown');
});

test('what a poll finds is not noted on a client that was corrected meanwhile', async t => {
	const {deps, run, id, isAsked, answer, status} = await withSlowClient(t);
	const polling = handleTrackDownloads({}, deps, run());
	await isAsked;
	await deps.downloadClients.change(await deps.downloadClients.get(id), {url: 'http://127.0.0.1:9'}, new Date(Date.now() + 1000));
	answer();
	await polling;
	t.is(await status(), 'unknown');
});

/** Room for some thousand entries; the usual megabyte holds a few hundred. */
const profileBytes = 64 * 1024 * 1024;

test('two thousand downloads are followed with a handful of queries, and unchanged ones write and publish nothing', async t => {
	const world = await createWorld(t, {client: {}});
	const {deps, client, qbittorrent, poll} = world;
	const db = await openBeside(t, world);
	await addCrowd(db, world, {state: 'downloading', status: 'downloading', downloadClientId: client.id, sizeLeft: 600, length: 2000});
	const published = async () => {
		const about = (await deps.producer.call('XINFO', 'STREAM', `${deps.prefix}:events:queue`)) as unknown[];
		return about[about.indexOf('entries-added') + 1];
	};
	/** The database operations of one poll, by kind. */
	const costOf = async () => {
		await db.createCollection('system.profile', {capped: true, size: profileBytes});
		await db.command({profile: 2});
		await poll();
		await db.command({profile: 0});
		const seen = await db.collection('system.profile').find().toArray();
		await db.dropCollection('system.profile');
		// A slow machine renews the lease of the poll meanwhile, which says nothing about what the poll itself costs.
		const own = seen.filter(({ns}) => !String(ns).endsWith('.leases'));
		return Object.groupBy(own, ({op}) => (op === 'update' ? 'updates' : 'reads'));
	};

	qbittorrent.torrents = Array.from({length: 2000}, (_, n) => torrentRow(crowdId(n), {amount_left: 400}));
	const changed = await costOf();
	t.is(changed.updates?.length, 2000 + 1, 'each of them, and the health of the client');
	t.true((changed.reads?.length ?? 0) < 20, String(changed.reads?.length));
	t.is(await published(), 2000);

	const unchanged = await costOf();
	t.is(unchanged.updates, undefined);
	t.true((unchanged.reads?.length ?? 0) < 20, String(unchanged.reads?.length));
	t.is(await published(), 2000);
	t.is((await deps.downloads.followed(client.id))[7]?.transfer?.sizeLeft, 400);
});
