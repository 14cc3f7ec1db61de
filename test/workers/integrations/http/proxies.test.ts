import {once} from 'node:events';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import test from 'ava';
import {Cancelled, UpstreamFailed} from '#shared/errors.ts';
import {httpProxy, socksProxy} from '#test/helpers/fake-proxies.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {Carrier} from '#workers/integrations/http/proxy-agents.ts';

const login = {username: 'vera', password: 'pass:word/ö'};
const plain = {name: 'Tunnel', username: null, password: null};
const failed = {instanceOf: UpstreamFailed, code: 'proxy_failed'};

const kinds = {
	http: {open: httpProxy, scheme: 'http'},
	socks4: {open: socksProxy, scheme: 'socks4'},
	socks5: {open: socksProxy, scheme: 'socks5'},
} as const;

for (const [kind, {open, scheme}] of Object.entries(kinds)) {
	const proxyAt = (port: number): Carrier => ({...plain, kind: kind as keyof typeof kinds, url: `${scheme}://127.0.0.1:${port}`});

	test(`a request goes through a proxy of the kind ${kind}, which resolves the name`, async t => {
		const {port, targets} = await open(t);
		const site = new URL(await serveHttp(t, (request, response) => void response.end(`${request.url}`)));
		const reply = await withHttp(t)({url: `http://site.example:${site.port}/search?q=lamp`, network: 'public', proxy: proxyAt(port)});
		t.is(reply.body.toString(), '/search?q=lamp');
		t.deepEqual(targets, [`site.example:${site.port}`]);
	});

	test(`nothing goes past a proxy of the kind ${kind} that is down`, async t => {
		let asked = 0;
		const url = await serveHttp(t, (_request, response) => {
			asked += 1;
			response.end();
		});
		const error = await t.throwsAsync(withHttp(t)({url, network: 'any', proxy: proxyAt(1)}), failed);
		t.regex(error?.message ?? '', /The proxy Tunnel/);
		t.is(asked, 0);
	});
}

for (const [kind, open, scheme] of [
	['http', httpProxy, 'http'],
	['socks5', socksProxy, 'socks5'],
] as const) {
	test(`a proxy of the kind ${kind} gets its login, and a wrong one fails`, async t => {
		const {port} = await open(t, login);
		const url = await serveHttp(
			t,
			(request, response) => void response.end(request.headers['proxy-authorization'] ?? 'nothing of the login'),
		);
		const proxy: Carrier = {name: 'Tunnel', kind, url: `${scheme}://127.0.0.1:${port}`, ...login};
		t.is((await withHttp(t)({url, network: 'any', proxy})).body.toString(), 'nothing of the login');
		const error = await t.throwsAsync(withHttp(t)({url, network: 'any', proxy: {...proxy, password: 'wrong'}}), failed);
		t.false(error?.message.includes('wrong'));
	});
}

test('private addresses and local names stay refused behind a proxy, and redirects to them too', async t => {
	const {port, targets} = await socksProxy(t);
	const proxy: Carrier = {...plain, kind: 'socks5', url: `socks5://127.0.0.1:${port}`};
	const http = withHttp(t);
	for (const url of ['http://127.0.0.1:81/', 'http://10.0.0.1/', 'http://[::1]/', 'http://router/', 'http://box.local/']) {
		await t.throwsAsync(http({url, network: 'public', proxy}), {code: 'address_refused'}, url);
	}
	t.deepEqual(targets, []);
	const site = await serveHttp(t, (_request, response) => void response.writeHead(302, {location: 'http://192.168.1.1/'}).end());
	await t.throwsAsync(http({url: site, network: 'any', proxy, redirects: 3}), {code: 'address_refused'});
	t.deepEqual(targets, [new URL(site).host]);
});

test('a login that SOCKS has no room for fails, and ends no process', async t => {
	const {port} = await socksProxy(t, login);
	const proxy: Carrier = {name: 'Tunnel', kind: 'socks5', url: `socks5://127.0.0.1:${port}`, username: 'ö'.repeat(128), password: 'p'};
	await t.throwsAsync(withHttp(t)({url: 'http://site.example/', network: 'any', proxy}), failed);
	await t.throwsAsync(
		withHttp(t)({url: 'http://site.example/', network: 'any', proxy: {...proxy, username: 'p', password: 'p'.repeat(256)}}),
		failed,
	);
});

for (const [kind, url] of [
	['http', 'https://site.example/'],
	['socks5', 'http://site.example/'],
] as const) {
	test(`a proxy of the kind ${kind} that accepts a connection and says nothing takes no longer than the request may`, async t => {
		const sockets = new Set<Socket>();
		const server = createServer(socket => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
		await once(server, 'listening');
		t.teardown(() => {
			server.close();
			for (const socket of sockets) {
				socket.destroy();
			}
		});
		const proxy: Carrier = {...plain, kind, url: `${kind}://127.0.0.1:${(server.address() as AddressInfo).port}`};
		const caller = new AbortController();
		server.once('connection', () => caller.abort());
		await t.throwsAsync(withHttp(t)({url, network: 'any', proxy, signal: caller.signal}), {instanceOf: Cancelled});
		await t.throwsAsync(withHttp(t, {leastMs: 0})({url, network: 'any', proxy, timeoutMs: 200}), {code: 'timed_out'});
	});
}
