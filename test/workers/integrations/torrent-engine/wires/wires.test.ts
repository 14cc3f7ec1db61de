import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import pino from 'pino';
import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import {buildBuiltinTorrent, keepInMemory} from '#test/helpers/memory-torrents.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createAddressGuard} from '#workers/integrations/torrent-engine/address-guard.ts';
import {openTorrentEngine} from '#workers/integrations/torrent-engine/open-torrent-engine.ts';
import {openDhtSocket, openWebTorrent} from '#workers/integrations/torrent-engine/open-webtorrent.ts';
import {createOutside} from '#workers/integrations/torrent-engine/outside.ts';
import {guardTorrent} from '#workers/integrations/torrent-engine/wires/guard-torrent.ts';

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
async function withEngine(t: ExecutionContext): Promise<number> {
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
	engine.add(buildBuiltinTorrent({infoHash, magnetUrl: `magnet:?xt=urn:btih:${infoHash}`}));
	return engine.port;
}

/** A peer that has shaken hands with the engine. */
async function openPeer(t: ExecutionContext, port: number, number: number): Promise<Socket> {
	const socket = connect(port, '127.0.0.1');
	t.teardown(() => socket.destroy());
	const reserved = Buffer.from('0000000000100000', 'hex');
	const ownId = Buffer.from(`-TS0001-${String(number).padStart(12, '0')}`);
	socket.write(Buffer.concat([Buffer.from('\x13BitTorrent protocol'), reserved, Buffer.from(infoHash, 'hex'), ownId]));
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
	await t.notThrowsAsync(once(socket, 'close', {signal: AbortSignal.timeout(20_000)}));
});

test('peers that promise much metadata are cut off before it fills the memory', async t => {
	const port = await withEngine(t);
	const peers = [await openPeer(t, port, 1), await openPeer(t, port, 2), await openPeer(t, port, 3)];
	const ended = Promise.race(peers.map(peer => once(peer, 'close', {signal: AbortSignal.timeout(20_000)})));
	for (const peer of peers) {
		peer.write(promiseOfMetadata(9_000_000));
	}
	await t.notThrowsAsync(ended);
	t.is(peers.filter(peer => !peer.closed).length, 2);
});

test('a peer that sends metadata of far too many values is cut off before they are decoded', async t => {
	const size = 20 * 16_384;
	const socket = await openPeer(t, await withEngine(t), 1);
	const closed = once(socket, 'close', {signal: AbortSignal.timeout(20_000)});
	socket.write(promiseOfMetadata(size));
	for (let piece = 0; piece < 20; piece += 1) {
		const head = Buffer.from(`d8:msg_typei1e5:piecei${piece}e10:total_sizei${size}ee`);
		const body = Buffer.concat([Buffer.from([20, 1]), head, Buffer.from('le'.repeat(8192))]);
		socket.write(message(body.length, body));
	}
	await t.notThrowsAsync(closed);
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
