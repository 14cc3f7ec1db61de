import {createHash} from 'node:crypto';
import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import {promisify} from 'node:util';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import pino from 'pino';
import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import {buildBuiltinTorrent, keepInMemory} from '#test/helpers/memory-torrents.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal, until} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createAddressGuard} from '#workers/integrations/torrent-engine/address-guard.ts';
import {openTorrentEngine} from '#workers/integrations/torrent-engine/open-torrent-engine.ts';
import {openDhtSocket, openWebTorrent} from '#workers/integrations/torrent-engine/open-webtorrent.ts';
import {createOutside} from '#workers/integrations/torrent-engine/outside.ts';
import {guardTorrent} from '#workers/integrations/torrent-engine/patch-wires.ts';
import type {OpenTorrentEngine} from '#workers/integrations/torrent-engine/torrent-engine.ts';
import {encodeBencoded, joinDictionary} from '#workers/integrations/torrents/bencode.ts';

const infoHash = 'ab'.repeat(20);
const options = {
	host: '127.0.0.1',
	port: 0,
	peers: 'trackers' as const,
	downloadLimit: null,
	uploadLimit: null,
	seedGoals: {ratio: 1, minutes: 60},
	pollEveryMs: 1000,
};

/** An engine that waits for the metadata of one torrent. */
async function openEngine(t: ExecutionContext, wanted = infoHash): Promise<OpenTorrentEngine> {
	const engine = await openTorrentEngine(
		{...options, folder: tempFolder(t)},
		{
			keeper: keepInMemory(),
			http: withHttp(t),
			allowPrivate: () => false,
			log: pino({level: 'silent'}),
			onFailure: error => t.fail(String(error)),
		},
	);
	t.teardown(engine.close);
	engine.add(buildBuiltinTorrent({infoHash: wanted, magnetUrl: `magnet:?xt=urn:btih:${wanted}`}));
	return engine;
}

const withEngine = async (t: ExecutionContext) => (await openEngine(t)).port;

/** A peer that has shaken hands with the engine. */
async function openPeer(t: ExecutionContext, port: number, number: number, wanted = infoHash): Promise<Socket> {
	const socket = connect(port, '127.0.0.1');
	t.teardown(() => socket.destroy());
	// BEP 10 and BEP 6.
	const reserved = Buffer.from('0000000000100004', 'hex');
	const ownId = Buffer.from(`-TS0001-${String(number).padStart(12, '0')}`);
	socket.write(Buffer.concat([Buffer.from('\x13BitTorrent protocol'), reserved, Buffer.from(wanted, 'hex'), ownId]));
	await once(socket, 'data');
	return socket.on('data', () => {});
}

function message(length: number, body: string | Buffer): Buffer {
	const head = Buffer.alloc(4);
	head.writeUInt32BE(length);
	return Buffer.concat([head, Buffer.from(body)]);
}

function promiseOfMetadata(size: number): Buffer {
	const body = Buffer.concat([Buffer.from([20, 0]), Buffer.from(`d1:md11:ut_metadatai1ee13:metadata_sizei${size}ee`)]);
	return message(body.length, body);
}

/** A message of the metadata exchange: its dictionary, and what follows it. */
function exchange(dictionary: string, content: Uint8Array = new Uint8Array()): Buffer {
	const body = Buffer.concat([Buffer.from([20, 1]), Buffer.from(dictionary), content]);
	return message(body.length, body);
}

function sendMetadata(socket: Socket, info: Uint8Array): void {
	socket.write(promiseOfMetadata(info.length));
	for (let piece = 0; piece * 16_384 < info.length; piece += 1) {
		const part = info.subarray(piece * 16_384, (piece + 1) * 16_384);
		socket.write(exchange(`d8:msg_typei1e5:piecei${piece}e10:total_sizei${info.length}ee`, part));
	}
}

async function withClient(t: ExecutionContext, mayContact: (host: string) => boolean): Promise<{client: WebTorrent; torrent: Torrent}> {
	const folder = tempFolder(t);
	const client = await openWebTorrent({...options, folder}, mayContact);
	t.teardown(() => promisify(client.destroy.bind(client))());
	const torrent = client.add(infoHash, {path: folder});
	await once(torrent, 'infoHash');
	return {client, torrent};
}

test('a peer that announces a message of two gigabytes is cut off', async t => {
	const socket = await openPeer(t, await withEngine(t), 1);
	socket.write(message(0x7fffffff, 'x'));
	await t.notThrowsAsync(once(socket, 'close', {signal: longSignal()}));
});

test('peers that promise much metadata are cut off before it fills the memory', async t => {
	const port = await withEngine(t);
	const peers = [await openPeer(t, port, 1), await openPeer(t, port, 2), await openPeer(t, port, 3)];
	const ended = Promise.race(peers.map(peer => once(peer, 'close', {signal: longSignal()})));
	for (const peer of peers) {
		peer.write(promiseOfMetadata(9_000_000));
	}
	await t.notThrowsAsync(ended);
	t.is(peers.filter(peer => !peer.closed).length, 2);
});

