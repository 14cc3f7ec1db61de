import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {PassThrough} from 'node:stream';
import test, {type ExecutionContext} from 'ava';
import express from 'express';
import {requestContext} from '#api/app.ts';
import {createLog} from '#shared/log/log.ts';

/** A server with one quick path, one that never answers, and a stream; `lines` are what it logs. */
async function logged(t: ExecutionContext) {
	const output = new PassThrough();
	const log = createLog({level: 'debug', source: 'api', outputs: [output]});
	const app = express();
	app.use(requestContext(log));
	app.get('/quick', (_request, response) => void response.json({}));
	app.get('/never', () => {});
	app.get('/stream', (_request, response) => void response.type('text/event-stream').write('data: 1\n\n'));
	const server = createServer(app).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	const next = async () => JSON.parse(String((await once(output, 'data'))[0])) as {msg: string; time: string; status: number; url: string};
	return {port, next};
}

test('the line of a request has its method, path, status and time, and no secrets', async t => {
	const {port, next} = await logged(t);
	const line = next();
	await fetch(`http://127.0.0.1:${port}/quick?apikey=tell-nobody`);
	const {msg, time, status} = await line;
	t.regex(msg, /^GET \/quick\?apikey=\*+ 200 in \d+ ms$/);
	t.is(status, 200);
	t.regex(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('a caller who left has no 200, unless it was a stream of events', async t => {
	const {port, next} = await logged(t);
	for (const [path, status] of [
		['/never', 499],
		['/stream', 200],
	] as const) {
		const line = next();
		const socket = connect(port, '127.0.0.1');
		socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
		if (path === '/stream') {
			await once(socket, 'data');
			socket.destroy();
		} else {
			socket.end();
			socket.destroySoon();
		}
		t.like(await line, {status, url: path});
	}
});
