import test from 'ava';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openDownloadClient} from '#workers/integrations/download-clients/open-download-client.ts';

const {signal} = new AbortController();

test('names, messages and paths that a torrent brings have limits, whatever the client', async t => {
	const fake = await fakeQbittorrent(t);
	const settings = buildClientSettings({kind: 'qbittorrent', url: `${fake.url}/`});
	const client = openDownloadClient(settings, {http: withHttp(t), now: () => new Date()} as never); // all that this kind uses
	const id = await client.add(buildDownload(), signal);
	const long = 'x'.repeat(1024 * 1024);
	Object.assign(fake.torrents[0] ?? {}, {name: long, state: 'error', content_path: `/downloads/${long}`, save_path: '/downloads'});
	const [row] = await client.list(signal);
	t.is(row?.downloadId, id);
	t.is(row?.title.length, 1000);
	t.is(row?.outputPath, null);
	t.true((row?.message ?? '').length <= 1000);
	fake.files.set(id, [{name: `${long}/setup.exe`, size: 5}]);
	const [file] = (await client.files(id, signal)) ?? [];
	t.is(file?.path.length, 4096);
	t.true(file?.path.endsWith('/setup.exe'));
});

test('a path that no disk can have is none', async t => {
	const fake = await fakeQbittorrent(t);
	const settings = buildClientSettings({kind: 'qbittorrent', url: `${fake.url}/`});
	const client = openDownloadClient(settings, {http: withHttp(t), now: () => new Date()} as never); // all that this kind uses
	await client.add(buildDownload(), signal);
	Object.assign(fake.torrents[0] ?? {}, {state: 'uploading', content_path: '/downloads/a\0b', save_path: '/downloads'});
	const [row] = await client.list(signal);
	t.is(row?.outputPath, null);
});
