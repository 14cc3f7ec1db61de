import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('an administrator walks through the folders of the disks, and sees neither files nor hidden folders', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const media = await tempFolder(t);
	await Promise.all(['Series 10', 'Series 9', 'films', '.hidden'].map(name => mkdir(join(media, name))));
	await writeFile(join(media, 'film.mkv'), '');
	const {status, body} = await served.call(`GET /api/folders?path=${encodeURIComponent(`${media}/films/../`)}`);
	t.is(status, 200);
	t.deepEqual(
		body.folders.map(({name}: {name: string}) => name),
		['films', 'Series 9', 'Series 10'],
	);
	t.like(body, {path: media, total: 3, folders: [{path: join(media, 'films')}]});
	const top = await served.call('GET /api/folders');
	t.is(top.body.parent, null);
	const names = top.body.folders.map(({name}: {name: string}) => name);
	t.deepEqual(
		['etc', 'proc', 'sys', 'dev', 'usr'].filter(name => names.includes(name)),
		[],
	);
	t.is((await served.call('GET /api/folders', {as: 'user'})).status, 403);
});

test('nobody gets into the system, keys, or our own data, through a link neither', async t => {
	const dataDir = await tempFolder(t);
	await mkdir(join(dataDir, 'backups'));
	const served = await serve(t, {http: {dataDir}});
	await answerDisks(t, served);
	const media = await tempFolder(t);
	await mkdir(join(media, '.ssh', 'deeper'), {recursive: true});
	await symlink('/etc', join(media, 'to-system'));
	await symlink(join(dataDir, 'backups'), join(media, 'to-data'));
	const fault = async (path: string) => {
		const {status, body} = await served.call(`GET /api/folders?path=${encodeURIComponent(path)}`);
		return status === 400 ? body.errors[0] : {status};
	};
	for (const path of [
		'/etc',
		'/proc/self',
		'/root/.ssh',
		'/home/eve/.config',
		dataDir,
		join(dataDir, 'backups'),
		`${media}/x/../../../etc`,
	]) {
		t.is((await fault(path)).path, 'path');
		t.regex((await fault(path)).message, /belongs to the operating system, keys, or our own data/, path);
	}
	for (const path of [`${media}/.ssh/deeper`, `${media}/to-system`, `${media}/to-system/ssl`, `${media}/to-data`]) {
		t.regex((await fault(path)).message, /belongs to the operating system, keys, or our own data/, path);
	}
	t.regex((await fault(join(media, 'nothing'))).message, /does not exist/);
	t.regex((await fault('films')).message, /must be absolute/);
});
