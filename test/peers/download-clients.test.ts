import {existsSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {wait} from '#shared/coordination/wait.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {delugeBinary, startDeluge} from '#test/helpers/peers/deluge.ts';
import {follow} from '#test/helpers/peers/follow.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin, qbittorrentBinary, startQbittorrent} from '#test/helpers/peers/qbittorrent.ts';
import {rtorrentBinary, startRtorrent} from '#test/helpers/peers/rtorrent.ts';
import {hashFolder, type Swarm, startSwarm} from '#test/helpers/peers/swarm.ts';
import {startTransmission, transmissionBinary} from '#test/helpers/peers/transmission.ts';
import {longSignal, until} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createDeluge} from '#workers/integrations/download-clients/deluge/deluge-client.ts';
import {createDelugeRpc} from '#workers/integrations/download-clients/deluge/rpc.ts';
import type {DownloadClient} from '#workers/integrations/download-clients/download-client.ts';
import {createQbittorrent} from '#workers/integrations/download-clients/qbittorrent/qbittorrent-client.ts';
import {createRtorrent} from '#workers/integrations/download-clients/rtorrent/rtorrent-client.ts';
import {createTransmission} from '#workers/integrations/download-clients/transmission/transmission-client.ts';
import {encodeBencoded, joinDictionary, sliceDictionary} from '#workers/integrations/torrents/bencode.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';

const signal = longSignal();
/** For torrents without a seed time. */
const seedTimes = {put: async () => {}, ofClient: async () => new Map<string, number>(), remove: async () => {}};
const now = () => new Date();
/** The rule has tests of its own. */
const clientFolders = {whyKept: async (local: string) => ({local, reason: null})};

const programs = [
	{
		kind: 'qbittorrent',
		binary: qbittorrentBinary,
		start: startQbittorrent,
		open: (settings: DownloadClientSettings, t: ExecutionContext) => createQbittorrent(settings, {http: withHttp(t), now}),
	},
	{
		kind: 'transmission',
		binary: transmissionBinary,
		start: startTransmission,
		open: (settings: DownloadClientSettings, t: ExecutionContext) => createTransmission(settings, {http: withHttp(t)}),
	},
	{
		kind: 'deluge',
		binary: delugeBinary,
		start: startDeluge,
		open: (settings: DownloadClientSettings, t: ExecutionContext) => createDeluge(settings, {http: withHttp(t), seedTimes, now}),
	},
	{
		kind: 'rtorrent',
		binary: rtorrentBinary,
		start: startRtorrent,
		open: (settings: DownloadClientSettings, t: ExecutionContext) => createRtorrent(settings, {http: withHttp(t), now, clientFolders}),
	},
] as const;

