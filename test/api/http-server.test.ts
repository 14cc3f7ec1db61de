import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {connect, type Socket} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {listen} from '#api/http-server.ts';
import {until} from '#test/helpers/until.ts';

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Resolves with whether the connection was answered. It stays open. */
async function ask(port: number, localAddress: string): Promise<{socket: Socket; isAnswered: boolean}> {
	const socket = connect({port, host: '127.0.0.1', localAddress}).on('error', () => {});
	socket.write(request);
	const [part] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
	return {socket, isAnswered: Buffer.isBuffer(part)};
}

test('connections of one address leave room for those of others', async t => {
	const shared = new Set<string>();
	// A reply without an end, because a connection that waits for its next request is closed after a while.
	const listener = (_: unknown, response: {write(text: string): void}) => response.write('fine');
	const server = await listen(listener, {host: '127.0.0.1', port: 0, isShared: address => shared.has(address)});
	t.teardown(() => server.close(0));
	const port = Number(new URL(server.address).port);
	const first = await Promise.all(Array.from({length: 500}, () => ask(port, '127.0.0.2')));
	t.true(first.every(({isAnswered}) => isAnswered));
	t.false((await ask(port, '127.0.0.2')).isAnswered);
	t.true((await ask(port, '127.0.0.3')).isAnswered);

	const [left] = first;
	left?.socket.destroy();
	// The server has yet to see that the connection ended.
	await until(async () => (await ask(port, '127.0.0.2')).isAnswered);
	shared.add('127.0.0.2');
	t.true((await ask(port, '127.0.0.2')).isAnswered);
});

/** Opens a connection and notes what comes. */
function openConnection(t: ExecutionContext, port: number) {
	const socket = connect(port, '127.0.0.1').on('error', () => {});
	t.teardown(() => socket.destroy());
	const heard = {text: ''};
	socket.setEncoding('latin1').on('data', part => {
		heard.text += part;
	});
	const ended = new Promise(resolve => socket.once('close', resolve));
	return {socket, heard, ended};
}

/** Counts the requests that Node reads from connections of this port, whether they are begun or not. */
function countParsed(t: ExecutionContext, port: number): {requests: number} {
	const parsed = {requests: 0};
	const count = (message: unknown) => {
		const {socket} = message as {socket: Socket}; // what Node tells of each request
		parsed.requests += socket.localPort === port ? 1 : 0;
	};
	subscribe('http.server.request.start', count);
	t.teardown(() => void unsubscribe('http.server.request.start', count));
	return parsed;
}

test('the requests of a connection are answered one after another, and too many of them end it', async t => {
	let [begun, ended, max] = [0, 0, 0];
	const listener: RequestListener = (_request, response) => {
		begun += 1;
		max = Math.max(max, begun - ended);
		response.once('close', () => {
			ended += 1;
		});
		setImmediate(() => response.end('fine'));
	};
	const server = await listen(listener, {host: '127.0.0.1', port: 0, isShared: () => true});
	t.teardown(() => server.close(0));
	const port = Number(new URL(server.address).port);
	const modest = openConnection(t, port);
	for (const answers of [21, 42]) {
		modest.socket.write(request.repeat(21));
		await until(() => modest.heard.text.split('fine').length === answers + 1);
	}
	t.deepEqual([begun, max], [42, 1]);

	const parsed = countParsed(t, port);
	const greedy = openConnection(t, port);
	greedy.socket.write(request.repeat(20_000));
	await greedy.ended;
	await until(() => ended === begun);
	t.true(begun < 60);
	t.true(parsed.requests < 200, `${parsed.requests} were read`);
});

test('whoever leaves while his requests wait for one another leaves nothing behind', async t => {
	let [begun, ended] = [0, 0];
	const listener: RequestListener = (_request, response) => {
		begun += 1;
		response.once('close', () => {
			ended += 1;
		});
	};
	const server = await listen(listener, {host: '127.0.0.1', port: 0, isShared: () => true});
	t.teardown(() => server.close(0));
	const {socket} = openConnection(t, Number(new URL(server.address).port));
	socket.write(request.repeat(10));
	await until(() => begun > 0);
	socket.destroy();
	await until(() => ended > 0);
	t.deepEqual([begun, ended], [1, 1]);
});

test('what follows a reply that ends the connection is not begun', async t => {
	let begun = 0;
	const listener: RequestListener = (_request, response) => {
		begun += 1;
		response.writeHead(200, {Connection: 'close'}).end('fine');
	};
	const server = await listen(listener, {host: '127.0.0.1', port: 0, isShared: () => true});
	t.teardown(() => server.close(0));
	const {socket, heard, ended} = openConnection(t, Number(new URL(server.address).port));
	socket.write(request.repeat(5));
	await ended;
	t.is(begun, 1);
	t.is(heard.text.split('fine').length, 2);
});

test('a body in very many tiny chunks ends its connection, and one in usual chunks is read', async t => {
	const sizes: number[] = [];
	const listener: RequestListener = (incoming, response) => {
		let size = 0;
		incoming.on('error', () => {});
		incoming.on('data', chunk => {
			size += chunk.length;
		});
		incoming.on('end', () => {
			sizes.push(size);
			response.end('fine');
		});
	};
	const server = await listen(listener, {host: '127.0.0.1', port: 0, isShared: () => true});
	t.teardown(() => server.close(0));
	const port = Number(new URL(server.address).port);
	const send = (chunk: string, times: number) => {
		const connection = openConnection(t, port);
		const body = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(times);
		connection.socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`);
		return connection;
	};
	await send('a', 100_000).ended;
	const usual = [send('a', 8000), send('b'.repeat(200), 10_000)];
	await until(() => usual.every(({heard}) => heard.text.includes('fine')));
	t.deepEqual(
		sizes.sort((a, b) => a - b),
		[8000, 2_000_000],
	);
});

test('a tunnel is refused with an answer, and nothing is written into a reply that is due before', async t => {
	const gate = Promise.withResolvers<void>();
	const server = await listen((_request, response) => void gate.promise.then(() => response.end('fine')), {
		host: '127.0.0.1',
		port: 0,
		isShared: () => true,
	});
	t.teardown(() => server.close(0));
	const port = Number(new URL(server.address).port);
	const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n';
	const plain = openConnection(t, port);
	plain.socket.write(tunnel);
	await plain.ended;
	t.regex(plain.heard.text, /^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*Allow: GET[\s\S]*"code":"method_not_allowed"/);

	const behind = openConnection(t, port);
	behind.socket.write(request + tunnel);
	await behind.ended;
	t.is(behind.heard.text, '');
	gate.resolve();
});
