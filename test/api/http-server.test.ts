import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import test from 'ava';
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
	const listener = (_: unknown, response: {end(text: string): void}) => response.end('fine');
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
