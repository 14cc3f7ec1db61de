import {link, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {serve} from '#test/helpers/serve.ts';

test('administrators see the disks of root folders, downloads, bin and backups, with what uses them', async t => {
	const served = await serve(t);
	const {call, deps, directory} = served;
	await answerDisks(t, served);
	const [root, downloads] = [join(directory, 'films'), join(directory, 'downloads')];
	for (const path of [root, downloads]) {
		await mkdir(path, {recursive: true});
	}
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	const client = {
		...defaultClientSettings,
		name: 'Torrents',
		kind: 'qbittorrent' as const,
		url: 'http://box.test:8080',
		directory: '/remote/in',
	};
	await deps.downloadClients.add(client, deps.now());
	await deps.remotePathMappings.add({host: 'box.test', remotePath: '/remote/in', localPath: downloads}, deps.now());
	t.is((await call('GET /api/disk-space', {as: 'user'})).status, 403);
	const {status, body} = await call('GET /api/disk-space');
	t.is(status, 200);
	const folders = body.disks.flatMap((disk: {folders: object[]}) => disk.folders);
	t.like(
		folders.find(({use}: {use: string}) => use === 'downloads'),
		{path: downloads, names: ['Torrents'], accessible: true},
	);
	t.like(
		folders.find(({use}: {use: string}) => use === 'rootFolder'),
		{path: root, accessible: true},
	);
	const together = body.disks.find((disk: {folders: {use: string}[]}) => disk.folders.some(({use}) => use === 'rootFolder'));
	t.true(together.folders.length >= 2, 'they lie on one file system');
	t.true(together.freeSpace > 0 && together.totalSpace > together.freeSpace);
});

test('what fills the disks is counted for the library, and measured for downloads, bins and backups', async t => {
	const served = await serve(t);
	const {call, deps, directory} = served;
	const {dataDir} = deps.http;
	await answerDisks(t, served);
	const root = join(directory, 'films');
	const downloads = join(dataDir, 'downloads', 'film');
	for (const path of [root, downloads, join(dataDir, 'backups')]) {
		await mkdir(path, {recursive: true});
	}
	await writeFile(join(downloads, 'film.mkv'), 'x'.repeat(700));
	await link(join(downloads, 'film.mkv'), join(root, 'film.mkv'));
	await writeFile(join(downloads, 'film.nfo'), 'x'.repeat(50));
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	t.is((await call('GET /api/disk-use', {as: 'user'})).status, 403);
	const {status, body} = await call('GET /api/disk-use');
	t.is(status, 200);
	const of = (use: string) => body.folders.filter((folder: {use: string}) => folder.use === use);
	t.like(of('rootFolder')[0], {path: root, bytes: null});
	t.like(of('downloads')[0], {bytes: 750, sharedBytes: 700, isWhole: true});
	t.like(of('recycleBin')[0], {path: root, bytes: 0});
	t.like(of('backups')[0], {bytes: 0, isWhole: true});
});
