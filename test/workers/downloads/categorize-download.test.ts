import test from 'ava';
import {torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleCategorizeDownload} from '#workers/downloads/categorize-download.ts';

const one = 'ab'.repeat(20);

test('a download gets the category of imported ones, and a client without such a category says so', async t => {
	const {deps, client, qbittorrent, addItem, run} = await createWorld(t, {client: {}});
	qbittorrent.torrents = [torrentRow(one)];
	const {id} = await addItem({downloadId: one});
	const ask = () => handleCategorizeDownload({queueItemId: id}, deps, run());
	t.regex((await ask()).error ?? '', /has no category for imported downloads/);
	await deps.downloadClients.change(client, {movieImportedCategory: 'done'}, deps.now());
	t.deepEqual(await ask(), {error: null});
	t.is(qbittorrent.torrents[0]?.['category'], 'done');
	t.deepEqual(await ask(), {error: null}, 'a second time changes nothing');
	const {id: unsent} = await addItem({downloadId: null});
	t.is(typeof (await handleCategorizeDownload({queueItemId: unsent}, deps, run())).error, 'string');
});
