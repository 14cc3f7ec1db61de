import test, {type ExecutionContext} from 'ava';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Cancelled, Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {type FakeOptions, fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createQbittorrent} from '#workers/integrations/download-clients/qbittorrent/qbittorrent-client.ts';

const {signal} = new AbortController();
const now = () => new Date('2026-01-01T00:00:00Z');
const hash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';

function open(t: ExecutionContext, overrides: Partial<DownloadClientSettings>) {
	return createQbittorrent(buildClientSettings({kind: 'qbittorrent', ...overrides}), {http: withHttp(t), now});
}

async function start(t: ExecutionContext, options: FakeOptions = {}, overrides: Partial<DownloadClientSettings> = {}) {
	const fake = await fakeQbittorrent(t, options);
	return {fake, client: open(t, {url: `${fake.url}/`, ...overrides})};
}

for (const [version, options] of [
	['4.5', {}],
	['5.3', {modern: true, apiVersion: '2.14.1'}],
] as const) {
	test(`a torrent is added to ${version}, listed and removed`, async t => {
		const {fake, client} = await start(t, options, {addPaused: true, directory: '/downloads/tv'});
		const download = buildDownload({seedRatio: 1.5, seedTimeMinutes: 90});
		const id = await client.add(download, signal);
		t.is(id, String(download.infoHash));
		t.true(fake.categories.has('kinoteka'));
		t.deepEqual(fake.added[0], {
			torrents: 'release.torrent',
			category: 'kinoteka',
			[version === '4.5' ? 'paused' : 'stopped']: 'true',
			savepath: '/downloads/tv',
			autoTMM: 'false',
			ratioLimit: '1.5',
			seedingTimeLimit: '90',
		});
		t.like((await client.list(signal))[0], {downloadId: id, status: 'paused', sizeLeft: 1000});

		await client.remove(id, {deleteData: true}, signal);
		t.deepEqual(fake.added[1], {deleted: id, files: 'true'});
		t.deepEqual(await client.list(signal), []);
		await t.notThrowsAsync(client.remove(id, {deleteData: true}, signal));
		t.is(fake.logins, 1);
	});

	test(`a torrent keeps the folder that it has where ${version} takes such folders away`, async t => {
		const {fake, client} = await start(t, options);
		await client.add(buildDownload(), signal);
		fake.preferences = {dht: true, torrent_content_layout: 'NoSubfolder'};
		fake.torrents = [];
		await client.add(buildDownload(), signal);
		t.deepEqual(
			fake.added.map(({contentLayout}) => contentLayout),
			[undefined, 'Original'],
		);
	});

	test(`adding to ${version} a second time answers the same id`, async t => {
		const {fake, client} = await start(t, options);
		const download = buildDownload();
		t.is(await client.add(download, signal), await client.add(download, signal));
		t.is(fake.added.length, 1);
	});

	test(`a wrong password of ${version} is reported as such`, async t => {
		const {client} = await start(t, options, {password: 'wrong'});
		t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	});

	test(`a session of ${version} that ended is opened again`, async t => {
		const {fake, client} = await start(t, options);
		await client.list(signal);
		fake.forgetSessions();
		t.deepEqual(await client.list(signal), []);
		t.is(fake.logins, 2);
	});

	test(`the test of ${version} tells its version and makes the category`, async t => {
		const {fake, client} = await start(t, options);
		fake.preferences = {dht: false, max_ratio_enabled: true, max_ratio: 1, max_ratio_act: 1};
		const {version: reported, details} = await client.test(signal);
		t.is(reported, version === '4.5' ? 'v4.5.2' : 'v5.3.0');
		t.is(details.length, 3);
		t.true(fake.categories.has('kinoteka'));
	});
}

test('the files of a torrent are listed, also of one that it knows by another hash', async t => {
	const {fake, client} = await start(t);
	const [v1, v2] = ['ab'.repeat(20), 'cd'.repeat(20)];
	fake.torrents = [{hash: v2, infohash_v1: v1, category: 'kinoteka'}];
	t.is(await client.files(v1, signal), null);
	fake.files.set(v2, [{name: 'Film\\film.mkv', size: 7}]);
	t.deepEqual(await client.files(v1, signal), [{path: 'Film/film.mkv', size: 7}]);
	fake.files.set(v1, [{name: 'film.mkv', size: 7, progress: 0.99}]);
	t.deepEqual(await client.files(v1, signal), [{path: 'film.mkv', size: 7, isUnfinished: true}]);
	fake.files.set(v1, []);
	t.is(await client.files(v1, signal), null);
});

test('an API key needs no login', async t => {
	const {fake, client} = await start(t, {modern: true, apiVersion: '2.14.1', apiKey: 'qbt_key'}, {apiKey: 'qbt_key'});
	t.deepEqual(await client.list(signal), []);
	t.is(fake.logins, 0);
});

