import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {fakeRtorrent} from '#test/helpers/fakes/fake-rtorrent.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createClientFolders} from '#workers/integrations/download-clients/client-folders.ts';
import {columns, parseTorrent, toRows} from '#workers/integrations/download-clients/rtorrent/parse-torrents.ts';
import {createRtorrent} from '#workers/integrations/download-clients/rtorrent/rtorrent-client.ts';
import {parseReply} from '#workers/integrations/download-clients/rtorrent/xml-rpc.ts';

const {signal} = new AbortController();
const now = new Date('2026-01-01T00:00:00Z');
const hash = String(buildDownload().infoHash);

async function start(t: ExecutionContext, overrides: Partial<DownloadClientSettings> = {}, path = '/downloads/The &amp; Lamp') {
	const {url, calls} = await fakeRtorrent(t, {hash, path});
	const settings = buildClientSettings({kind: 'rtorrent', url, category: 'my films', ...overrides});
	const clientFolders = createClientFolders({
		dataDir: tempFolder(t),
		rootFolders: {list: async () => []},
		remotePathMappings: {list: async () => []},
		settings: {get: () => ''},
	});
	return {calls, client: createRtorrent(settings, {http: withHttp(t), now: () => now, clientFolders})};
}

test('the files of a torrent are listed', async t => {
	const {client} = await start(t);
	t.is(await client.files(hash, signal), null);
	await client.add(buildDownload(), signal);
	t.deepEqual(await client.files(hash, signal), [{path: 'Film/film.mkv', size: 7}]);
});

test('a torrent is added with its goals, listed and removed with its files', async t => {
	const directory = join(tempFolder(t), 'a "b"');
	const path = join(directory, 'The & Lamp');
	await mkdir(path, {recursive: true});
	const {client, calls} = await start(t, {directory}, path.replace('&', '&amp;'));
	t.is(await client.add(buildDownload({seedRatio: 1.5, seedTimeMinutes: 60}), signal), hash);
	const load = calls.find(text => text.includes('load.raw_start')) ?? '';
	for (const part of ['<base64>', 'd.custom1.set=my%20films', '/a \\"b\\""', 'kinoteka_ratio,1.5', 'kinoteka_minutes,60']) {
		t.true(load.includes(part), part);
	}

	t.is(await client.add(buildDownload(), signal), hash);
	t.like((await client.list(signal))[0], {
		downloadId: hash,
		title: 'The & Lamp',
		status: 'downloading',
		size: 1000,
		sizeLeft: 400,
		secondsLeft: 20,
		outputPath: path,
		seeders: 3,
	});

	await client.remove(hash, {deleteData: true}, signal);
	t.false(existsSync(path));
	t.deepEqual(await client.list(signal), []);
	await t.notThrowsAsync(client.remove(hash, {deleteData: true}, signal));
});

test('what a server names that is not below its directory is not deleted, and that is said', async t => {
	const library = join(tempFolder(t), 'library');
	const film = join(library, 'The Lamp (2024)');
	await mkdir(film, {recursive: true});
	for (const directory of [null, '/downloads', film]) {
		for (const path of [film, library]) {
			const {client} = await start(t, {directory}, path);
			await client.add(buildDownload(), signal);
			const kept: string[] = [];
			await client.remove(hash, {deleteData: true, onKept: reason => kept.push(reason)}, signal);
			t.true(existsSync(film));
			t.is(kept.length, 1);
			t.regex(kept[0] ?? '', /stays where it is/);
			t.deepEqual(await client.list(signal), []);
		}
	}
});

test('the test tells the version', async t => {
	t.is((await (await start(t)).client.test(signal)).version, '0.9.8');
});

test('missing credentials and another program are reported as such', async t => {
	const {client} = await start(t, {username: null});
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const url = await serveReplies(t, () => ({body: 'hello'}));
	const {client: other} = await start(t, {url});
	t.is((await t.throwsAsync(other.test(signal), {instanceOf: Invalid}))?.code, 'wrong_protocol');
});

