import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import pino from 'pino';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {Unavailable} from '#shared/errors.ts';
import {buildBuiltinTorrent, keepInMemory} from '#test/helpers/memory-torrents.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';
import {createHttp} from '#workers/integrations/http/http.ts';
import {openTorrentEngine} from '#workers/integrations/torrent-engine/open-torrent-engine.ts';
import type {OpenTorrentEngine, TorrentEngineOptions, TorrentKeeper} from '#workers/integrations/torrent-engine/torrent-engine.ts';
import {encodeBencoded, joinDictionary, sliceDictionary} from '#workers/integrations/torrents/bencode.ts';
import {withoutAddresses} from '#workers/integrations/torrents/rebuild-torrent.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';

const loopback = {
	host: '127.0.0.1',
	port: 0,
	peers: 'trackers' as const,
	downloadLimit: null,
	uploadLimit: null,
	seedGoals: {ratio: 1, minutes: 60},
	pollEveryMs: 50,
};

async function open(
	t: ExecutionContext,
	keeper: TorrentKeeper,
	{allowPrivate = () => true, ...options}: Partial<TorrentEngineOptions> & {folder: string; allowPrivate?: () => boolean},
) {
	const http = createHttp();
	t.teardown(http.close);
	const engine = await openTorrentEngine(
		{...loopback, ...options},
		{keeper, http: http.request, allowPrivate, log: pino({level: 'silent'}), onFailure: error => t.fail(String(error))},
	);
	let closed = false;
	const close = async () => {
		if (!closed) {
			closed = true;
			await engine.close();
		}
	};
	t.teardown(close);
	return {...engine, close};
}

/** The first download of the engine for which it is so. */
function untilDownload(engine: OpenTorrentEngine, isSo: (download: ClientDownload) => boolean): Promise<ClientDownload> {
	return until(() => engine.list().find(isSo));
}

function untilWhole(engine: OpenTorrentEngine): Promise<ClientDownload> {
	return untilDownload(engine, ({status, outputPath}) => status === 'completed' && outputPath !== null);
}

for (const by of ['torrentFile', 'magnetUrl'] as const) {
	test(`a torrent comes whole by its ${by}`, async t => {
		const {torrent: torrentFile, magnetUrl, infoHash, hashes, bytes, name} = await startSwarm(t, {megabytes: 2});
		const keeper = keepInMemory();
		const folder = tempFolder(t);
		const engine = await open(t, keeper, {folder});
		const stored = buildBuiltinTorrent({infoHash, torrentFile: null, ...(by === 'torrentFile' ? {torrentFile, size: bytes} : {magnetUrl})});
		keeper.kept.set(infoHash, stored);
		engine.add(stored);
		engine.add(stored);

		const done = await untilWhole(engine);
		t.like(done, {downloadId: infoHash, size: bytes, sizeLeft: 0, secondsLeft: 0, removable: false, message: null});
		t.is(done.outputPath, join(folder, infoHash, name));
		t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
		t.is(engine.list().length, 1);
		t.truthy(keeper.kept.get(infoHash)?.torrentFile);

		await engine.remove(infoHash, {deleteData: true});
		t.deepEqual(engine.list(), []);
		t.is(keeper.kept.size, 0);
		t.false(existsSync(join(folder, infoHash)));
		await t.notThrowsAsync(engine.remove(infoHash, {deleteData: true}));
	});
}

test('a magnet link of a private torrent begins again once that is known, and comes whole', async t => {
	const {magnetUrl, infoHash, hashes} = await startSwarm(t, {megabytes: 1, private: true});
	const keeper = keepInMemory();
	const engine = await open(t, keeper, {folder: tempFolder(t)});
	const stored = buildBuiltinTorrent({infoHash, magnetUrl});
	keeper.kept.set(infoHash, stored);
	engine.add(stored);
	const done = await untilWhole(engine);
	t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
	t.true(parseTorrentFile(keeper.kept.get(infoHash)?.torrentFile ?? new Uint8Array()).private);
});

