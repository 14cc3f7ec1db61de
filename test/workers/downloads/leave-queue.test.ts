import test from 'ava';
import type {StreamEvent} from '#shared/events/stream.ts';
import {addCrowd, openBeside} from '#test/helpers/crowd.ts';
import {seededRow, torrentRow} from '#test/helpers/world/client.ts';
import {createWorld, type World} from '#test/helpers/world.ts';

const hash = 'ab'.repeat(20);
const imported = {state: 'imported', status: 'completed', sizeLeft: 0, downloadId: hash} as const;

async function eventsOf({deps}: World<'client'>): Promise<Pick<StreamEvent, 'event' | 'data'>[]> {
	const rows = await deps.producer.xrange(`${deps.prefix}:events:queue`, '-', '+');
	return rows.map(([, [, event = '', , data = '']]) => ({event, data: JSON.parse(data) as unknown}));
}

test('an imported download is shown for a moment, then leaves the queue and is still removed once seeded', async t => {
	const world = await createWorld(t, {client: {}});
	const {deps, client, qbittorrent, addItem, poll, waiting} = world;
	const {id, transfer} = await addItem(imported);
	qbittorrent.torrents = [torrentRow(hash, {state: 'uploading', amount_left: 0})];
	await poll();
	t.is((await deps.downloads.get(id)).state, 'imported');
	await poll(1);
	t.is(await deps.downloads.find(id), null);
	t.deepEqual(await eventsOf(world), [{event: 'queueItemRemoved', data: {id, reason: 'imported'}}]);
	t.deepEqual(await waiting('downloads'), [], 'it still seeds');

	qbittorrent.torrents = [seededRow(hash)];
	await poll(2);
	await poll(3);
	const payload = {downloadClientId: client.id, downloadId: hash, deleteData: true, queueItemId: id, started: Number(transfer?.started)};
	t.deepEqual(await waiting('downloads'), [{name: 'remove-download', payload}]);
});

test('a client that keeps what is imported has nothing left to do', async t => {
	const {deps, client, qbittorrent, addItem, poll, waiting} = await createWorld(t, {client: {}});
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {removeCompleted: false}, new Date());
	const {id} = await addItem(imported);
	qbittorrent.torrents = [seededRow(hash)];
	await poll(1);
	t.is(await deps.downloads.find(id), null);
	t.deepEqual(await deps.leftovers.seedingAt(client.id), []);
	t.deepEqual(await waiting('downloads'), []);
});

test('what the client no longer has is forgotten, but not after one empty list', async t => {
	const {deps, client, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	await addItem(imported);
	qbittorrent.torrents = [torrentRow(hash)];
	await poll(1);
	const count = async () => (await deps.leftovers.seedingAt(client.id)).length;
	t.is(await count(), 1);
	qbittorrent.torrents = [];
	for (const minute of [2, 3, 4]) {
		await poll(minute);
		t.is(await count(), 1);
	}
	await poll(6);
	t.is(await count(), 0);
});

test('a torrent that is grabbed again is not removed because it was imported before', async t => {
	const {qbittorrent, addItem, poll, waiting} = await createWorld(t, {client: {}});
	await addItem(imported);
	qbittorrent.torrents = [torrentRow(hash)];
	await poll(1);
	await addItem({downloadId: hash});
	qbittorrent.torrents = [seededRow(hash)];
	await poll(2);
	t.deepEqual(
		(await waiting('downloads')).map(({name}) => name),
		[],
	);
});

test('hundreds of imported downloads leave together', async t => {
	const world = await createWorld(t, {client: {}});
	await addCrowd(await openBeside(t, world), world, {...imported, downloadClientId: world.client.id, length: 300});
	await world.poll(1);
	t.is((await world.deps.downloads.page({page: 1, limit: 1})).total, 0);
	t.is((await eventsOf(world)).length, 300);
	t.is((await world.deps.leftovers.seedingAt(world.client.id)).length, 300);
});
