import type {ExecutionContext} from 'ava';
import test from 'ava';
import {Invalid, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {buildDownload} from '#test/helpers/build-download.ts';
import {withStores} from '#test/helpers/stores.ts';
import {createBuiltin} from '#workers/integrations/download-clients/builtin-client.ts';

const {signal} = new AbortController();
const now = () => new Date('2026-01-01T00:00:00Z');

interface Asked {
	name: string;
	payload: unknown;
}

async function open(t: ExecutionContext, answer: (job: Asked) => unknown = () => ({torrents: [], port: 7})) {
	const {builtinTorrents} = (await withStores(t)).stores;
	const asked: Asked[] = [];
	const ask: JobClient['ask'] = async ({name}, payload) => {
		asked.push({name, payload});
		return answer({name, payload}) as never; // the fake does not know which job it answers
	};
	return {asked, builtinTorrents, client: createBuiltin({jobs: {ask}, builtinTorrents, now})};
}

test('a torrent is kept before the engine is told to start it', async t => {
	const {client, asked, builtinTorrents} = await open(t);
	const download = buildDownload({seedRatio: 2});
	const id = await client.add(download, signal);
	t.is(id, String(download.infoHash));
	t.deepEqual(asked, [{name: 'add-torrent', payload: {infoHash: id}}]);
	t.like(await builtinTorrents.find(id), {title: download.title, seedRatio: 2, size: 1000, magnetUrl: null});
	t.is(await client.add(download, signal), id);
});

test('a magnet link is kept with its hash and trackers only', async t => {
	const {client, builtinTorrents} = await open(t);
	const magnetUrl = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&tr=${encodeURIComponent('http://t.test')}`;
	await client.add(buildDownload({torrent: null, magnetUrl: `${magnetUrl}&xs=http://a.test/x&ws=http://a.test/y&x.pe=1.1.1.1:80`}), signal);
	t.like(await builtinTorrents.find('ab'.repeat(20)), {magnetUrl, torrentFile: null, size: 0});
});

test('the files of a torrent are those of its torrent file', async t => {
	const {client} = await open(t);
	const id = await client.add(buildDownload(), signal);
	t.deepEqual(await client.files(id, signal), [{path: 'The.Lamp.2024.1080p.WEB-DL-NOBODY.mkv', size: 1000}]);
	const magnetUrl = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&tr=http://t.test`;
	t.is(await client.files(await client.add(buildDownload({torrent: null, magnetUrl}), signal), signal), null);
});

test('when the engine does not answer, the torrent stays stored, as it stays in the queue', async t => {
	const {client, builtinTorrents} = await open(t, () => {
		throw new Unavailable('no_answer_in_time', 'nobody');
	});
	await t.throwsAsync(client.add(buildDownload(), signal), {instanceOf: Unavailable});
	t.is((await builtinTorrents.list()).length, 1);
});

test('list and test ask the engine', async t => {
	const torrent = {downloadId: 'ab'.repeat(20), title: 'x', status: 'downloading'};
	const {client, asked} = await open(t, () => ({torrents: [torrent], port: 4242}));
	t.like((await client.list(signal))[0], torrent);
	t.regex((await client.test(signal)).details[0] ?? '', /4242/);
	await client.remove('ab'.repeat(20), {deleteData: true}, signal);
	t.deepEqual(asked.at(-1), {name: 'remove-torrent', payload: {infoHash: 'ab'.repeat(20), deleteData: true}});
});

test('what is no torrent, or one of version 2 alone, is refused at once', async t => {
	const {client, asked} = await open(t);
	await t.throwsAsync(client.add(buildDownload({torrent: Buffer.from('<html>')}), signal), {instanceOf: Invalid});
	const magnetUrl = `magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}&tr=http://t.test`;
	const error = await t.throwsAsync(client.add(buildDownload({torrent: null, magnetUrl}), signal), {instanceOf: UpstreamFailed});
	t.is(error?.code, 'download_refused');
	t.is(asked.length, 0);
});