for (const {kind, binary, start, open} of programs) {
	const serial = isInstalled(binary) ? test.serial : test.serial.skip;
	if (!isInstalled(binary)) {
		console.warn(`Skipping ${kind}: ${binary} is not installed (apt-get install ${binary}).`);
	}

	serial(`${kind} fetches torrents that we send and gives them up again`, async t => {
		t.timeout(120_000);
		const {url} = await start(t);
		const client = open(buildClientSettings({...peerLogin, kind, url}), t);
		const {version} = await client.test(signal);
		t.log(`${kind} ${version}`);

		await fetchAndRemove(t, client, {swarm: await startSwarm(t), by: 'torrent'});
		await fetchAndRemove(t, client, {swarm: await startSwarm(t, {megabytes: 1, name: 'Another.Lamp.2023'}), by: 'magnetUrl'});
	});

	serial(`${kind} tells of a wrong password and refuses what is no torrent of a swarm`, async t => {
		t.timeout(60_000);
		const {url} = await start(t);
		const stranger = open(buildClientSettings({...peerLogin, kind, url, password: 'wrong'}), t);
		if (kind !== 'rtorrent') {
			t.is((await t.throwsAsync(stranger.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
			t.is((await t.throwsAsync(async () => stranger.ping?.(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
		}

		const client = open(buildClientSettings({...peerLogin, kind, url, addPaused: true}), t);
		await client.ping?.(signal);
		const corrupt = buildDownload({torrent: Buffer.from('d4:infod4:name1:a6:lengthi1eee')});
		await t.throwsAsync(client.add(corrupt, signal), {instanceOf: Invalid});
		if (kind === 'qbittorrent') {
			const magnet = buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${'ab'.repeat(20)}`});
			t.is((await t.throwsAsync(client.add(magnet, signal), {instanceOf: UpstreamFailed}))?.code, 'download_refused');
		}

		const id = await client.add(buildDownload({seedRatio: 1.5, seedTimeMinutes: 60}), signal);
		t.is(await client.add(buildDownload({seedRatio: 1.5, seedTimeMinutes: 60}), signal), id);
		t.is((await client.list(signal)).length, 1);
		await client.remove(id, {deleteData: true}, signal);
		await client.remove(id, {deleteData: true}, signal);
	});

	serial(`${kind} gives an imported download its other category`, async t => {
		t.timeout(60_000);
		const {url} = await start(t);
		const settings = buildClientSettings({...peerLogin, kind, url, addPaused: true});
		const client = open({...settings, movieImportedCategory: 'films-done'}, t);
		const id = await client.add(buildDownload({}), signal);
		await client.setCategory?.(id, 'films-done', signal);
		await client.setCategory?.(id, 'films-done', signal);
		await client.setCategory?.('f'.repeat(40), 'films-done', signal);
		// Who has nothing but that category sees it by that alone.
		const others = open({...settings, category: 'films-done'}, t);
		t.is((await follow(others, id, {isThere: () => true})).downloadId, id);
		t.is((await client.list(signal)).length, 1, 'and we still follow it');
		await client.remove(id, {deleteData: true}, signal);
	});
}

for (const {kind, binary, start, open} of programs) {
	(isInstalled(binary) ? test.serial : test.serial.skip)(`${kind} keeps the files that another torrent has too`, async t => {
		t.timeout(120_000);
		const {url, downloads: directory} = await start(t);
		const client = open(buildClientSettings({...peerLogin, kind, url, directory}), t);
		const swarm = await startSwarm(t, {megabytes: 1});
		const id = await client.add(buildDownload({torrent: swarm.torrent, title: swarm.name, infoHash: swarm.infoHash}), signal);
		const {outputPath} = await follow(client, id, {isThere: ({status}) => status === 'completed'});
		// The same release at another tracker, which another program has added.
		const others = open(buildClientSettings({...peerLogin, kind, url, directory, category: 'elsewhere'}), t);
		const torrent = ofOtherTracker(swarm.torrent);
		const {infoHash} = parseTorrentFile(torrent);
		const other = await others.add(buildDownload({torrent, title: swarm.name, infoHash, category: 'elsewhere'}), signal);
		await follow(others, other, {isThere: ({outputPath: path}) => path !== null});

		const kept: string[] = [];
		await client.remove(id, {deleteData: true, onKept: reason => kept.push(reason)}, signal);
		t.is(kept.length, 1);
		t.deepEqual(await hashFolder(outputPath ?? ''), swarm.hashes);
		await others.remove(other, {deleteData: true}, signal);
		await until(() => !existsSync(outputPath ?? ''));
	});
}

function ofOtherTracker(torrent: Uint8Array): Uint8Array {
	const parts = sliceDictionary(torrent);
	const info = new Map([...sliceDictionary(parts.get('info') ?? new Uint8Array()), ['source', encodeBencoded('ELSEWHERE')]]);
	return joinDictionary(new Map([...parts, ['info', joinDictionary(info)]]));
}

async function fetchAndRemove(t: ExecutionContext, client: DownloadClient, {swarm, by}: {swarm: Swarm; by: 'torrent' | 'magnetUrl'}) {
	const began = Date.now();
	const source = {torrent: null, magnetUrl: null, [by]: swarm[by]};
	const id = await client.add(buildDownload({...source, title: swarm.name, infoHash: swarm.infoHash}), signal);
	t.is(id, swarm.infoHash);

	const done = await follow(client, id, {isThere: ({status}) => status === 'completed'});
	t.log(`${swarm.bytes} bytes by ${by} in ${Date.now() - began} ms`);
	t.like(done, {size: swarm.bytes, sizeLeft: 0, title: swarm.name, removable: false});
	const files = (await client.files(id, signal)) ?? [];
	t.is(
		files.reduce((sum, {size}) => sum + size, 0),
		swarm.bytes,
	);
	t.false(files.some(({isUnfinished}) => isUnfinished));
	t.deepEqual(await hashFolder(done.outputPath ?? ''), swarm.hashes);

	await client.remove(id, {deleteData: true}, signal);
	await t.notThrowsAsync(gone(client, {id, path: done.outputPath ?? ''}));
}

/** Programs delete the files a moment after the row. */
async function gone(client: DownloadClient, {id, path}: {id: string; path: string}): Promise<void> {
	const limit = AbortSignal.timeout(20_000);
	while (existsSync(path) || (await client.list(limit)).some(({downloadId}) => downloadId === id)) {
		await wait(100, limit);
	}
}

(isInstalled(delugeBinary) ? test.serial : test.serial.skip)('the web interface of deluge without its daemon is no empty list', async t => {
	t.timeout(60_000);
	const {url, startDaemon} = await startDeluge(t);
	const settings = buildClientSettings({...peerLogin, kind: 'deluge', url, addPaused: true});
	const client = createDeluge(settings, {http: withHttp(t), seedTimes, now});
	const id = await client.add(buildDownload({}), signal);
	t.like(await client.list(signal), [{downloadId: id}]);
	// The daemon may be gone before its answer is passed on.
	void createDelugeRpc(settings, withHttp(t))('daemon.shutdown', [], AbortSignal.timeout(5000)).catch(() => {});
	const isAway = (error: unknown) => error instanceof UpstreamFailed && error.code === 'connection_refused';
	await until(() => client.list(signal).then(() => false, isAway));
	await t.throwsAsync(client.list(signal), {instanceOf: UpstreamFailed, code: 'connection_refused'});
	await startDaemon();
	// It loads its torrents bit by bit.
	await until(async () => (await client.list(signal)).find(({downloadId}) => downloadId === id));
	t.pass();
});
