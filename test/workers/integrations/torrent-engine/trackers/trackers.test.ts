import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {Lookup} from '#workers/integrations/http/guarded-lookup.ts';
import {type Announce, startAnnouncer} from '#workers/integrations/torrent-engine/trackers/announcer.ts';
import {createHttpTracker, readReply} from '#workers/integrations/torrent-engine/trackers/ask-http-tracker.ts';
import {createUdpTracker} from '#workers/integrations/torrent-engine/trackers/ask-udp-tracker.ts';

const announce: Announce = {
	infoHash: 'ab'.repeat(20),
	peerId: '2d'.repeat(20),
	port: 6881,
	uploaded: 5,
	downloaded: 6,
	left: 7,
	event: 'started',
};
/** Of a test; the modules are loaded long before it. */
const limit = () => longSignal();
const peers = Buffer.from([1, 2, 3, 4, 0x1a, 0xe1]);
const toLoopback: Lookup = (_name, _options, answer) => answer(null, '127.0.0.1', 4);

function httpTracker(t: ExecutionContext, allowPrivate: boolean) {
	return createHttpTracker({http: withHttp(t), allowPrivate: () => allowPrivate, userAgent: 'Test/1'});
}

/** A tracker that answers each packet with what the test makes of it. */
async function udpServer(t: ExecutionContext, answer: (packet: Buffer) => Buffer | null): Promise<{port: number; packets: Buffer[]}> {
	const packets: Buffer[] = [];
	const socket = createSocket('udp4');
	socket.on('message', (packet, {port, address}) => {
		packets.push(packet);
		const reply = answer(packet);
		if (reply) {
			socket.send(reply, port, address);
		}
	});
	socket.bind(0, '127.0.0.1');
	await once(socket, 'listening');
	t.teardown(() => socket.close());
	return {port: socket.address().port, packets};
}

function udpReply(packet: Buffer): Buffer {
	const isConnect = packet.readUInt32BE(8) === 0;
	const head = Buffer.concat([packet.subarray(8, 12), packet.subarray(12, 16)]);
	const figures = Buffer.from('000007080000000100000002', 'hex');
	return Buffer.concat(isConnect ? [head, Buffer.alloc(8, 7)] : [head, figures, peers]);
}

test('a tracker over HTTP is asked with hash, port and figures, and names peers', async t => {
	const asked: string[] = [];
	const url = await serveHttp(t, (request, response) => {
		asked.push(request.url ?? '');
		response.end(Buffer.concat([Buffer.from('d8:intervali1800e5:peers6:'), peers, Buffer.from('e')]));
	});
	const reply = await httpTracker(t, true)(`${url}/announce?passkey=1`, announce, limit());
	t.deepEqual(reply, {interval: 1800, peers: ['1.2.3.4:6881']});
	const params = new URL(asked[0] ?? '', url).searchParams;
	t.like(Object.fromEntries(params), {
		passkey: '1',
		port: '6881',
		uploaded: '5',
		downloaded: '6',
		left: '7',
		event: 'started',
		compact: '1',
	});
	t.true(asked[0]?.includes(`info_hash=${'%ab'.repeat(20)}&`));
});

test('a private tracker is refused over HTTP and UDP, also by its name', async t => {
	let visits = 0;
	const url = await serveHttp(t, (_request, response) => {
		visits += 1;
		response.end('de');
	});
	const {port, packets} = await udpServer(t, udpReply);
	await t.throwsAsync(httpTracker(t, false)(url, announce, limit()), {code: 'address_refused'});
	for (const host of ['127.0.0.1', 'tracker.test', '2130706433']) {
		const ask = createUdpTracker({allowPrivate: () => false, lookup: toLoopback});
		await t.throwsAsync(ask(`udp://${host}:${port}/announce`, announce, limit()), {code: 'address_refused'}, host);
	}
	t.is(visits + packets.length, 0);
});

test('a tracker over UDP is asked in two steps', async t => {
	const {port, packets} = await udpServer(t, udpReply);
	const ask = createUdpTracker({allowPrivate: () => true, lookup: toLoopback});
	t.deepEqual(await ask(`udp://tracker.test:${port}/announce`, announce, limit()), {interval: 1800, peers: ['1.2.3.4:6881']});
	t.is(packets[0]?.toString('hex', 0, 8), '0000041727101980');
	t.is(packets[1]?.length, 98);
	t.is(packets[1]?.toString('hex', 16, 36), announce.infoHash);
	t.is(packets[1]?.readUInt16BE(96), 6881);
});

test('nobody waits for ever for the address of a UDP tracker', async t => {
	const stop = new AbortController();
	const ask = createUdpTracker({allowPrivate: () => true, lookup: () => setImmediate(() => stop.abort())});
	await t.throwsAsync(ask('udp://tracker.test:80/announce', announce, stop.signal), {name: 'AbortError'});
});

test('a UDP tracker that sends rubbish or too little is refused', async t => {
	for (const rest of ['', 'short']) {
		const {port} = await udpServer(t, packet => Buffer.concat([packet.subarray(8, 16), Buffer.from(rest)]));
		const ask = createUdpTracker({allowPrivate: () => true, lookup: toLoopback});
		await t.throwsAsync(ask(`udp://a.test:${port}`, announce, limit()), {message: /not a reply/});
	}
});

test('replies are read with details too, and a refusal is reported', t => {
	const detailed = readReply(Buffer.from('d5:peersld2:ip7:1.2.3.44:porti80eed2:ip3:::14:porti81eeee'));
	t.deepEqual(detailed, {interval: null, peers: ['1.2.3.4:80', '[::1]:81']});
	t.throws(() => readReply(Buffer.from('d14:failure reason4:gonee')), {message: 'The tracker refuses: gone'});
	t.throws(() => readReply(Buffer.from('<html>')));
	const many = Buffer.concat([Buffer.from(`d5:peers${6 * 5000}:`), Buffer.alloc(6 * 5000, 1), Buffer.from('e')]);
	t.is(readReply(many).peers.length, 200);
});

test('a tracker is told of start and end, and one that fails is not told of the end', async t => {
	const reported: string[] = [];
	const first = Promise.withResolvers<void>();
	const failed = Promise.withResolvers<string>();
	const announcer = startAnnouncer(
		(url, {event}) => {
			reported.push(`${url} ${event}`);
			return url === 'http://a.test' ? Promise.resolve({interval: 1, peers: ['1.2.3.4:80']}) : Promise.reject(new Error('no'));
		},
		{
			trackers: ['http://a.test', 'http://b.test'],
			figures: () => announce,
			onPeers: () => first.resolve(),
			onFailure(tracker) {
				failed.resolve(tracker);
				return null;
			},
		},
	);
	await first.promise;
	t.is(await failed.promise, 'http://b.test');
	announcer.completed();
	await announcer.stop();
	t.deepEqual(reported.sort(), ['http://a.test completed', 'http://a.test started', 'http://a.test stopped', 'http://b.test started']);
});
