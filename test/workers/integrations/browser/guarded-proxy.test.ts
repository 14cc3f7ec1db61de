import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {type AddressInfo, connect, createServer as createTcpServer, type Socket} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import {httpProxy, socksProxy} from '#test/helpers/fake-proxies.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {serveTrap} from '#test/helpers/trap/serve-trap.ts';
import {spellings} from '#test/helpers/trap/spellings.ts';
import {openGuardedProxy, type ProxyOptions} from '#workers/integrations/browser/guarded-proxy.ts';
import type {Lookup} from '#workers/integrations/http/guarded-lookup.ts';

const closed: ProxyOptions = {rules: {allowPrivate: false, allowedHost: null}, upstream: null, upstreamMayBePrivate: false};

async function withProxy(t: ExecutionContext, options: Partial<ProxyOptions> = {}) {
	const proxy = await openGuardedProxy({...closed, ...options});
	t.teardown(proxy.close);
	return {...proxy, port: Number(new URL(proxy.url).port)};
}

async function withTrap(t: ExecutionContext) {
	const trap = await serveTrap();
	t.teardown(trap.close);
	return trap;
}

/** Writes the very bytes to the proxy, and answers what comes back until the connection ends. */
async function say(port: number, words: string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	// A refusal may cut the connection in the middle.
	const ended = once(socket, 'close');
	const chunks: Buffer[] = [];
	socket.on('data', chunk => chunks.push(chunk)).on('error', () => {});
	socket.write(words);
	await ended;
	return Buffer.concat(chunks).toString();
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n`;
const tunnel = (place: string) =>
	`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\nGET /inside HTTP/1.1\r\nHost: trap\r\nConnection: close\r\n\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** Answers these addresses one after another, the last of them again and again. */
function answering(...turns: string[][]): Lookup {
	let turn = 0;
	return (_hostname, {all}, answer) => {
		const found = (turns[Math.min(turn, turns.length - 1)] ?? []).map(address => ({address, family: address.includes(':') ? 6 : 4}));
		turn += 1;
		setImmediate(() => (all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family)));
	};
}

const forbidden: Record<string, string> = {
	...spellings,
	'this network': '0.1.2.3',
	'a private net': '10.0.0.1',
	'a carrier net': '100.64.0.1',
	'link-local': '169.254.169.254',
	'a home net': '192.168.1.1',
	'an office net': '172.31.255.254',
	'a multicast address': '224.0.0.1',
	'the broadcast address': '255.255.255.255',
	'link-local in IPv6': '[fe80::1]',
	'a private net in IPv6': '[fd00::1]',
	'the metadata service in IPv6': '[fd00:ec2::254]',
	'IPv4 behind NAT64': '[64:ff9b::7f00:1]',
	'IPv4 behind NAT64, dotted': '[64:ff9b::10.0.0.1]',
	'IPv4 by 6to4': '[2002:7f00:1::]',
	'compatible IPv4': '[::127.0.0.1]',
	'translated IPv4': '[::ffff:0:127.0.0.1]',
	'an address in capitals': '[::FFFF:7F00:1]',
	'an address with a dot behind': '127.0.0.1.',
	'a name in mixed case': 'LocalHost',
	'a name with dot and capitals': 'LOCALHOST.',
	'a name with two dots': 'localhost..',
	'a name below, in capitals': 'a.LOCALHOST',
};

for (const [name, host] of Object.entries(forbidden)) {
	test(`${name} (${host}) is refused to a request and to a tunnel`, async t => {
		const trap = await withTrap(t);
		const {port} = await withProxy(t);
		const answer = await say(
			port,
			get(`http://${encodeURI(host).replaceAll('%25', '%').replace('%5B', '[').replace('%5D', ']')}:${trap.port}/request`),
		);
		t.true(statusOf(answer) >= 400, answer);
		t.notRegex(answer, /Secret/);
		const tunnelled = await say(port, tunnel(`${/[^\x20-\x7e]/.test(host) ? '127.0.0.1' : host}:${trap.port}`));
		t.notRegex(tunnelled, /Secret|200 Connection/);
		t.deepEqual(trap.contacts, []);
	});
}

test('what is refused can be told from what failed', async t => {
	const proxy = await withProxy(t);
	t.is(statusOf(await say(proxy.port, get('http://127.0.0.1:81/'))), 403);
	t.is(proxy.failureAt('http://127.0.0.1:81/anything'), 'address_refused');
	t.is(proxy.failureAt('http://127.0.0.1:82/'), null);
	t.is(statusOf(await say(proxy.port, get('http://no-such-host.invalid/'))), 502);
	t.is(proxy.failureAt('http://No-Such-Host.invalid/'), 'name_not_found');
	t.is(proxy.failureAt('https://no-such-host.invalid/'), null);
	t.is(statusOf(await say(proxy.port, 'CONNECT [::1]:443 HTTP/1.1\r\nHost: a\r\n\r\n')), 403);
	t.is(proxy.failureAt('https://[::1]/'), 'address_refused');
	t.is(proxy.failureAt('nonsense'), null);
});

