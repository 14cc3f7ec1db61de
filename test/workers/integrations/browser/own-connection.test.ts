import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {connect, createServer, type Socket} from 'node:net';
import test from 'ava';
import {isOwnConnection} from '#workers/integrations/browser/guarded-proxy.ts';

/** Only Linux has this table, which tells whose a connection is; elsewhere these tests are listed as skipped. */
const onLinux = existsSync('/proc/net/tcp') ? test : test.skip;

onLinux('a connection over the loopback is told by the user at its other end', async t => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const accepted = once(server, 'connection') as Promise<[Socket]>;
	const client = connect((server.address() as {port: number}).port, '127.0.0.1');
	const [socket] = await accepted;
	t.true(await isOwnConnection(socket));
	t.false(await isOwnConnection(socket, (process.getuid?.() ?? 0) + 1));
	client.destroy();
	await once(socket, 'close');
	server.close();
});
