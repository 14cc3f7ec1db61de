import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import test from 'ava';
import type {Request, Response} from 'express';
import {createRelays, createStreamSlots} from '#api/http/event-streams.ts';
import {controlStream} from '#shared/events/control.ts';
import {logsStream} from '#shared/events/logs.ts';
import {queueStream} from '#shared/events/queue.ts';
import {readEvents} from '#test/helpers/read-events.ts';
import {serve} from '#test/helpers/serve.ts';

test('a stream begins at once and tells what happens', async t => {
	const {url, deps} = await serve(t);
	const stream = await readEvents(t, `${url}/api/queue/events`);
	t.is(stream.status, 200);
	t.is(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
	t.is(stream.headers.get('x-accel-buffering'), 'no');
	t.true(stream.text().startsWith('retry: 3000\n: '));
	await deps.events.publish(queueStream, 'queueItemRemoved', {id: 'a', reason: 'deleted'});
	t.like(await stream.next(), {event: 'queueItemRemoved', data: {id: 'a', reason: 'deleted'}});
});

test('who comes back with the last id gets what was missed, once and in order', async t => {
	const {url, deps} = await serve(t);
	const first = await readEvents(t, `${url}/api/queue/events`);
	const publish = (id: string) => deps.events.publish(queueStream, 'queueItemRemoved', {id, reason: 'deleted'});
	await publish('1');
	const {id} = await first.next();
	await first.close();
	await publish('2');
	await publish('3');
	const again = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': id ?? ''});
	await publish('4');
	const ids = [await again.next(), await again.next(), await again.next()].map(({data}) => data.id);
	t.deepEqual(ids, ['2', '3', '4']);
});

test('a gap too old to tell begins with a reset', async t => {
	const {url, deps} = await serve(t);
	await deps.events.publish(queueStream, 'queueItemRemoved', {id: 'a', reason: 'deleted'});
	const stream = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': '1-0'});
	t.is((await stream.next()).event, 'reset');
	const wrong = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': 'abc'});
	t.is(wrong.status, 400);
});

test('who loses the connection before the first event misses nothing either', async t => {
	const {url, deps} = await serve(t);
	const publish = (id: string) => deps.events.publish(queueStream, 'queueItemRemoved', {id, reason: 'deleted'});
	const idOf = (text: string) => text.match(/^id: (\S+)$/m)?.[1] ?? '';
	const early = await readEvents(t, `${url}/api/queue/events`);
	await early.until(text => idOf(text) !== '');
	await early.close();
	await publish('1');
	// Nothing was stored when this client was there, so it has to read everything again.
	const first = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': idOf(early.text())});
	t.is((await first.next()).event, 'reset');
	await first.until(text => idOf(text) !== '');
	await first.close();
	await publish('2');
	const again = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': idOf(first.text())});
	await publish('3');
	t.deepEqual([(await again.next()).data.id, (await again.next()).data.id], ['2', '3']);
});

test('events go on when Redis has lost the earlier ones and its clock was set back', async t => {
	const {url, deps} = await serve(t);
	const {producer, prefix} = deps;
	const publish = (id: string) => deps.events.publish(queueStream, 'queueItemRemoved', {id, reason: 'deleted'});
	await producer.xadd(`${prefix}:events:${queueStream.channel}`, `${Date.now() + 3_600_000}-0`, 'event', 'queueFailed', 'data', '{}');
	const stream = await readEvents(t, `${url}/api/queue/events`);
	await publish('1');
	const {id, data} = await stream.next();
	t.is(data.id, '1');
	await producer.del(`${prefix}:events:${queueStream.channel}`);
	await publish('2');
	t.is((await stream.next()).data.id, '2');
	const again = await readEvents(t, `${url}/api/queue/events`, {'last-event-id': id ?? ''});
	t.is((await again.next()).event, 'reset');
});

test('a client that leaves while it is checked leaves nothing behind', async t => {
	const {url, deps, headersOf} = await serve(t);
	const key = (await headersOf('admin'))['x-api-key'] ?? '';
	const asked = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<void>();
	const find = deps.apiKeys.findByHash;
	deps.apiKeys.findByHash = async hash => {
		asked.resolve();
		await answered.promise;
		return find(hash);
	};
	const subscribed: string[] = [];
	const subscribe = deps.events.subscribe;
	deps.events.subscribe = (stream, listener) => {
		subscribed.push(stream.channel);
		return subscribe(stream, listener);
	};
	const gone = connect(Number(new URL(url).port), '127.0.0.1');
	gone.write(`GET /api/tasks/stream HTTP/1.1\r\nHost: test\r\nX-Api-Key: ${key}\r\n\r\n`);
	await asked.promise;
	gone.destroy();
	await once(gone, 'close');
	await fetch(`${url}/api/health`);
	answered.resolve();
	const next = await readEvents(t, `${url}/api/queue/events`);
	await next.close();
	t.deepEqual(subscribed, ['queue']);
});

test('the log stream shows a level and a source only to administrators', async t => {
	const {url, deps, headersOf, call} = await serve(t);
	const stream = await readEvents(t, `${url}/api/settings/logs/stream?level=warn&source=api`, await headersOf('admin'));
	const timestamp = new Date().toISOString();
	const log = (level: 'info' | 'warn' | 'error', source: string, message: string) =>
		deps.events.publish(logsStream, 'log', {level, message, timestamp, source});
	await log('info', 'api', 'too low');
	await log('error', 'workers', 'elsewhere');
	await log('error', 'api', 'heard');
	t.deepEqual((await stream.next()).data, {level: 'error', message: 'heard', timestamp, source: 'api'});
	t.is((await call('GET /api/settings/logs/stream?level=loud')).status, 400);
	t.is((await call('GET /api/settings/logs/stream', {as: 'user'})).status, 403);
	t.is((await call('GET /api/settings/logs/stream', {as: 'nobody'})).status, 401);
});

test('streams are checked again when a caller changes anywhere', async t => {
	const {url, deps, headersOf} = await serve(t);
	const streams = await Promise.all([1, 2, 3].map(async () => readEvents(t, `${url}/api/settings/logs/stream`, await headersOf('admin'))));
	await deps.events.publish(controlStream, 'callersChanged', {});
	for (const stream of streams) {
		await stream.ended;
		// They come back at different times, within a range that grows with their number.
		const [, laterMs] = stream.text().matchAll(/^retry: (\d+)$/gm);
		t.true(Number(laterMs?.[1]) >= 1000 && Number(laterMs?.[1]) <= 1030, stream.text());
	}
});

test('the queue’s stream is closed to strangers once the queue is not public', async t => {
	const {url, call} = await serve(t);
	const stream = await readEvents(t, `${url}/api/queue/events`);
	t.is((await call('PUT /api/settings/security.queuePublic', {body: {value: false}})).status, 200);
	await stream.ended;
	t.is((await fetch(`${url}/api/queue/events`)).status, 401);
	t.is((await call('GET /api/queue', {as: 'nobody'})).status, 401);
	t.is((await call('GET /api/queue', {as: 'streaming'})).status, 200);
});

test('HEAD of a stream ends', async t => {
	const {call} = await serve(t);
	t.is((await call('HEAD /api/queue/events')).status, 200);
});

test('a client that does not read is dropped, and the others hear everything', async t => {
	const {url, deps} = await serve(t);
	const {port} = new URL(url);
	const sleeper = connect(Number(port), '127.0.0.1');
	t.teardown(() => sleeper.destroy());
	await new Promise<void>(resolve => {
		sleeper.once('data', () => resolve());
		sleeper.write('GET /api/queue/events HTTP/1.1\r\nHost: test\r\n\r\n');
	});
	sleeper.pause();
	const closed = new Promise<void>(resolve => {
		sleeper.on('close', () => resolve());
	});
	sleeper.on('error', () => {});
	const reader = await readEvents(t, `${url}/api/queue/events`);
	const large = 'x'.repeat(500_000);
	for (let count = 0; count < 40; count += 1) {
		await deps.events.publish(queueStream, 'queueItemAdded', {count, large} as never); // any data will do
		t.is((await reader.next()).data.count, count);
	}
	sleeper.resume();
	await closed;
});

test('a caller has a limited number of streams, and one that ends makes room', async t => {
	const {url, call, headersOf} = await serve(t);
	await call('PUT /api/settings/events.connectionsPerCaller', {body: {value: 2}});
	const address = `${url}/api/queue/events`;
	const first = await readEvents(t, address);
	await readEvents(t, address);
	const refused = await call('GET /api/queue/events', {as: 'nobody'});
	t.like(refused.body, {status: 429, code: 'too_many_streams'});
	t.is(refused.headers.get('retry-after'), '30');
	t.is((await readEvents(t, `${url}/api/tasks/stream`, await headersOf('admin'))).status, 200, 'others are not concerned');
	await first.close();
	const again = async (): Promise<number> => {
		const stream = await readEvents(t, address);
		return stream.status === 429 ? again() : stream.status;
	};
	t.is(await again(), 200);
});

test('a stream ends soon after its session or key does', async t => {
	const {deps, headersOf} = await serve(t);
	const known = {yes: true};
	const {cookie = ''} = await headersOf('user');
	const sid = decodeURIComponent(cookie).match(/s:([^.]+)/)?.[1] ?? '';
	const [now, startedAfter] = [new Date(), new Date(0)];
	t.true(await deps.sessions.isOpen(sid, {now, startedAfter}));
	t.false(await deps.sessions.isOpen(sid, {now: new Date(Date.now() + 8 * 86_400_000), startedAfter}), 'a week after its last use');
	t.false(await deps.sessions.isOpen(sid, {now, startedAfter: now}), 'at the end of its longest time');
	const relays = createRelays({
		events: deps.events,
		slots: createStreamSlots({maxPerCaller: () => 5, maxStreams: 100}),
		isStillKnown: async () => known.yes,
		recheckMs: 5,
		subscriptionMs: 1000,
	});
	const server = createServer((request, response) => {
		const asked = Object.assign(request, {get: () => undefined}) as unknown as Request;
		const answer = Object.assign(response, {
			locals: {caller: {kind: 'key', key: {id: 'k', name: 'k', type: 'main'}}},
			status: () => ({set: (headers: Record<string, string>) => response.writeHead(200, headers)}),
		}) as unknown as Response;
		void relays.relay(queueStream, {request: asked, response: answer});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	t.teardown(() => server.close());
	const {port} = server.address() as AddressInfo;
	const stream = await readEvents(t, `http://127.0.0.1:${port}`);
	known.yes = false;
	await stream.ended;
	t.pass();
});