const nonsense = {
	'a relative address': 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
	'a file': get('file:///etc/passwd'),
	FTP: get('ftp://127.0.0.1/'),
	'TLS without a tunnel': get('https://127.0.0.1/'),
	'a tunnel without a port': tunnel('127.0.0.1'),
	'a tunnel to nothing': tunnel(':80'),
	'no HTTP at all': '\u0016\u0003\u0001\r\n\r\n',
};

for (const [name, words] of Object.entries(nonsense)) {
	test(`${name} is answered by an error`, async t => {
		const {port} = await withProxy(t);
		t.is(statusOf(await say(port, words)), 400);
	});
}

test('a name that is public first and private next does not lead inside', async t => {
	const trap = await withTrap(t);
	for (const words of [get(`http://rebind.example:${trap.port}/`), tunnel(`rebind.example:${trap.port}`)]) {
		const lookup = answering(['192.0.9.1'], ['127.0.0.1']);
		const {port} = await withProxy(t, {rules: {...closed.rules, lookup}});
		t.notRegex(await say(port, words), /Secret/);
	}
	t.deepEqual(trap.contacts, []);
});

test('a name that is public and private at once is refused, in either order', async t => {
	const trap = await withTrap(t);
	for (const turns of [
		['192.0.9.1', '127.0.0.1'],
		['127.0.0.1', '192.0.9.1'],
		['192.0.9.1', '::1'],
		['192.0.9.1', '::ffff:127.0.0.1'],
	]) {
		const {port} = await withProxy(t, {rules: {...closed.rules, lookup: answering(turns)}});
		t.is(statusOf(await say(port, get(`http://both.example:${trap.port}/`))), 403);
		t.is(statusOf(await say(port, tunnel(`both.example:${trap.port}`))), 403);
	}
	t.deepEqual(trap.contacts, []);
});

test('what an administrator has entered is let through, with its port only', async t => {
	const trap = await withTrap(t);
	const url = await serveHttp(t, (_request, response) => response.end('Entered'));
	const {host, port} = new URL(url);
	const proxy = await withProxy(t, {rules: {allowPrivate: false, allowedHost: host}});
	t.regex(await say(proxy.port, get(`${url}/`)), /Entered/);
	t.regex(await say(proxy.port, tunnel(host)), /Entered/);
	t.is(statusOf(await say(proxy.port, get(`http://127.0.0.1:${trap.port}/`))), 403);
	t.is(statusOf(await say(proxy.port, tunnel(`127.0.0.1:${trap.port}`))), 403);
	t.is(statusOf(await say(proxy.port, get(`http://localhost:${port}/`))), 403);
	t.deepEqual(trap.contacts, []);
});

test('names and addresses of both sorts can be entered', async t => {
	const {hasIPv6, port: trapPort} = await withTrap(t);
	const hosts: [entered: string, asked: string][] = [
		['localhost', 'localhost'],
		['LocalHost', 'localhost'],
		['localhost', 'LOCALHOST'],
		...(hasIPv6 ? ([['[::1]', '[::1]']] as [string, string][]) : []),
	];
	for (const [entered, asked] of hosts) {
		const {port} = await withProxy(t, {rules: {allowPrivate: false, allowedHost: `${entered}:${trapPort}`}});
		t.regex(await say(port, get(`http://${asked}:${trapPort}/`)), /Secret/, entered);
		t.regex(await say(port, tunnel(`${asked}:${trapPort}`)), /Secret/, entered);
	}
});

test('where private addresses are allowed everything is let through', async t => {
	const trap = await withTrap(t);
	const {port} = await withProxy(t, {rules: {allowPrivate: true, allowedHost: null}});
	t.regex(await say(port, get(`http://127.0.0.1:${trap.port}/`)), /Secret/);
	t.regex(await say(port, get(`http://localhost:${trap.port}/`)), /Secret/);
});

test('a redirect is handed on, and its target is judged again', async t => {
	const trap = await withTrap(t);
	const url = await serveHttp(t, (_request, response) => response.writeHead(302, {location: `http://127.0.0.1:${trap.port}/`}).end());
	const {port} = await withProxy(t, {rules: {allowPrivate: false, allowedHost: new URL(url).host}});
	const answer = await say(port, get(`${url}/`));
	t.is(statusOf(answer), 302);
	t.is(statusOf(await say(port, get(/location: (\S+)/i.exec(answer)?.[1] ?? ''))), 403);
	t.deepEqual(trap.contacts, []);
});

