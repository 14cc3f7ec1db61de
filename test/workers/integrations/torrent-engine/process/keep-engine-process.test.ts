import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import pino from 'pino';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {Unavailable} from '#shared/errors.ts';
import {buildBuiltinTorrent, keepInMemory} from '#test/helpers/memory-torrents.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';
import {createFolderMemory} from '#workers/integrations/files/used-folders.ts';
import {keepEngineProcess} from '#workers/integrations/torrent-engine/process/keep-engine-process.ts';

interface Opened {
	stored?: BuiltinTorrent[];
	port?: number;
	leaseMs?: number;
	/** Runs in the process of the engine before the engine. */
	before?: string;
	calmMs?: number;
}

async function open(t: ExecutionContext, {stored = [], port = 0, leaseMs = 30_000, before, calmMs}: Opened = {}) {
	const folder = tempFolder(t);
	const keeper = keepInMemory(stored);
	const store = {
		...keeper,
		deaths: 0,
		isEmpty: async () => keeper.kept.size === 0,
		async noteDeath(starting: readonly string[]) {
			store.deaths += 1;
			for (const torrent of [...keeper.kept.values()].filter(({infoHash}) => starting.includes(infoHash))) {
				keeper.kept.set(torrent.infoHash, {...torrent, deaths: torrent.deaths + 1});
			}
		},
	};
	const real = new URL('../../../../../workers/integrations/torrent-engine/process/engine.process.ts', import.meta.url);
	const script = join(folder, 'engine.ts');
	writeFileSync(script, `${before ?? ''}\nawait import(${JSON.stringify(real.href)});\n`);
	const engine = await keepEngineProcess(
		{
			folder: join(folder, 'downloads'),
			host: '127.0.0.1',
			port,
			peers: 'trackers',
			downloadLimit: null,
			uploadLimit: null,
			seedGoals: {ratio: 1, minutes: 60},
			pollEveryMs: 100,
			...(calmMs !== undefined && {calmMs}),
		},
		{
			store,
			folders: createFolderMemory(),
			allowPrivate: () => true,
			log: pino({level: 'silent'}),
			leaseMs,
			...(before !== undefined && {script}),
		},
	);
	t.teardown(() => engine.close());
	return {engine, store, keeper, folder};
}

const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

test('there is no process until there is a torrent, which then comes whole', async t => {
	const {torrent: torrentFile, infoHash, hashes, bytes} = await startSwarm(t, {megabytes: 1});
	const {engine, keeper} = await open(t);
	t.deepEqual(await engine.list(), []);
	await engine.remove(infoHash, {deleteData: true});
	t.is(engine.pid, null);

	const stored = buildBuiltinTorrent({infoHash, torrentFile, size: bytes});
	keeper.kept.set(infoHash, stored);
	await engine.add(stored);
	t.not(engine.pid, process.pid);
	t.true(engine.port > 0);
	const done = await until(async () => (await engine.list()).find(({status, outputPath}) => status === 'completed' && outputPath));
	t.deepEqual(await hashFolder(done.outputPath ?? ''), hashes);
	t.true(keeper.kept.get(infoHash)?.completed);

	await engine.remove(infoHash, {deleteData: true});
	t.deepEqual([...keeper.kept], []);
	t.false(existsSync(done.outputPath ?? ''));
});

test('a killed engine is started again with its torrents, also a paused one, and what held them meanwhile lives', async t => {
	const stored = buildBuiltinTorrent({infoHash: 'ab'.repeat(20), magnetUrl: `magnet:?xt=urn:btih:${'ab'.repeat(20)}`});
	const {engine, store} = await open(t, {stored: [stored]});
	const first = await until(() => engine.pid);
	await until(async () => (await engine.list()).length === 1);
	await engine.control([stored.infoHash], 'pause');
	process.kill(first, 'SIGKILL');
	const second = await until(() => engine.pid !== first && engine.pid);
	t.true(isGone(first));
	t.not(second, first);
	t.is(store.deaths, 1);
	const listed = await until(async () => (await engine.list()).length === 1 && engine.list());
	t.like(listed, [{status: 'paused'}], 'what was paused stays so');
	await engine.close();
	t.true(isGone(second));
});

/** Stands for a fault of webtorrent that nobody knows yet: it dies some milliseconds after it gets the torrent. */
const dieOf = (infoHash: string, afterMs: number) => `
	const {default: WebTorrent} = await import(${JSON.stringify(import.meta.resolve('webtorrent'))});
	const {add} = WebTorrent.prototype;
	WebTorrent.prototype.add = function (id, ...rest) {
		if (id === '${infoHash}') setTimeout(() => { throw new Error('Made to die'); }, ${afterMs});
		return add.call(this, id, ...rest);
	};`;

for (const {name, afterMs} of [
	{name: 'at once', afterMs: 0},
	// The first death comes when the torrent is no longer watched.
	{name: 'a while', afterMs: 1500},
]) {
	test(`a torrent that kills the engine ${name} after its start is set aside, and the others go on`, async t => {
		const {torrent: torrentFile, infoHash, bytes} = await startSwarm(t, {megabytes: 1});
		const deadly = 'de'.repeat(20);
		const {engine, store, keeper} = await open(t, {
			before: dieOf(deadly, afterMs),
			calmMs: 1000,
			stored: [
				buildBuiltinTorrent({infoHash: deadly, magnetUrl: `magnet:?xt=urn:btih:${deadly}`}),
				buildBuiltinTorrent({infoHash, torrentFile, size: bytes}),
			],
		});
		const list = async () => (engine.pid === null ? [] : engine.list());
		const listNow = () => list().catch(() => []);
		const rowOf = async (id: string) => (await listNow()).find(({downloadId}) => downloadId === id);
		const aside = await until(async () => {
			const row = await rowOf(deadly);
			return row?.status === 'failed' && row;
		});
		t.regex(aside.message ?? '', /died/);
		t.is((await until(async () => (await rowOf(infoHash))?.status === 'completed' && rowOf(infoHash)))?.downloadId, infoHash);
		t.true(store.deaths >= 2);
		t.is(keeper.kept.get(deadly)?.deaths, 2);
	});
}

test('an engine that hears nothing of the holder of its lease ends', async t => {
	const {engine} = await open(t, {
		leaseMs: 4000,
		before:
			"process.on = ((on) => function (event, listener) { return on.call(this, event, event === 'message' ? message => message.name === 'alive' || listener(message) : listener); })(process.on);",
	});
	await engine.open();
	const pid = engine.pid ?? 0;
	t.true(await until(() => isGone(pid)));
});

test('a port that is taken is reported as such', async t => {
	const {engine} = await open(t);
	await engine.open();
	const {engine: second} = await open(t, {port: engine.port});
	const error = await t.throwsAsync(async () => second.open(), {instanceOf: Unavailable});
	t.is(error?.code, 'torrent_port_taken');
});
