import type {LookupAddress} from 'node:dns';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {brotliCompressSync, deflateRawSync, deflateSync, gzipSync} from 'node:zlib';
import test from 'ava';
import {Cancelled, Invalid, UpstreamFailed} from '#shared/errors.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {Lookup} from '#workers/integrations/http/guarded-lookup.ts';

function answering(...addresses: string[]): Lookup {
	const found: LookupAddress[] = addresses.map(address => ({address, family: address.includes(':') ? 6 : 4}));
	return (_hostname, {all}, answer) => {
		setImmediate(() => (all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family)));
	};
}

const failsWith = (code: string) => ({instanceOf: UpstreamFailed, code});

test('a reply brings status, headers, cookies, body and address', async t => {
	const url = await serveHttp(t, (request, response) => {
		response.writeHead(418, {'X-Odd': request.headers['user-agent'] ?? '', 'Set-Cookie': ['a=1', 'b=2']});
		response.end('teapot');
	});
	const reply = await withHttp(t)({url, network: 'any'});
	t.is(reply.status, 418);
	t.regex(reply.headers['x-odd'] ?? '', /^Kinoteka\/\d/);
	t.deepEqual(reply.cookies, ['a=1', 'b=2']);
	t.is(reply.body.toString(), 'teapot');
	t.is(reply.url, `${url}/`);
});

const encodings = {gzip: gzipSync, deflate: deflateSync, 'deflate without header': deflateRawSync, br: brotliCompressSync};

for (const [name, compress] of Object.entries(encodings)) {
	test(`${name} is unpacked`, async t => {
		const url = await serveHttp(t, (_request, response) => {
			response.writeHead(200, {'Content-Encoding': name.split(' ')[0]});
			response.end(compress('a body'));
		});
		t.is((await withHttp(t)({url, network: 'any'})).body.toString(), 'a body');
	});
}

test('a server that says gzip and sends plain text is understood', async t => {
	const url = await serveHttp(t, (_request, response) => {
		response.writeHead(200, {'Content-Encoding': 'gzip'});
		response.end('plain');
	});
	t.is((await withHttp(t)({url, network: 'any'})).body.toString(), 'plain');
});

test('a body that is packed again and again is not unpacked', async t => {
	const url = await serveHttp(t, (request, response) => {
		const layers = Number(request.url?.slice(1));
		const packed = Array.from({length: layers}).reduce<Buffer>(body => gzipSync(body), Buffer.from('inside'));
		response.writeHead(200, {'Content-Encoding': Array.from({length: layers}, () => 'gzip').join(', ')});
		response.end(packed);
	});
	t.is((await withHttp(t)({url: `${url}/3`, network: 'any'})).body.toString(), 'inside');
	await t.throwsAsync(withHttp(t)({url: `${url}/4`, network: 'any'}), failsWith('connection_failed'));
});

test('a body in very many pieces arrives whole', async t => {
	const pieces = 30_000;
	const url = await serveHttp(t, (_request, response) => {
		response.writeHead(200, {'Transfer-Encoding': 'chunked'}).flushHeaders();
		response.socket?.write(`${'1\r\na\r\n'.repeat(pieces)}0\r\n\r\n`);
	});
	const request = withHttp(t);
	t.is((await request({url, network: 'any'})).body.toString(), 'a'.repeat(pieces));
	await t.throwsAsync(request({url, network: 'any', maxBytes: pieces - 1}), failsWith('too_large'));
});

test('the size limit holds for announced, streamed and unpacked bodies', async t => {
	const url = await serveHttp(t, (request, response) => {
		if (request.url === '/announced') {
			response.writeHead(200, {'Content-Length': 5000});
			response.end(Buffer.alloc(5000));
			return;
		}
		if (request.url === '/packed') {
			response.writeHead(200, {'Content-Encoding': 'gzip'});
			response.end(gzipSync(Buffer.alloc(500_000)));
			return;
		}
		response.write(Buffer.alloc(600));
		response.end(Buffer.alloc(600));
	});
	const request = withHttp(t);
	for (const path of ['announced', 'packed', 'streamed']) {
		await t.throwsAsync(request({url: `${url}/${path}`, network: 'any', maxBytes: 1000}), failsWith('too_large'), path);
	}
});