test('a wrong API key is reported as such', async t => {
	const {client} = await start(t, {modern: true, apiKey: 'qbt_key'}, {apiKey: 'another'});
	t.is((await t.throwsAsync(client.list(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
});

test('a torrent that a person added without a category becomes ours', async t => {
	const {fake, client} = await start(t);
	fake.torrents = [{hash, name: 'x', size: 1, progress: 0.5, state: 'downloading', category: ''}];
	t.is(await client.add(buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${hash}&tr=http://t.test`}), signal), hash);
	t.is(fake.torrents[0]?.['category'], 'kinoteka');
});

test('a torrent of another category is left alone', async t => {
	const {fake, client} = await start(t);
	fake.torrents = [{hash, name: 'x', size: 1, progress: 0.5, state: 'downloading', category: 'private'}];
	const magnetUrl = `magnet:?xt=urn:btih:${hash}&tr=http://t.test`;
	const error = await t.throwsAsync(client.add(buildDownload({torrent: null, magnetUrl}), signal), {instanceOf: UpstreamFailed});
	t.is(error?.code, 'download_refused');
	t.is(fake.torrents[0]?.['category'], 'private');
});

test('a magnet link without trackers is refused when the DHT is off', async t => {
	const {fake, client} = await start(t);
	fake.preferences = {dht: false};
	const download = buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${hash}`});
	t.is((await t.throwsAsync(client.add(download, signal), {instanceOf: UpstreamFailed}))?.code, 'download_refused');
	t.is(fake.added.length, 0);
});

test('a category that it refuses is reported as such', async t => {
	const {client} = await start(t, {}, {category: 'a//b'});
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
});

test('a release that is no torrent never reaches the client', async t => {
	const {fake, client} = await start(t);
	const download = buildDownload({torrent: Buffer.from('<html>')});
	t.is((await t.throwsAsync(client.add(download, signal), {instanceOf: Invalid}))?.code, 'not_a_torrent');
	t.is(fake.logins, 0);
});

test('a version before the seeding limits is refused', async t => {
	const {client} = await start(t, {apiVersion: '2.5.1'});
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'unsupported_version');
});

test('another program at the address is reported as such', async t => {
	const url = await serveReplies(t, () => ({body: '<html>router</html>'}));
	t.is((await t.throwsAsync(open(t, {url}).test(signal), {instanceOf: Invalid}))?.code, 'wrong_protocol');
});

test('nobody at the address is reported as such', async t => {
	const error = await t.throwsAsync(open(t, {url: 'http://127.0.0.1:1'}).test(signal), {instanceOf: UpstreamFailed});
	t.is(error?.code, 'connection_refused');
});

test('an address that is none is reported as such', t => {
	t.is(t.throws(() => open(t, {url: 'ftp://x'}), {instanceOf: Invalid})?.code, 'wrong_protocol');
});

test('a call ends when it is cancelled', async t => {
	const url = await serveReplies(t, () => new Promise(() => {}));
	const controller = new AbortController();
	const pending = open(t, {url}).list(controller.signal);
	controller.abort();
	await t.throwsAsync(pending, {instanceOf: Cancelled});
});

test('downloads have categories by kind, are listed with all of them, and get another one when they are imported', async t => {
	const {fake, client} = await start(t, {}, {movieCategory: 'films', movieImportedCategory: 'done'});
	const id = await client.add(buildDownload({category: 'films'}), signal);
	t.is(fake.added[0]?.['category'], 'films');
	fake.torrents.push({hash: 'ab'.repeat(20), name: 'Old', size: 1, progress: 0.5, state: 'downloading', category: 'kinoteka'});
	fake.torrents.push({hash: 'cd'.repeat(20), name: 'Foreign', size: 1, progress: 0.5, state: 'downloading', category: 'music'});
	const ids = async () => (await client.list(signal)).map(({downloadId}) => downloadId).toSorted();
	t.deepEqual(await ids(), [id, 'ab'.repeat(20)].toSorted());
	await client.setCategory?.(id, 'done', signal);
	await client.setCategory?.(id, 'done', signal);
	await client.setCategory?.('ef'.repeat(20), 'done', signal);
	t.is(fake.torrents[0]?.['category'], 'done');
	t.true(fake.categories.has('done'));
	t.deepEqual(await ids(), [id, 'ab'.repeat(20)].toSorted());
	t.is(await client.add(buildDownload({category: 'films'}), signal), id);
	t.is(fake.torrents[0]?.['category'], 'films');
	await client.remove(id, {deleteData: false}, signal);
	t.deepEqual(await ids(), ['ab'.repeat(20)]);
});

test('files that another torrent has too stay, also those of one that was added a moment ago', async t => {
	const {fake, client} = await start(t);
	const id = await client.add(buildDownload(), signal);
	Object.assign(fake.torrents[0] ?? {}, {content_path: '/d/Tin.Harbour', save_path: '/d'});
	fake.torrents.push({hash: 'ff', category: 'other', content_path: 'Tin.Harbour', save_path: '/d/'});
	const kept: string[] = [];
	const remove = () => client.remove(id, {deleteData: true, onKept: reason => kept.push(reason)}, signal);
	await remove();
	t.deepEqual(fake.added.at(-1), {deleted: id, files: 'false'});
	t.regex(kept.join(), /another torrent in the same client/);
});