test('a peer that sends metadata of far too many values is cut off before they are decoded', async t => {
	const size = 20 * 16_384;
	const socket = await openPeer(t, await withEngine(t), 1);
	const closed = once(socket, 'close', {signal: longSignal()});
	socket.write(promiseOfMetadata(size));
	for (let piece = 0; piece < 20; piece += 1) {
		const head = Buffer.from(`d8:msg_typei1e5:piecei${piece}e10:total_sizei${size}ee`);
		const body = Buffer.concat([Buffer.from([20, 1]), head, Buffer.from('le'.repeat(8192))]);
		socket.write(message(body.length, body));
	}
	await t.notThrowsAsync(closed);
});

const usual = {length: 40_000, name: Buffer.from('Film.mkv'), 'piece length': 16_384, pieces: Buffer.alloc(60)};
const v2Tree = {a: {'': {length: 16_384, 'pieces root': Buffer.alloc(32)}}};

for (const [what, info] of [
	['a piece length of 1', encodeBencoded({...usual, 'piece length': 1, pieces: Buffer.alloc(40_000 * 20)})],
	['a text as piece length', encodeBencoded({...usual, 'piece length': Buffer.from('16384')})],
	['a list as piece length', encodeBencoded({...usual, 'piece length': [16_384]})],
	['hashes that do not fit', encodeBencoded({...usual, pieces: Buffer.alloc(80)})],
	['a path that leads out', encodeBencoded({...usual, name: Buffer.from('../../up')})],
	['version 2 only', encodeBencoded({'file tree': v2Tree, 'meta version': 2, name: Buffer.from('a'), 'piece length': 16_384})],
	['keys in another order', Buffer.from('d4:name1:a6:lengthi5e12:piece lengthi16384e6:pieces20:pppppppppppppppppppp1:ai1ee')],
	['no dictionary', Buffer.from('le')],
	['no code at all', Buffer.from('4:abc')],
] as const) {
	test(`metadata with ${what} is refused although its hash fits, and webtorrent never gets it`, async t => {
		const wanted = createHash('sha1').update(info).digest('hex');
		const engine = await openEngine(t, wanted);
		engine.add(buildBuiltinTorrent({infoHash, magnetUrl: `magnet:?xt=urn:btih:${infoHash}`}));
		sendMetadata(await openPeer(t, engine.port, 1, wanted), info);
		const refused = await until(() => engine.list().find(({status}) => status === 'failed'));
		t.like(refused, {downloadId: wanted, status: 'failed', size: 0});
		t.is(engine.list().length, 2);
		await t.notThrowsAsync(openPeer(t, engine.port, 2), 'the other torrent goes on');
	});
}

test('sound metadata is taken, whatever a peer sent before', async t => {
	const info = encodeBencoded(usual);
	const wanted = createHash('sha1').update(info).digest('hex');
	const engine = await openEngine(t, wanted);
	const liar = await openPeer(t, engine.port, 1, wanted);
	const closed = once(liar, 'close', {signal: longSignal()});
	sendMetadata(liar, encodeBencoded({...usual, length: 39_999}));
	await closed;
	sendMetadata(await openPeer(t, engine.port, 2, wanted), info);
	t.is((await until(() => engine.list().find(({size}) => size > 0))).size, 40_000);
});

for (const [what, sent] of [
	['nothing at all', [exchange('')]],
	['data before it told the size', [exchange('d8:msg_typei1e5:piecei0ee', Buffer.alloc(10))]],
	['a piece beyond the end', [promiseOfMetadata(100), exchange('d8:msg_typei1e5:piecei999999999eee', Buffer.alloc(10))]],
	['a negative piece', [promiseOfMetadata(100), exchange('d8:msg_typei1e5:piecei-5ee', Buffer.alloc(10))]],
	['a text of negative length', [message(9, Buffer.concat([Buffer.from([20, 0]), Buffer.from('l-5:aae')]))]],
	['a handshake without code', [message(4, Buffer.from([20, 0, 0x64, 0x78]))]],
	['a handshake with a list', [message(8, Buffer.concat([Buffer.from([20, 0]), Buffer.from('d1:ml')]))]],
	['a handshake of nulls', [message(17, Buffer.concat([Buffer.from([20, 0]), Buffer.from('d1:md1:xleee1:vle')]))]],
] as const) {
	test(`a peer that sends ${what} harms nobody but itself`, async t => {
		const engine = await openEngine(t);
		const socket = await openPeer(t, engine.port, 1);
		for (const part of sent) {
			socket.write(part);
		}
		socket.end();
		await once(socket, 'close', {signal: longSignal()});
		await t.notThrowsAsync(openPeer(t, engine.port, 2));
		t.is(engine.list().length, 1);
	});
}

