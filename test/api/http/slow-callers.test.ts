import {EventEmitter, once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {Readable} from 'node:stream';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import type {Request, Response} from 'express';
import express from 'express';
import {createBodyTurns, receiveBody} from '#api/http/body.ts';
import {createRequestSlots} from '#api/http/request-slots.ts';
import {TooMany} from '#shared/errors.ts';
import {serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';

/** A connection that sends this, and reads nothing. */
function send(t: ExecutionContext, port: number, text: string): Socket {
	const socket = connect(port, '127.0.0.1').on('error', () => {});
	t.teardown(() => socket.destroy());
	socket.pause().write(text);
	return socket;
}

test('slow senders of an address leave its requests alone, and are answered when their bodies are there', async t => {
	const {url, call} = await serve(t, {http: {loginsPer15Minutes: 1000}});
	const port = Number(new URL(url).port);
	const head = `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
	const senders = Array.from({length: 40}, () => send(t, port, `${head}{`));
	const answers = senders.map(() => '');
	for (const [index, socket] of senders.entries()) {
		socket.resume();
		socket.setEncoding('latin1').on('data', part => {
			answers[index] = `${answers[index]}${part}`;
		});
	}
	// The last of them is at work once the others are.
	t.is((await call('GET /api/queue', {as: 'nobody'})).status, 200);
	for (let round = 0; round < 10; round += 1) {
		t.is((await call('GET /api/queue', {as: 'nobody'})).status, 200);
	}
	t.true(answers.every(text => text === ''));
	for (const socket of senders) {
		socket.write('}');
	}
	await until(() => answers.every(text => text.startsWith('HTTP/1.1 400')));
	t.pass();
});

test('a caller may send a few large bodies at a time, and small ones meanwhile', async t => {
	const {url, headersOf, call} = await serve(t);
	const port = Number(new URL(url).port);
	const {'x-api-key': key} = await headersOf('admin');
	const head = `POST /api/custom-formats HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n`;
	Array.from({length: 20}, () => send(t, port, `${head}{`));
	for (let round = 0; round < 10; round += 1) {
		t.is((await call('POST /api/custom-formats', {body: {}})).status, 400);
	}
});

test('senders who leave while they wait hold no place for large bodies', async t => {
	const seen = {begun: 0, closed: 0};
	const app = express().post('/', createBodyTurns(), async (request, response) => {
		seen.begun += 1;
		response.once('close', () => {
			seen.closed += 1;
		});
		const {bytes} = await receiveBody(request, response, {});
		response.send(String(bytes.length));
	});
	const server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	const head = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{';
	const first = Array.from({length: 8}, () => send(t, port, head));
	await until(() => seen.begun === 8);
	const waiting = Array.from({length: 16}, () => send(t, port, head));
	await until(() => seen.begun === 24);
	for (const [leaving, closed] of [[waiting, 16] as const, [first, 24] as const]) {
		for (const socket of leaving) {
			socket.destroy();
		}
		await until(() => seen.closed === closed);
	}
	const body = JSON.stringify({name: 'x'.repeat(100_000)});
	const headers = {'content-type': 'application/json'};
	const reply = await fetch(`http://127.0.0.1:${port}`, {method: 'POST', body, headers});
	t.is(await reply.text(), String(body.length));
});

const size = 8 * 1024 * 1024;

/** A body that is written on and on, as far as its reader takes it. */
const endless = () =>
	new Readable({
		read() {
			this.push(Buffer.alloc(64 * 1024));
		},
	});

/** A server whose requests stand in the line of one address; each reply is larger than what the system takes. */
async function withLine(t: ExecutionContext, options = {}) {
	const slots = createRequestSlots({maxWaitMs: 600_000, abandonedMs: 600_000, ...options});
	const closed: string[] = [];
	const server = createServer(async (request, response) => {
		const asked = Object.assign(request, {ip: '192.0.2.1'}) as unknown as Request;
		const reply = Object.assign(response, {locals: {}}) as unknown as Response;
		response.once('close', () => closed.push(request.url ?? ''));
		await slots.take(asked, reply);
		if (request.url === '/parts') {
			endless().pipe(response);
			return;
		}
		response.end(Buffer.alloc(request.url === '/small' ? 10 : size));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	return {port, closed, ask: async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()};
}

test('readers that take nothing of a complete reply give their slots to others of the address', async t => {
	const {port, ask} = await withLine(t);
	for (let index = 0; index < 30; index += 1) {
		send(t, port, 'GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
	}
	t.is((await ask('/small')).byteLength, 10);
	t.is((await ask('/large')).byteLength, size);
});

test('so do those that take nothing of a reply that is still being written', async t => {
	const {port, ask} = await withLine(t);
	for (let index = 0; index < 12; index += 1) {
		send(t, port, 'GET /parts HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
	}
	t.is((await ask('/small')).byteLength, 10);
});

test('a reply of which nothing is taken for long ends, and so does one of very many of a caller', async t => {
	const {port, closed} = await withLine(t, {abandonedMs: 600});
	for (let index = 0; index < 4; index += 1) {
		send(t, port, `GET /${index} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
	}
	await until(() => closed.length === 4);
	const patient = await withLine(t, {abandonedMs: 600_000});
	for (let index = 0; index < 70; index += 1) {
		send(t, patient.port, 'GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
	}
	await until(() => patient.closed.length === 20);
	t.pass();
});

test('readers that take nothing cut off nobody of their address who is only slow', async t => {
	const {port, closed} = await withLine(t, {abandonedMs: 600_000});
	for (let index = 0; index < 60; index += 1) {
		send(t, port, 'GET /silent HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
	}
	await until(() => closed.length === 10);
	const socket = send(t, port, 'GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
	let received = 0;
	socket.on('data', (chunk: Buffer) => {
		received += chunk.length;
		socket.pause();
		setTimeout(() => socket.resume(), 10);
	});
	socket.resume();
	await once(socket, 'close');
	t.true(received > size);
	t.is(closed.filter(path => path === '/silent').length, 11);
});

test('requests whose callers have hung up are no longer among those that wait', async t => {
	const {take} = createRequestSlots();
	const responseOf = () => Object.assign(new EventEmitter(), {locals: {}, destroyed: false, headersSent: false}) as unknown as Response;
	const from = {ip: '192.0.2.1'} as Request;
	const working = Array.from({length: 8}, responseOf);
	const held = await Promise.all(working.map(response => take(from, response)));
	const waiting = Array.from({length: 1000}, responseOf);
	const gone = Promise.all(waiting.map(response => take(from, response)));
	await t.throwsAsync(take(from, responseOf()), {instanceOf: TooMany});
	for (const response of waiting) {
		response.emit('close');
	}
	await gone;
	const next = responseOf();
	const taken = take(from, next);
	held[0]?.();
	await taken;
	for (const response of [...working, next]) {
		response.emit('close');
	}
});