test('a server that never finishes is left in time', async t => {
	const url = await serveHttp(t, (request, response) => {
		if (request.url === '/half') {
			response.write('half');
		}
	});
	const request = withHttp(t, {leastMs: 0});
	await t.throwsAsync(request({url, network: 'any', timeoutMs: 60}), failsWith('timed_out'));
	await t.throwsAsync(request({url: `${url}/half`, network: 'any', timeoutMs: 60}), failsWith('timed_out'));
});

test('a closed port, an unknown name and a broken connection are told apart', async t => {
	const port = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
	await once(port, 'listening');
	const address = port.address();
	const number = typeof address === 'object' && address ? address.port : 0;
	const request = withHttp(t);
	await t.throwsAsync(request({url: `http://127.0.0.1:${number}/`, network: 'any'}), failsWith('connection_failed'));
	await t.throwsAsync(request({url: `https://127.0.0.1:${await plainPort(t)}/`, network: 'any'}), failsWith('tls_failed'));
	port.close();
	// A port that no system gives away: one that was just closed may be another test's by now.
	await t.throwsAsync(request({url: 'http://127.0.0.1:2/?apikey=secret', network: 'any'}), {
		...failsWith('connection_refused'),
		message: /^127\.0\.0\.1:\d+ refuses/,
	});
	const unknown = withHttp(t, {
		lookup: (_hostname, _options, answer) => answer(Object.assign(new Error('no such name'), {code: 'ENOTFOUND'}), '', 4),
	});
	await t.throwsAsync(unknown({url: 'http://nowhere.test/', network: 'any'}), failsWith('name_not_found'));
});

async function plainPort(t: Parameters<typeof serveHttp>[0]): Promise<string> {
	return new URL(await serveHttp(t, (_request, response) => response.end())).port;
}

test('an aborted signal is a cancellation', async t => {
	const stop = new AbortController();
	const url = await serveHttp(t, () => stop.abort());
	await t.throwsAsync(withHttp(t)({url, network: 'any', signal: stop.signal}), {instanceOf: Cancelled});
});

test('an address that is none of the web is refused', async t => {
	const request = withHttp(t);
	for (const url of ['', 'file:///etc/passwd', 'magnet:?xt=urn:btih:00', '//x']) {
		await t.throwsAsync(request({url, network: 'any'}), {instanceOf: Invalid, code: 'address_invalid'}, url);
	}
});

test('a public request leads to no private address, written, looked up or redirected to', async t => {
	let asked = 0;
	const inside = await serveHttp(t, (_request, response) => {
		asked += 1;
		response.end();
	});
	const {port} = new URL(inside);
	const mixed = withHttp(t, {lookup: answering('192.0.3.1', '127.0.0.1')});
	await t.throwsAsync(withHttp(t)({url: inside, network: 'public'}), failsWith('address_refused'));
	await t.throwsAsync(withHttp(t)({url: `http://[::1]:${port}/`, network: 'public'}), failsWith('address_refused'));
	await t.throwsAsync(withHttp(t)({url: `http://2130706433:${port}/`, network: 'public'}), failsWith('address_refused'));
	await t.throwsAsync(withHttp(t)({url: `http://localhost:${port}/`, network: 'public'}), failsWith('address_refused'));
	await t.throwsAsync(mixed({url: `http://mixed.test:${port}/`, network: 'public'}), failsWith('address_refused'));
	t.is(asked, 0);
	const named = withHttp(t, {lookup: answering('127.0.0.1')});
	t.is((await named({url: `http://inside.test:${port}/`, network: 'any'})).status, 200);
});

test('a name that is public when it is checked first, and private later, leads nowhere inside', async t => {
	let visits = 0;
	const inside = await serveHttp(t, (_request, response) => {
		visits += 1;
		response.end();
	});
	const {port} = new URL(inside);
	const answers = ['192.0.3.1', '127.0.0.1', '::ffff:127.0.0.1'];
	const rebinding: Lookup = (hostname, options, answer) => answering(answers.shift() ?? '127.0.0.1')(hostname, options, answer);
	const [hasty, request] = [withHttp(t, {lookup: rebinding, leastMs: 0}), withHttp(t, {lookup: rebinding})];
	const asked = {url: `http://rebinding.test:${port}/`, network: 'public'} as const;
	await t.throwsAsync(hasty({...asked, timeoutMs: 100}), {instanceOf: UpstreamFailed});
	await t.throwsAsync(request(asked), failsWith('address_refused'));
	await t.throwsAsync(request(asked), failsWith('address_refused'));
	t.is(visits, 0);
});