const row = {
	hash,
	name: 'x',
	base_path: '/d/x',
	size_bytes: 1000,
	left_bytes: 0,
	is_active: 1,
	complete: 1,
	ratio: 1500,
	finished_at: now.getTime() / 1000 - 3600,
};

for (const [change, status, removable] of [
	[{}, 'completed', false],
	[{goal_ratio: '1.5'}, 'completed', true],
	[{goal_ratio: '1.6'}, 'completed', false],
	[{goal_minutes: '60'}, 'completed', true],
	[{goal_minutes: '61'}, 'completed', false],
	[{complete: 0, goal_ratio: '1'}, 'downloading', false],
	[{complete: 0, is_active: 0}, 'paused', false],
] as const) {
	test(`${JSON.stringify(change)} is ${status}`, t => {
		t.like(parseTorrent({...row, ...change}, now), {status, removable});
	});
}

test('a row with a relative path is left out', t => {
	t.is(parseTorrent({...row, base_path: './x'}, now), null);
});

test('a torrent that was closed has no path for now, but is not gone', t => {
	t.like(parseTorrent({...row, base_path: '', is_active: 0}, now), {status: 'completed', outputPath: null});
});

test('an answer without the element around its values is read, and one of another form is no empty list', t => {
	const values = Object.keys(columns).map(name => `<value><string>${name}</string></value>`);
	const answer = (array: string) => Buffer.from(`<methodResponse><params><param><value>${array}</value></param></params></methodResponse>`);
	for (const wrap of [(text: string) => `<array><data>${text}</data></array>`, (text: string) => `<array>${text}</array>`]) {
		const rows = toRows(parseReply(answer(wrap(`<value>${wrap(values.join(''))}</value>`))));
		t.deepEqual(rows, [Object.fromEntries(Object.keys(columns).map(name => [name, name]))]);
	}
	t.deepEqual(toRows(parseReply(answer('<array><data></data></array>'))), []);
	for (const strange of ['<string>x</string>', '<array><data><value><i4>1</i4></value></data></array>']) {
		t.throws(() => toRows(parseReply(answer(strange))), {code: 'client_failed'});
	}
});

test('a row that was added stopped is paused, and has no path yet', t => {
	t.like(parseTorrent({...row, base_path: '', complete: 0, is_active: 0}, now), {status: 'paused', outputPath: null});
});

test('downloads have labels by kind, and get another one when they are imported', async t => {
	const {client, calls} = await start(t, {category: 'kinoteka', tvCategory: 'my films', tvImportedCategory: 'all done'});
	await client.add(buildDownload({category: 'my films'}), signal);
	t.true(calls.some(text => text.includes('load.raw_start') && text.includes('d.custom1.set=my%20films')));
	t.is((await client.list(signal)).length, 1);
	await t.throwsAsync(client.setCategory?.(hash, 'all done', signal) ?? Promise.resolve());
	t.true(calls.at(-1)?.includes('all%20done'));
});

test('a torrent is stopped, started and given another priority, and none that it does not have', async t => {
	const {client, calls} = await start(t);
	await client.control?.([hash], 'pause', signal);
	t.false(
		calls.some(text => text.includes('d.stop')),
		'it is not there yet',
	);
	await client.add(buildDownload(), signal);
	for (const action of ['pause', 'resume', 'top', 'bottom'] as const) {
		await client.control?.([hash], action, signal);
	}
	const reported = calls.filter(text => /d\.(stop|start|priority\.set)</.test(text));
	t.deepEqual(
		reported.map(text => [...text.matchAll(/<methodName>([^<]*)<|<(?:i4|i8|int)>(\d+)</g)].map(([, method, number]) => method ?? number)),
		[['d.stop'], ['d.start'], ['d.priority.set', '3'], ['d.priority.set', '1']],
	);
	t.true(reported.every(text => text.includes(hash.toUpperCase())));
});
