import {request} from 'node:http';
import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

/** fetch does not let a caller choose the header. */
function statusFor(url: string, host: string | null): Promise<{status: number; body: string}> {
	const {promise, resolve, reject} = Promise.withResolvers<{status: number; body: string}>();
	const sent = request(`${url}/api/ready`, {setHost: false, headers: host === null ? {} : {host}}, response => {
		let body = '';
		response.on('data', part => {
			body += part;
		});
		response.on('end', () => resolve({status: response.statusCode ?? 0, body}));
	});
	sent.on('error', reject).end();
	return promise;
}

test('a name that nobody gave to the service is refused with the remedy, so that a foreign page cannot rebind its own', async t => {
	const {url} = await serve(t);
	for (const host of [
		'evil.example',
		'evil.example:5656',
		'127.0.0.1.evil.example',
		'localhost.evil.example',
		'10.0.0.1.nip.io',
		'local.example',
		'evil.fritz.box',
	]) {
		const {status, body} = await statusFor(url, host);
		t.is(status, 421, host);
		t.like(JSON.parse(body), {code: 'unknown_host', status: 421});
		t.regex(JSON.parse(body).detail, /security\.allowedHosts/);
	}
});

test('addresses, local names, and names of the settings and the configuration are known', async t => {
	const {url, call} = await serve(t, {http: {hosts: ['box.home.example']}});
	const port = new URL(url).port;
	for (const host of [
		'127.0.0.1',
		`127.0.0.1:${port}`,
		'192.168.1.5',
		'[::1]:5656',
		'localhost',
		'LOCALHOST:1',
		'a.localhost',
		'nas:5656',
		'box.home.example',
		'nas.lan',
		'kinoteka.local:5656',
		'Kino.Home.arpa.',
		'media.internal',
	]) {
		t.is((await statusFor(url, host)).status, 200, host);
	}
	t.is((await statusFor(url, 'films.example')).status, 421);
	await call('PUT /api/settings/external-url', {body: {externalUrl: 'https://films.example/kino'}});
	t.is((await statusFor(url, 'Films.Example.')).status, 200);
	await call('PUT /api/settings/security.allowedHosts', {body: {value: ['tv.example']}});
	t.is((await statusFor(url, 'tv.example:8443')).status, 200);
	for (const value of [['http://tv.example'], ['tv.example:80'], ['*'], 'tv.example']) {
		t.is((await call('PUT /api/settings/security.allowedHosts', {body: {value}})).status, 400);
	}
});
