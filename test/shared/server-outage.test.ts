import {once} from 'node:events';
import {type AddressInfo, connect, createServer} from 'node:net';
import test from 'ava';
import {toUnavailable} from '#shared/server-outage.ts';

test('a write to a connection that MongoDB has just ended is an outage of MongoDB', async t => {
	const server = createServer(socket => socket.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => void server.close());
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
	socket.on('error', () => {});
	await once(socket, 'end');
	const error = await new Promise(resolve => socket.write('a command', resolve));
	t.like(error, {code: 'EPIPE'});
	t.like(toUnavailable(error), {code: 'database_unavailable'});
});
