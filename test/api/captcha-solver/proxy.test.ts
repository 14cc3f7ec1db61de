import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

const path = '/api/captcha-solver';
const secretProxy = 'http://me:tell:nobody@proxy.test:3128';
const shown = 'http://********@proxy.test:3128';

test('the credentials of the proxy are stored sealed, shown as stars, and kept when what was shown comes back', async t => {
	const {call, deps} = await serve(t);
	t.is((await call(`PUT ${path}`, {body: {proxy: secretProxy}})).body.proxy, shown);
	t.is((await call(`GET ${path}`, {as: 'streaming'})).body.proxy, shown);
	const rows = JSON.stringify(await deps.settingStore.all());
	t.false(rows.includes('nobody') || rows.includes('proxy.test'));
	for (const as of ['admin', 'user'] as const) {
		t.is((await call(`PUT ${path}`, {as, body: {proxy: shown, timeout: 30}})).body.proxy, shown);
		t.is(deps.settings.get('captcha.proxy'), secretProxy);
	}
	t.true(deps.settings.get('captcha.proxyMayBePrivate'));
});

test('credentials with every sign are shown as stars whole, because the name alone may be the key', async t => {
	const {call} = await serve(t);
	for (const [proxy, expected] of [
		['socks5://me:p@ss:w0rd@proxy.test:1080', 'socks5://********@proxy.test:1080'],
		['http://:only@proxy.test', 'http://********@proxy.test'],
		['https://k3y@proxy.test:8443', 'https://********@proxy.test:8443'],
		['http://a@b:secret@proxy.test', 'http://********@proxy.test'],
		['http://me:@proxy.test', 'http://********@proxy.test'],
		['socks4://proxy.test:1080/', 'socks4://proxy.test:1080/'],
		['http://[2606:4700::1]:3128', 'http://[2606:4700::1]:3128'],
		['http://a:b@[2606:4700::1]:3128', 'http://********@[2606:4700::1]:3128'],
	] as const) {
		t.is((await call(`PUT ${path}`, {body: {proxy}})).body.proxy, expected);
	}
});

test('stars do not carry the stored credentials to another host', async t => {
	const {call, deps} = await serve(t);
	await call(`PUT ${path}`, {body: {proxy: secretProxy}});
	for (const proxy of ['http://********@evil.test:3128', 'socks5://********@proxy.test:3128', 'http://me:********@proxy.test:3128']) {
		const {status, body} = await call(`PUT ${path}`, {body: {proxy, timeout: 7}});
		t.is(status, 400, proxy);
		t.is(body.errors[0].path, 'proxy');
	}
	t.is(deps.settings.get('captcha.proxy'), secretProxy);
	t.is(deps.settings.get('captcha.timeout'), 60);
});

test('a user’s proxy is no private one, and is marked as a user’s', async t => {
	const {call, deps} = await serve(t);
	for (const proxy of [
		'http://127.0.0.1:3128',
		'http://10.1.2.3:3128',
		'http://localhost:3128',
		'http://2130706433:3128',
		'socks5://0x7f000001:1080',
		'socks5://[::ffff:169.254.169.254]:1080',
		'http://me:secret@192.168.1.1:3128',
	]) {
		const {status, body} = await call(`PUT ${path}`, {as: 'user', body: {proxy, maxRetries: 99}});
		t.is(status, 400, proxy);
		t.deepEqual(body.errors.map((fault: {path: string}) => fault.path).toSorted(), ['maxRetries', 'proxy'], proxy);
	}
	t.is((await call(`PUT ${path}`, {as: 'user', body: {proxy: secretProxy}})).status, 200);
	t.false(deps.settings.get('captcha.proxyMayBePrivate'));
	t.is((await call(`PUT ${path}`, {as: 'administrator', body: {proxy: 'http://10.1.2.3:3128'}})).status, 200);
	t.true(deps.settings.get('captcha.proxyMayBePrivate'));
	t.is((await call(`PUT ${path}`, {as: 'user', body: {proxy: 'http://10.1.2.3:3128', timeout: 33}})).status, 200);
	t.true(deps.settings.get('captcha.proxyMayBePrivate'));
});

test('a user cannot find out the stored password by guessing it', async t => {
	const {call} = await serve(t);
	await call(`PUT ${path}`, {body: {proxy: 'http://me:secret@10.1.2.3:3128'}});
	const guess = async (password: string) =>
		(await call(`PUT ${path}`, {as: 'user', body: {proxy: `http://me:${password}@10.1.2.3:3128`}})).status;
	t.is(await guess('secret'), 400);
	t.is(await guess('wrong'), 400);
});
