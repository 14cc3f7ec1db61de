import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {leftoverOf, removalOf} from '#shared/jobs/downloads.ts';
import {fakeRtorrent} from '#test/helpers/fakes/fake-rtorrent.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {seededRow, torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleRemoveDownload} from '#workers/downloads/remove-download.ts';

const hash = 'ab'.repeat(20);
const imported = {state: 'imported', status: 'completed', sizeLeft: 0, downloadId: hash} as const;

test('a removal that Redis forgot is asked for again, until the client has confirmed it', async t => {
	const {deps, run, qbittorrent, addItem, poll, waiting} = await createWorld(t, {client: {}});
	const item = await addItem(imported);
	const {id} = item;
	qbittorrent.torrents = [seededRow(hash)];
	await poll();
	t.is((await waiting('downloads')).length, 1);
	t.false((await deps.downloads.get(id)).transfer?.removedFromClient);
	await deps.jobs.queue('downloads').obliterate({force: true});
	await poll();
	t.is((await waiting('downloads')).length, 1);

	await handleRemoveDownload(removalOf(item), deps, run());
	t.deepEqual(qbittorrent.torrents, []);
	t.true((await deps.downloads.get(id)).transfer?.removedFromClient);
});

test('an rTorrent that names a library, our data or backups gets nothing deleted', async t => {
	const {deps, run, addItem, library} = await createWorld(t, {client: {}});
	const {dataDir} = deps;
	const backups = join(tempFolder(t), 'backups');
	await deps.settings.set('backup.folder', backups, new Date());
	await mkdir(join(library, 'Film'), {recursive: true});
	await mkdir(join(backups, 'one'), {recursive: true});
	const named = [library, join(library, 'Film'), dataDir, dirname(dataDir), backups, join(backups, 'one'), '/'];
	for (const path of named) {
		const {url, calls} = await fakeRtorrent(t, {hash, path, isThere: true});
		// Even where the administrator's directory holds everything.
		const own = {name: path, kind: 'rtorrent', url, category: 'my films', username: 'a', password: 'b', directory: '/'} as const;
		const client = await deps.downloadClients.add({...defaultClientSettings, ...own}, new Date());
		const item = await addItem({...imported, downloadClientId: client.id});
		await handleRemoveDownload(removalOf(item), deps, run());
		t.true(calls.some(call => call.includes('d.erase')));
		t.regex((await deps.downloads.get(item.id)).statusMessages[0]?.messages[0] ?? '', /stays where it is/, path);
	}
	t.true([join(library, 'Film'), dataDir, join(backups, 'one')].every(existsSync));
});

test('data that is left behind is said on the item, whose download is gone all the same', async t => {
	const {deps, run, addItem} = await createWorld(t, {client: {}});
	const item = await addItem(imported);
	const openDownloadClient: typeof deps.openDownloadClient = settings => ({
		...deps.openDownloadClient(settings),
		async remove(_downloadId, {onKept}) {
			onKept?.('/library stays where it is: it is a root folder.');
		},
	});
	await handleRemoveDownload(removalOf(item), {...deps, openDownloadClient}, run());
	t.like(await deps.downloads.get(item.id), {
		health: 'warning',
		statusMessages: [{title: 'Data left behind', messages: ['/library stays where it is: it is a root folder.']}],
		transfer: {removedFromClient: true},
	});
});

test('a client that does not remove it is asked again after a pause', async t => {
	const {deps, run, client, addItem, poll, waiting} = await createWorld(t, {client: {}});
	const item = await addItem({...imported, state: 'failed'});
	const {id} = item;
	await deps.leftovers.add([leftoverOf(item, {whenSeeded: false})]);
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {password: 'wrong'}, new Date());
	const payload = removalOf(item);
	await t.throwsAsync(handleRemoveDownload(payload, deps, run()));
	t.false((await deps.downloads.get(id)).transfer?.removedFromClient);
	await poll(9);
	t.deepEqual(await waiting('downloads'), []);
	await poll(11);
	t.deepEqual(await waiting('downloads'), [{name: 'remove-download', payload}]);

	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {password: 'right horse'}, new Date());
	await handleRemoveDownload(payload, deps, run());
	t.true((await deps.downloads.get(id)).transfer?.removedFromClient);
	t.deepEqual(await deps.leftovers.due(new Date()), []);
});

test('a removal that was asked for before a new grab leaves the new download alone', async t => {
	const {deps, run, qbittorrent, addItem} = await createWorld(t, {client: {}});
	const old = await addItem({...imported, state: 'failed'});
	await deps.leftovers.add([leftoverOf(old, {whenSeeded: false})]);
	await addItem({downloadId: null, infoHash: hash});
	qbittorrent.torrents = [torrentRow(hash)];
	await handleRemoveDownload(removalOf(old), deps, run());
	t.is(qbittorrent.torrents.length, 1);
	t.deepEqual(await deps.leftovers.due(new Date()), []);
});

test('a download of a client that is gone needs no removal', async t => {
	const {deps, run, addItem} = await createWorld(t, {client: {}});
	const item = await addItem(imported);
	const {id} = item;
	await handleRemoveDownload({...removalOf(item), downloadClientId: 'gone'}, deps, run());
	t.true((await deps.downloads.get(id)).transfer?.removedFromClient);
});