test('pieces that there are not change nothing, whoever has or gives them', async t => {
	const engine = await openEngine(t);
	const info = encodeBencoded(usual);
	const known = createHash('sha1').update(info).digest('hex');
	engine.add(buildBuiltinTorrent({infoHash: known, torrentFile: joinDictionary(new Map([['info', info]])), size: 40_000}));
	await until(() => engine.list()[1]?.status === 'downloading');
	for (const [number, piece] of [999, 200_000, 0x7fffffff, 0xffffffff].entries()) {
		const place = Buffer.alloc(4);
		place.writeUInt32BE(piece);
		const socket = await openPeer(t, engine.port, number, known);
		const [haveAll, have, give] = [[14], [4, ...place], [17, ...place]].map(bytes => message(bytes.length, Buffer.from(bytes)));
		socket.write(Buffer.concat([have!, haveAll!, give!]));
		socket.end();
		await once(socket, 'close', {signal: longSignal()});
	}
	await t.notThrowsAsync(openPeer(t, engine.port, 9, known));
});

test('no peer is called at a private address or by a name', async t => {
	const {torrent} = await withClient(t, () => false);
	guardTorrent(
		torrent,
		createAddressGuard(() => false),
	);
	for (const peer of [
		'10.0.0.1:80',
		'127.0.0.2:80',
		'[::1]:80',
		'[::ffff:192.168.1.1]:80',
		'localhost:80',
		'router.test:80',
		'169.254.169.254:80',
		'1.1.1.1%.router.test:80',
		'[2606:4700::1%eth0]:80',
	]) {
		t.false(torrent.addPeer(peer, 'tracker'), peer);
	}
});

test('private peers are counted once each, names that are no address are not, and none counts once they are allowed', async t => {
	const {client, torrent} = await withClient(t, () => true);
	let isAllowed = false;
	const outside = createOutside({http: withHttp(t), allowPrivate: () => isAllowed, log: pino({level: 'silent'})});
	const refusals = outside.attend(torrent, client, {id: infoHash, trackers: [], webSeeds: [], cachedPieces: 2});
	for (const peer of ['10.0.0.1:80', '10.0.0.1:81', '127.0.0.2:80', 'router.test:80']) {
		t.false(torrent.addPeer(peer, 'tracker'), peer);
	}
	t.deepEqual(refusals.count(), {trackers: 0, webSeeds: 0, peers: 2});
	isAllowed = true;
	t.deepEqual(refusals.count(), {trackers: 0, webSeeds: 0, peers: 0});
});

test('a finished torrent calls the same address again after a quarter of an hour only', async t => {
	const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	const peer = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const {torrent} = await withClient(t, () => true);
	let now = 0;
	guardTorrent(
		torrent,
		createAddressGuard(() => true),
		() => now,
	);
	torrent.done = true;
	t.truthy(torrent._addPeer(peer, 'tcp', 'tracker'));
	await once(server, 'connection');
	torrent.removePeer(peer);
	t.falsy(torrent._addPeer(peer, 'tcp', 'tracker'));
	now = 16 * 60_000;
	t.truthy(torrent._addPeer(peer, 'tcp', 'tracker'));
});

test('the connections of all torrents together are limited', async t => {
	const {client} = await withClient(t, () => true);
	t.is(client.maxConns, 55);
	for (let number = 10; number < 29; number += 1) {
		client.add(String(number).repeat(20), {path: '/nowhere'});
	}
	t.is(client.maxConns, 10);
	t.is(client._connPool.tcpServer.maxConnections, 200);
});

test('the DHT hears nothing that would be decoded for ever, and outlives what it trips over', async t => {
	const socket = openDhtSocket(createAddressGuard(() => true));
	t.teardown(() => socket.close());
	const heard: string[] = [];
	socket.on('message', text => {
		heard.push(text.toString());
		throw new Error('It trips over everything');
	});
	socket.bind(0, '127.0.0.1');
	await once(socket, 'listening');
	const sender = createSocket('udp4');
	t.teardown(() => sender.close());
	for (const text of ['l-5:aae', 'x', 'd1:yi1e', 'd1:y1:qe', 'd1:y1:re']) {
		sender.send(text, socket.address().port, '127.0.0.1');
	}
	await until(() => heard.length >= 2);
	t.deepEqual(heard, ['d1:y1:qe', 'd1:y1:re']);
});

test('the DHT sends nothing to a private address', async t => {
	const socket = openDhtSocket(createAddressGuard(() => false));
	t.teardown(() => socket.close());
	await t.throwsAsync(
		new Promise<void>((resolve, reject) => {
			socket.send(Buffer.from('x'), 0, 1, 9, '127.0.0.1', error => (error ? reject(error) : resolve()));
		}),
		{message: /private/},
	);
});
