import test from 'ava';
import {torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';

const hash = 'ab'.repeat(20);

test('a client that lists nothing once, as after a restart, has lost nothing', async t => {
	const {deps, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	const {id} = await addItem({downloadId: hash});
	qbittorrent.torrents = [torrentRow(hash, {state: 'pausedDL'})];
	await poll();
	qbittorrent.torrents = [];
	await poll(10);
	const missing = await deps.downloads.get(id);
	t.like(missing, {state: 'downloading', transfer: {missedLists: 1}});
	t.not(missing.transfer?.missingSince, null);

	qbittorrent.torrents = [torrentRow(hash, {state: 'pausedDL'})];
	await poll(11);
	t.like(await deps.downloads.get(id), {state: 'downloading', transfer: {missingSince: null, missedLists: 0}});
	qbittorrent.torrents = [];
	await poll(60);
	t.is((await deps.downloads.get(id)).state, 'downloading', 'the earlier absence does not count');
});

test('a download that stays away is ignored, and goes on when its client has it again', async t => {
	const {deps, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	const {id, release} = await addItem({downloadId: hash});
	for (const minute of [0, 1, 2]) {
		await poll(minute);
	}
	t.is((await deps.downloads.get(id)).state, 'downloading');
	await poll(4);
	t.like(await deps.downloads.get(id), {state: 'ignored', errorMessage: 'The download is no longer in its client.'});

	qbittorrent.torrents = [torrentRow(hash, {amount_left: 300})];
	await poll(30);
	t.like(await deps.downloads.get(id), {state: 'downloading', errorMessage: null, transfer: {missingSince: null}, ended: null});
	await poll(31);
	t.like(await deps.downloads.get(id), {status: 'downloading', health: 'ok', transfer: {sizeLeft: 300}});
	await t.throwsAsync(addItem({guid: release.guid}), {message: /already been grabbed/}, 'its release is locked again');
});

test('what a person ignored stays ignored', async t => {
	const {deps, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	const {id} = await addItem({downloadId: hash});
	await deps.downloads.move(id, 'ignored', {});
	qbittorrent.torrents = [torrentRow(hash)];
	await poll();
	t.is((await deps.downloads.get(id)).state, 'ignored');
	t.is(await deps.downloads.resume(id), null);
});

test('a lost download does not come back beside a new grab of its release', async t => {
	const {deps, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	const {id, release} = await addItem({downloadId: hash});
	for (const minute of [0, 2, 4]) {
		await poll(minute);
	}
	const again = await addItem({downloadId: hash, guid: release.guid});
	qbittorrent.torrents = [torrentRow(hash)];
	await poll(5);
	t.is((await deps.downloads.get(id)).state, 'ignored');
	t.is((await deps.downloads.get(again.id)).state, 'downloading');
});
