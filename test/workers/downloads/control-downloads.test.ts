import test from 'ava';
import {torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleControlDownloads} from '#workers/downloads/control-downloads.ts';

const [one, two] = ['ab'.repeat(20), 'cd'.repeat(20)] as const;
const pausedStates: readonly unknown[] = ['stoppedDL', 'pausedDL'];

test('what a client downloads is paused while everything is, and goes on afterwards, but not what a person has paused', async t => {
	const {deps, client, qbittorrent, addItem, poll} = await createWorld(t, {client: {}});
	qbittorrent.torrents = [torrentRow(one), torrentRow(two, {state: 'pausedDL'})];
	const first = await addItem({downloadId: one});
	await addItem({downloadId: two});
	const isPaused = (hash: string) => pausedStates.includes(qbittorrent.torrents.find(each => each['hash'] === hash)?.['state']);
	await deps.pauses.set({scope: 'all', targetId: null, until: null, pausedBy: 'vera'}, deps.now());
	await poll();
	t.true(isPaused(one));
	t.true((await deps.downloads.get(first.id)).transfer?.held);
	await poll();
	t.is((await deps.downloads.get(first.id)).status, 'paused');
	await deps.pauses.remove('all');
	await poll();
	t.false(isPaused(one));
	t.true(isPaused(two), 'a person has paused it');
	t.false((await deps.downloads.get(first.id)).transfer?.held);
	// It ends by itself.
	await deps.pauses.set({scope: 'downloadClient', targetId: client.id, until: new Date(Date.now() + 60_000), pausedBy: null}, deps.now());
	await poll();
	t.true(isPaused(one));
	await poll(2);
	t.false(isPaused(one));
});

test('downloads are paused, resumed and ordered by a person; what cannot be is reported', async t => {
	const {deps, qbittorrent, addItem, run} = await createWorld(t, {client: {}});
	qbittorrent.torrents = [torrentRow(one), torrentRow(two)];
	const items = [await addItem({downloadId: one}), await addItem({downloadId: two})];
	const done = await addItem({downloadId: 'ef'.repeat(20), state: 'imported', status: 'completed'});
	const ids = [...items, done].map(({id}) => id);
	const {failures} = await handleControlDownloads({queueItemIds: [...ids, 'nobody'], action: 'pause'}, deps, run());
	t.deepEqual(
		failures.map(({id}) => id),
		[done.id, 'nobody'],
	);
	t.true(qbittorrent.torrents.every(({state}) => pausedStates.includes(state)));
	await handleControlDownloads({queueItemIds: [items[0]?.id ?? ''], action: 'resume'}, deps, run());
	t.deepEqual(
		qbittorrent.torrents.map(({state}) => pausedStates.includes(state)),
		[false, true],
	);
	await handleControlDownloads({queueItemIds: ids, action: 'top'}, deps, run());
	t.deepEqual(qbittorrent.added.at(-1), {topPrio: `${one}|${two}`});
});

test('a client that cannot pause says so', async t => {
	const {deps, client, addItem, run} = await createWorld(t, {client: {}});
	const {id: _, ...settings} = client;
	const own = await deps.downloadClients.add({...settings, name: 'Folder', kind: 'blackhole'}, deps.now());
	const {id} = await addItem({downloadId: one, downloadClientId: own.id});
	const {failures} = await handleControlDownloads({queueItemIds: [id], action: 'pause'}, deps, run());
	t.regex(failures[0]?.error ?? '', /cannot pause/);
});