interface Upstream {
	server: Server;
	host: string;
	/** Request lines and credentials, in the order of their coming. */
	asked: string[];
}

/** A proxy that answers everything itself, `status` to who asks for a tunnel or a page. */
async function withUpstream(t: ExecutionContext, status = 200): Promise<Upstream> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
		response.writeHead(status).end('By the upstream');
	});
	server.on('connect', (request, socket: Socket) => {
		asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
		socket.on('error', () => {});
		socket.write(`HTTP/1.1 ${status} Told\r\n\r\n`);
		if (status !== 200) {
			socket.end();
			return;
		}
		socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nBy the tunnel'));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	return {server, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}

const publicly = {allowPrivate: false, allowedHost: null, lookup: answering(['192.0.9.1'])};
const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;

test('a proxy behind ours gets every request with its credentials', async t => {
	const {host, asked} = await withUpstream(t);
	const {port} = await withProxy(t, {rules: publicly, upstream: `http://user:p%40ss@${host}`, upstreamMayBePrivate: true});
	t.regex(await say(port, get('http://somewhere.example/a')), /By the upstream/);
	t.regex(await say(port, tunnel('somewhere.example:443')), /By the tunnel/);
	t.deepEqual(asked, [`GET http://somewhere.example/a ${credentials}`, `CONNECT somewhere.example:443 ${credentials}`]);
});

test('behind a proxy too nothing private is asked for', async t => {
	const {host, asked} = await withUpstream(t);
	const {port} = await withProxy(t, {upstream: `http://${host}`, upstreamMayBePrivate: true});
	for (const place of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', '0x7f.1']) {
		t.true(statusOf(await say(port, get(`http://${place}:81/`))) >= 400, place);
		t.true(statusOf(await say(port, tunnel(`${place}:81`))) >= 400, place);
	}
	t.deepEqual(asked, []);
});

test('a name that only the proxy behind ours knows is asked of it', async t => {
	const {host, asked} = await withUpstream(t);
	const {port} = await withProxy(t, {upstream: `http://${host}`, upstreamMayBePrivate: true});
	t.regex(await say(port, get('http://no-such-host.invalid/')), /By the upstream/);
	t.is(asked.length, 1);
});

test('a private proxy is refused to who may not enter one, by address and by name', async t => {
	const {host, asked} = await withUpstream(t);
	const port = host.split(':')[1];
	for (const scheme of ['http', 'socks5']) {
		for (const place of ['127.0.0.1', 'localhost', '[::1]']) {
			const opened = openGuardedProxy({...closed, rules: publicly, upstream: `${scheme}://${place}:${port}`});
			await t.throwsAsync(opened, {instanceOf: UpstreamFailed, code: 'proxy_failed'}, `${scheme} ${place}`);
		}
	}
	t.deepEqual(asked, []);
});

for (const scheme of ['http', 'socks5', 'socks4']) {
	test(`a ${scheme} proxy whose name leads inside is refused to who may not enter one`, async t => {
		let calls = 0;
		const server = createTcpServer(socket => {
			calls += 1;
			socket.destroy();
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		t.teardown(() => server.close());
		const lookup: Lookup = (hostname, options, answer) =>
			answering([hostname === 'inside.example' ? '127.0.0.1' : '192.0.9.1'])(hostname, options, answer);
		const upstream = `${scheme}://inside.example:${(server.address() as AddressInfo).port}`;
		const options = {rules: {...closed.rules, lookup}, upstream};
		if (scheme === 'http') {
			const {port} = await withProxy(t, options);
			t.true(statusOf(await say(port, get('http://somewhere.example/'))) >= 500);
			t.notRegex(await say(port, tunnel('somewhere.example:443')), /200 Connection/);
		} else {
			await t.throwsAsync(openGuardedProxy({...closed, ...options}), {code: 'proxy_failed'});
		}
		t.is(calls, 0);
	});
}

test('a SOCKS proxy is used, with its credentials', async t => {
	const greetings: string[] = [];
	const server = createTcpServer(socket => {
		socket.on('error', () => {});
		socket.once('data', methods => {
			greetings.push(methods.toString('hex').slice(0, 2));
			socket.write(Buffer.from([5, 2]));
			socket.once('data', login => {
				greetings.push(login.toString('latin1').replace(/[^\x20-\x7e]/g, '.'));
				socket.write(Buffer.from([1, 0]));
				socket.once('data', request => {
					greetings.push(request.toString('latin1').replace(/[^\x20-\x7e]/g, '.'));
					socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
					socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nBy SOCKS'));
				});
			});
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => server.close());
	const upstream = `socks5://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`;
	const {port} = await withProxy(t, {rules: publicly, upstream, upstreamMayBePrivate: true});
	t.regex(await say(port, tunnel('somewhere.example:443')), /By SOCKS/);
	t.is(greetings[0], '05');
	t.regex(greetings[1] ?? '', /user.pass/);
	t.regex(greetings[2] ?? '', /somewhere\.example/);
});

for (const scheme of ['http', 'socks5', 'socks4']) {
	test(`a ${scheme} proxy of an indexer alone resolves names, and gets no local ones`, async t => {
		const {port, targets} = await (scheme === 'http' ? httpProxy(t) : socksProxy(t));
		const site = new URL(await serveHttp(t, (_request, response) => void response.end('By the proxy')));
		const lookedUp: string[] = [];
		const lookup: Lookup = (hostname, options, answer) => {
			lookedUp.push(hostname);
			answering(['192.0.9.1'])(hostname, options, answer);
		};
		const rules = {...closed.rules, isNamedByProxy: true, lookup};
		const guarded = await withProxy(t, {rules, upstream: `${scheme}://127.0.0.1:${port}`, upstreamMayBePrivate: true});
		t.regex(await say(guarded.port, get(`http://somewhere.example:${site.port}/`)), /By the proxy/);
		t.regex(await say(guarded.port, tunnel(`somewhere.example:${site.port}`)), /By the proxy/);
		for (const place of ['router', 'nas.lan', '10.0.0.1']) {
			t.is(statusOf(await say(guarded.port, get(`http://${place}:81/`))), 403, place);
		}
		t.deepEqual([...new Set(targets)], [`somewhere.example:${site.port}`]);
		t.deepEqual(lookedUp, []);
	});
}

test('a login that SOCKS has no room for is refused before anybody is asked', async t => {
	for (const upstream of [`socks5://user:${'p'.repeat(256)}@127.0.0.1:9`, `socks5://${'%C3%B6'.repeat(128)}@127.0.0.1:9`]) {
		await t.throwsAsync(openGuardedProxy({...closed, rules: publicly, upstream, upstreamMayBePrivate: true}), {code: 'proxy_failed'});
	}
});

test('a proxy that is dead or refuses us has statuses of its own', async t => {
	const dead = await withProxy(t, {rules: publicly, upstream: 'http://127.0.0.1:9', upstreamMayBePrivate: true});
	t.is(statusOf(await say(dead.port, get('http://somewhere.example/'))), 594);
	t.is(statusOf(await say(dead.port, tunnel('somewhere.example:443'))), 594);
	const {host} = await withUpstream(t, 407);
	const refusing = await withProxy(t, {rules: publicly, upstream: `http://${host}`, upstreamMayBePrivate: true});
	t.is(statusOf(await say(refusing.port, get('http://somewhere.example/'))), 597);
	t.is(statusOf(await say(refusing.port, tunnel('somewhere.example:443'))), 597);
});

test('what came back is counted, and no header of the proxy goes on', async t => {
	const headers: string[] = [];
	const url = await serveHttp(t, (request, response) => {
		headers.push(...Object.keys(request.headers));
		response.end('x'.repeat(50_000));
	});
	const proxy = await withProxy(t, {rules: {allowPrivate: true, allowedHost: null}});
	t.is(proxy.bytes(), 0);
	await say(proxy.port, get(`${url}/`));
	const first = proxy.bytes();
	t.true(first >= 50_000 && first < 60_000);
	await say(proxy.port, tunnel(new URL(url).host));
	t.true(proxy.bytes() >= first + 50_000);
	t.deepEqual(
		[...new Set(headers)].filter(name => /proxy|forwarded|via/.test(name)),
		[],
	);
});

test('the end cuts what is open, on both sides', async t => {
	const opened = Promise.withResolvers<void>();
	const gone = Promise.withResolvers<void>();
	const url = await serveHttp(t, (_request, response) => {
		response.write('begun');
		response.on('close', gone.resolve);
		opened.resolve();
	});
	const {host} = new URL(url);
	const proxy = await openGuardedProxy({...closed, rules: {allowPrivate: false, allowedHost: host}});
	const port = Number(new URL(proxy.url).port);
	const request = say(port, get(`${url}/`));
	await opened.promise;
	await proxy.close();
	await Promise.all([request, gone.promise]);
	const socket = connect(port, '127.0.0.1');
	const [error] = await once(socket, 'error');
	t.is((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
});

test('it listens on the loopback only', async t => {
	const {url} = await withProxy(t);
	t.is(new URL(url).hostname, '127.0.0.1');
});
