import {createServer, type Server} from 'node:http';
import test from 'ava';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {firstHop, nextHop} from '#workers/integrations/http/http.ts';

/** A server at the port that http implies. Null where the system keeps that for its own. */
async function openUsualPort(): Promise<Server | null> {
	const server = createServer((_request, response) => response.writeHead(302, {location: 'https://127.0.0.80/'}).end());
	return new Promise(resolve => {
		server.once('error', () => resolve(null)).listen(80, '127.0.0.80', () => resolve(server));
	});
}
const tried = await openUsualPort();
// Only the usual port is left out of addresses, and many systems keep it for root.
const usualPortTest = tried ? test : test.skip;
if (!tried) {
	console.warn('Skipping the redirect from http to https: port 80 cannot be opened.');
}
tried?.close();

test('redirects are followed only as often as asked, and never to another scheme', async t => {
	const url = await serveHttp(t, (request, response) => {
		const targets: Record<string, string> = {'/a': '/b', '/b': '/c', '/c': 'magnet:?xt=urn:btih:00'};
		response.writeHead(302, {Location: targets[request.url ?? ''] ?? '/a'});
		response.end();
	});
	const request = withHttp(t);
	t.is((await request({url: `${url}/a`, network: 'any'})).headers['location'], '/b');
	t.is((await request({url: `${url}/a`, network: 'any', redirects: 1})).headers['location'], '/c');
	const last = await request({url: `${url}/a`, network: 'any', redirects: 5});
	t.is(last.url, `${url}/c`);
	t.is(last.headers['location'], 'magnet:?xt=urn:btih:00');
});

test('a redirect to another host loses our secrets and a 303 its body', t => {
	const headers = {Cookie: 'sid=1', 'Content-Type': 'text/plain', 'X-Api-Key': 'k', 'X-Plex-Token': 'p'};
	const sent = firstHop({url: 'http://me:p%20w@one.test/a', method: 'POST', headers, body: 'x'}, 'Test');
	t.like(sent.headers, {authorization: 'Basic bWU6cCB3', cookie: 'sid=1', 'content-type': 'text/plain'});
	const next = nextHop(sent, {status: 303, headers: {location: 'http://two.test/b'}});
	t.like(next, {method: 'GET', body: null});
	t.deepEqual(Object.keys(next?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'user-agent']);
	t.like(nextHop(sent, {status: 307, headers: {location: '/c'}}), {headers: {cookie: 'sid=1', 'x-api-key': 'k'}, body: 'x'});
	t.is(nextHop(sent, {status: 307, headers: {location: 'http://two.test/c'}}), null, 'a body may have a password in it');
});

test('a redirect does not lead from a host that was entered to another one inside', async t => {
	const inner = await serveHttp(t, (_request, response) => response.end('inside'));
	const outer = await serveHttp(t, ({url}, response) => response.writeHead(302, {location: url === '/own' ? '/there' : inner}).end());
	const request = withHttp(t);
	await t.throwsAsync(request({url: `${outer}/other`, network: 'any', redirects: 3}), {code: 'address_refused'});
	t.is((await request({url: `${outer}/own`, network: 'any', redirects: 1})).status, 302);
});

usualPortTest('a redirect from http to https leads to another port, which nobody entered', async t => {
	const server = await openUsualPort();
	t.teardown(() => {
		server?.closeAllConnections();
		server?.close();
	});
	const request = withHttp(t);
	t.is((await request({url: 'http://127.0.0.80/', network: 'any'})).status, 302);
	await t.throwsAsync(request({url: 'http://127.0.0.80/', network: 'any', redirects: 1}), {code: 'address_refused'});
});