test('a torrent comes from its web seed alone', async t => {
	const {torrent, infoHash, hashes, seeding} = await startSwarm(t, {megabytes: 1});
	const url = await serveHttp(t, (request, response) => {
		const [from = 0, to = 0] =
			/bytes=(\d+)-(\d+)/
				.exec(request.headers.range ?? '')
				?.slice(1)
				.map(Number) ?? [];
		const path = join(seeding.path, decodeURIComponent(request.url ?? ''));
		response.writeHead(206).end(readFileSync(path).subarray(from, to + 1));
	});
	const seeds = new Map([...sliceDictionary(withoutAddresses(torrent)), ['url-list', encodeBencoded(`${url}/`)]]);
	const stored = buildBuiltinTorrent({infoHash, torrentFile: joinDictionary(seeds)});
	const engine = await open(t, keepInMemory([stored]), {folder: tempFolder(t)});
	const done = await untilWhole(engine);
	t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
	t.is(seeding.uploaded, 0);
});

test('a torrent says that its tracker and web seed are refused, until private addresses are allowed', async t => {
	const {torrent, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const seeds = [...sliceDictionary(torrent), ['url-list', encodeBencoded('http://127.0.0.1:9/')]] as const;
	const stored = buildBuiltinTorrent({infoHash, torrentFile: joinDictionary(new Map(seeds)), size: bytes});
	let isAllowed = false;
	const engine = await open(t, keepInMemory([stored]), {folder: tempFolder(t), allowPrivate: () => isAllowed});
	const held = await untilDownload(engine, ({message}) => message?.includes('1 tracker, 1 web seed') === true);
	t.is(held.status, 'downloading');
	t.regex(held.message ?? '', /Home networks can be allowed in Settings/);
	t.false(held.message?.includes('127.0.0.1'));
	isAllowed = true;
	t.false(engine.list()[0]?.message?.includes('tracker') ?? false);
});

test('a second engine goes on where the first one stopped', async t => {
	const {torrent: torrentFile, infoHash, hashes, bytes, seeding} = await startSwarm(t, {megabytes: 4});
	const stored = buildBuiltinTorrent({infoHash, torrentFile, size: bytes});
	const keeper = keepInMemory([stored]);
	const folder = tempFolder(t);
	const first = await open(t, keeper, {folder, downloadLimit: 1024 * 1024});
	await untilDownload(first, ({sizeLeft}) => sizeLeft < bytes / 2 && sizeLeft > 0);
	await first.close();
	const had = keeper.kept.get(infoHash);
	const setBits = [...(had?.bitfield ?? [])].join('');
	t.regex(setBits, /[1-9]/);
	t.true((had?.received ?? 0) > 0);

	const sentBefore = seeding.uploaded;
	const second = await open(t, keeper, {folder});
	const done = await untilWhole(second);
	t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
	t.true(seeding.uploaded - sentBefore < bytes * 0.75, `${seeding.uploaded - sentBefore} of ${bytes} bytes were sent again`);
});

test('a finished torrent seeds until its goals are met and is removable then, also after a restart', async t => {
	const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const keeper = keepInMemory([buildBuiltinTorrent({infoHash, torrentFile, size: bytes, seedTimeMinutes: 0.005})]);
	const folder = tempFolder(t);
	const engine = await open(t, keeper, {folder});
	const done = await untilDownload(engine, ({removable}) => removable);
	t.is(done.status, 'completed');
	await engine.close();
	t.true((keeper.kept.get(infoHash)?.seedingSeconds ?? 0) >= 0.3);
	t.true(keeper.kept.get(infoHash)?.finished);

	const again = await open(t, keeper, {folder});
	t.like(await untilDownload(again, ({outputPath}) => outputPath !== null), {status: 'completed', removable: true, sizeLeft: 0});
});

test('a removal that a crash interrupted is ended at the next start', async t => {
	const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const keeper = keepInMemory([buildBuiltinTorrent({infoHash, torrentFile, size: bytes, removal: 'deleteData'})]);
	const engine = await open(t, keeper, {folder: tempFolder(t)});
	t.deepEqual(engine.list(), []);
	t.is(keeper.kept.size, 0);
});

test('a torrent that cannot be run has failed, and the others go on', async t => {
	const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const keeper = keepInMemory([
		buildBuiltinTorrent({infoHash, torrentFile, size: bytes}),
		buildBuiltinTorrent({infoHash: 'ab'.repeat(20), torrentFile: Buffer.from('d4:infoi1ee'), size: 1}),
	]);
	const engine = await open(t, keeper, {folder: tempFolder(t)});
	await untilDownload(engine, ({status}) => status === 'completed');
	const [, failed] = engine.list();
	t.is(failed?.status, 'failed');
	t.truthy(failed?.message);
});

test('a stored torrent that webtorrent must not get is refused at each start, and the others go on', async t => {
	const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const info = {length: 40_000, name: Buffer.from('Film.mkv'), 'piece length': 1, pieces: Buffer.alloc(40_000 * 20)};
	const bad = encodeBencoded({info});
	const badHash = createHash('sha1').update(encodeBencoded(info)).digest('hex');
	const stored = [
		buildBuiltinTorrent({infoHash: badHash, torrentFile: bad, size: 40_000}),
		buildBuiltinTorrent({infoHash, torrentFile, size: bytes}),
	];
	const keeper = keepInMemory(stored);
	const engine = await open(t, keeper, {folder: tempFolder(t)});
	await untilDownload(engine, ({status}) => status === 'completed');
	t.like(engine.list()[0], {downloadId: badHash, status: 'failed'});
	t.regex(engine.list()[0]?.message ?? '', /piece length/);
	t.is(keeper.kept.get(badHash)?.starts, 0);
});

test('a start is noted before webtorrent gets the torrent, and forgotten at an orderly end', async t => {
	const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
	const keeper = keepInMemory([buildBuiltinTorrent({infoHash, torrentFile, size: bytes})]);
	const engine = await open(t, keeper, {folder: tempFolder(t)});
	await until(() => keeper.kept.get(infoHash)?.starts === 1);
	await untilWhole(engine);
	await engine.close();
	t.is(keeper.kept.get(infoHash)?.starts, 0);
});

test('those that the engine was starting when it died are started one after another', async t => {
	const hashes = ['11', '22', '33'].map(digits => digits.repeat(20));
	const magnets = hashes.map(infoHash =>
		buildBuiltinTorrent({infoHash, magnetUrl: `magnet:?xt=urn:btih:${infoHash}`, starts: 1, deaths: 1}),
	);
	const fresh = buildBuiltinTorrent({infoHash: '44'.repeat(20), magnetUrl: `magnet:?xt=urn:btih:${'44'.repeat(20)}`});
	const keeper = keepInMemory([...magnets, fresh]);
	await open(t, keeper, {folder: tempFolder(t)});
	const starts = () => [...keeper.kept.values()].map(torrent => torrent.starts);
	await until(() => starts().join() === '2,1,1,1');
	await until(() => starts().join() === '0,2,1,0');
	await until(() => starts().join() === '0,0,2,0');
	await until(() => starts().join() === '0,0,0,0');
	t.true([...keeper.kept.values()].every(({deaths}) => deaths === 0));
});

/** A disk with the folder of the engine, which can be taken away: what is left is an empty mount point. */
async function onDisk(t: ExecutionContext) {
	const {torrent: torrentFile, infoHash, bytes, seeding} = await startSwarm(t, {megabytes: 2});
	const disk = join(tempFolder(t), 'usb');
	const folder = join(disk, 'torrents');
	mkdirSync(folder, {recursive: true});
	const keeper = keepInMemory([buildBuiltinTorrent({infoHash, torrentFile, size: bytes})]);
	const engine = await open(t, keeper, {folder});
	const {outputPath} = await untilWhole(engine);
	return {
		...{engine, keeper, infoHash, disk, folder, seeding, outputPath: outputPath ?? ''},
		away() {
			renameSync(disk, `${disk}-away`);
			mkdirSync(disk);
		},
		back() {
			rmdirSync(disk);
			renameSync(`${disk}-away`, disk);
		},
	};
}

const isWaiting = ({status, message}: ClientDownload) =>
	status === 'warning' && message?.includes('not the folder that was used before') === true;

test('torrents wait for a disk that is away at the start, and go on with what is on it', async t => {
	const {engine, keeper, infoHash, disk, folder, seeding, away, back} = await onDisk(t);
	await engine.close();
	const sent = seeding.uploaded;
	away();
	const second = await open(t, keeper, {folder});
	await untilDownload(second, isWaiting);
	t.deepEqual(readdirSync(disk), []);
	t.true(keeper.kept.get(infoHash)?.completed);
	back();
	await untilWhole(second);
	t.true(seeding.uploaded - sent < 100_000, 'nothing is fetched again');
});

test('torrents wait for a disk that goes away while they run', async t => {
	const {engine, disk, seeding, away, back} = await onDisk(t);
	const sent = seeding.uploaded;
	away();
	await untilDownload(engine, isWaiting);
	t.deepEqual(readdirSync(disk), []);
	back();
	await untilWhole(engine);
	t.true(seeding.uploaded - sent < 100_000, 'nothing is fetched again');
});

test('a removal with the files waits for their disk, and keeps nothing else from running', async t => {
	const {engine, keeper, infoHash, folder, outputPath, away, back} = await onDisk(t);
	away();
	const error = await t.throwsAsync(engine.remove(infoHash, {deleteData: true}), {instanceOf: Unavailable});
	t.is(error?.code, 'folder_away');
	await engine.close();
	const magnet = buildBuiltinTorrent({infoHash: 'ab'.repeat(20), magnetUrl: `magnet:?xt=urn:btih:${'ab'.repeat(20)}`});
	keeper.kept.set(magnet.infoHash, magnet);
	const second = await open(t, keeper, {folder});
	t.deepEqual(
		second.list().map(({downloadId}) => downloadId),
		[magnet.infoHash],
	);
	back();
	t.true(existsSync(outputPath));
	await until(() => !keeper.kept.has(infoHash));
	t.false(existsSync(outputPath));
});

test('a torrent that does not fit on the disk is not begun', async t => {
	const {torrent: torrentFile, infoHash} = await startSwarm(t, {megabytes: 1});
	const engine = await open(t, keepInMemory([buildBuiltinTorrent({infoHash, torrentFile, size: 2 ** 60})]), {folder: tempFolder(t)});
	t.regex((await untilDownload(engine, ({status}) => status === 'warning')).message ?? '', /more room/);
});

test('a port that is taken is reported as such', async t => {
	const keeper = keepInMemory();
	const {port} = await open(t, keeper, {folder: tempFolder(t)});
	const error = await t.throwsAsync(open(t, keeper, {folder: tempFolder(t), port}), {instanceOf: Unavailable});
	t.is(error?.code, 'torrent_port_taken');
});

test('a paused torrent has no connection and gets no byte, also after a restart, and goes on when it is resumed', async t => {
	const {torrent: torrentFile, infoHash, hashes, bytes, seeding} = await startSwarm(t, {megabytes: 4, uploadLimit: 512 * 1024});
	const keeper = keepInMemory();
	const folder = tempFolder(t);
	const engine = await open(t, keeper, {folder});
	const stored = buildBuiltinTorrent({infoHash, torrentFile, size: bytes});
	keeper.kept.set(infoHash, stored);
	engine.add(stored);
	// A running torrent also counts parts of pieces, a paused one whole pieces only.
	await untilDownload(engine, ({sizeLeft}) => sizeLeft < bytes * 0.7 && sizeLeft > 0);
	await engine.control([infoHash, 'ab'.repeat(20)], 'pause');
	const paused = await untilDownload(engine, ({status}) => status === 'paused');
	t.true(paused.sizeLeft > 0 && paused.sizeLeft < bytes, `${paused.sizeLeft} of ${bytes} left`);
	await until(() => seeding.wires.length === 0);
	const received = keeper.kept.get(infoHash)?.received;
	t.true(received !== undefined && received > 0 && received < bytes);
	await engine.close();

	const again = await open(t, keeper, {folder});
	t.like(again.list(), [{downloadId: infoHash, status: 'paused', seeders: null}]);
	t.is(seeding.wires.length, 0);
	await again.control([infoHash], 'pause');
	await again.control([infoHash], 'resume');
	const done = await untilWhole(again);
	t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
	t.false(keeper.kept.get(infoHash)?.paused);
});
