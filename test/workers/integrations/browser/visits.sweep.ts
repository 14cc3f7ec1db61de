import type {IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {behindDoor} from '#test/challenge-sites/behind-door.ts';
import {computing, scriptDoor} from '#test/challenge-sites/plays/script.ts';
import {sendPage} from '#test/challenge-sites/reply.ts';
import {type Answer, openSite} from '#test/challenge-sites/site.ts';
import {waitingPage} from '#test/challenge-sites/waiting-page.ts';
import {atMost, browserOptions, browserTest, visitTo, within} from '#test/helpers/browser.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {createPageOpener} from '#workers/integrations/browser/page-opener.ts';
import type {PageVisit} from '#workers/integrations/browser/page-visit.ts';

const opener = createPageOpener(browserOptions());
test.after.always(() => opener.close());
const takingSlot = atMost(2);
const visit = (url: string, overrides: Partial<PageVisit> = {}) => takingSlot(() => opener.open(visitTo(url, overrides), within(300_000)));

interface Form {
	method: string;
	body: string;
	type: string | undefined;
}

/** What came of forms to `/form`, in the order of their coming. */
async function formOf(request: IncomingMessage): Promise<Form> {
	return {method: request.method ?? '', body: await text(request), type: request.headers['content-type']};
}

async function siteWith(t: ExecutionContext, answer: Answer) {
	const site = await openSite(answer);
	t.teardown(site.close);
	return site;
}

function cookie(overrides: Partial<BrowserCookie>): BrowserCookie {
	return {name: 'a', value: '1', domain: '127.0.0.1', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: null, ...overrides};
}

browserTest('a form reaches the site once, as a form', async t => {
	const forms: Form[] = [];
	const {origin} = await siteWith(t, async seen => {
		if (seen.url.pathname === '/form') {
			forms.push(await formOf(seen.request));
		}
		sendPage(seen, 200, '<title>Thanks</title><p>Received</p>');
	});
	const page = await visit(`${origin}/form`, {postData: 'q=a+b&c=%C3%BC'});
	t.regex(page.html ?? '', /Received/);
	t.deepEqual(forms, [{method: 'POST', body: 'q=a+b&c=%C3%BC', type: 'application/x-www-form-urlencoded'}]);
});

browserTest('a form that met a challenge is sent again when the challenge is solved', async t => {
	const forms: Form[] = [];
	const inside: Answer = async seen => {
		if (seen.url.pathname === '/form') {
			forms.push(await formOf(seen.request));
		}
		sendPage(seen, 200, `<title>Inside</title><p>Received by ${seen.request.method}</p>`);
	};
	const {origin} = await siteWith(t, scriptDoor('form', 300, inside));
	const page = await visit(`${origin}/form`, {postData: 'q=1'});
	t.is(page.kind, 'edge_challenge');
	t.regex(page.html ?? '', /Received by POST/);
	t.deepEqual(
		forms.filter(({method}) => method === 'POST').map(({body}) => body),
		['q=1'],
	);
});

browserTest('a challenge that sends the form on by itself is left to it', async t => {
	const forms: Form[] = [];
	const challenge: Parameters<typeof behindDoor>[0]['challenge'] = (seen, task) => {
		const script = computing(300).replace('location.reload()', 'document.forms[0].submit()');
		const body = '<form method="POST"><input name="q" value="1"></form>';
		sendPage(seen, 503, waitingPage({task, script, body}));
	};
	const inside: Answer = async seen => {
		if (seen.url.pathname === '/form') {
			forms.push(await formOf(seen.request));
		}
		sendPage(seen, 200, `<title>Inside</title><p>Received by ${seen.request.method}</p>`);
	};
	const {origin} = await siteWith(t, behindDoor({name: 'form', workMs: 300, challenge, inside}));
	t.regex((await visit(`${origin}/form`, {postData: 'q=1'})).html ?? '', /Received by POST/);
	t.deepEqual(
		forms.map(({method, body}) => ({method, body})),
		[{method: 'POST', body: 'q=1'}],
	);
});

browserTest('a form that is answered by a redirect ends at its page', async t => {
	const methods: string[] = [];
	const {origin} = await siteWith(t, seen => {
		methods.push(`${seen.request.method} ${seen.url.pathname}`);
		if (seen.url.pathname === '/form') {
			seen.response.writeHead(303, {location: '/done'}).end();
			return;
		}
		sendPage(seen, 200, '<title>Done</title>');
	});
	t.is((await visit(`${origin}/form`, {postData: 'q=1'})).url, `${origin}/done`);
	t.deepEqual(
		methods.filter(each => !each.includes('favicon')),
		['POST /form', 'GET /done'],
	);
});

browserTest('cookies of the request arrive, and hostile ones break nothing', async t => {
	const seenCookies: string[] = [];
	const url = await serveHttp(t, (request, response) => {
		seenCookies.push(request.headers.cookie ?? '');
		response.writeHead(200, {'content-type': 'text/html', 'set-cookie': ['mine=2; Path=/', 'raw=\u00fc; Path=/']}).end('<p>Open</p>');
	});
	const hostile = [
		{name: 'b', value: 'x\r\nSet-Cookie: evil=1'},
		{name: 'c;d', value: 'x'},
		{name: '', value: ''},
		{name: 'e', value: 'x', domain: 'not a host'},
		{name: 'f', value: 'x', domain: 'https://example.org/'},
		{name: 'g', value: 'x', path: 'no slash'},
		{name: 'h', value: 'x'.repeat(100_000)},
		{name: '__Host-i', value: 'x', domain: '.example.org'},
		{name: 'j', value: 'x', expires: Number.MAX_VALUE},
		{name: 'k', value: 'x', sameSite: 'Sometimes'},
		{name: 'l', value: 'x', domain: 'example.org'},
		{name: 'm', value: 'x', domain: ''},
	].map(cookie);
	const page = await visit(url, {cookies: [...hostile, cookie({name: 'good', value: 'yes'})]});
	t.regex(seenCookies[0] ?? '', /\bgood=yes\b/);
	t.notRegex(seenCookies[0] ?? '', /evil|\bl=/);
	t.is(page.cookies.find(({name}) => name === 'mine')?.value, '2');
	t.is(page.cookies.find(({name}) => name === 'good')?.domain, '127.0.0.1');
});

browserTest('each visit has cookies of its own', async t => {
	const {origin, requests} = await siteWith(t, seen => sendPage(seen, 200, '<p>Open</p>', {'set-cookie': 'left=1; Path=/'}));
	await visit(origin);
	await visit(origin);
	t.true(requests.every(({path, headers}) => path !== '/' || headers.cookie === undefined));
});

browserTest('a picture of the page is taken when it is asked for, with its pictures', async t => {
	const {origin, requests} = await siteWith(t, seen =>
		sendPage(seen, 200, '<img src="/a.png"><link rel="stylesheet" href="/a.css"><p>Open</p>'),
	);
	const page = await visit(origin, {withScreenshot: true, loadEverything: true});
	t.deepEqual([...Buffer.from(page.screenshot ?? '', 'base64').subarray(1, 4)].map(byte => String.fromCharCode(byte)).join(''), 'PNG');
	t.true(requests.some(({path}) => path === '/a.png'));
});

browserTest('pictures are left out, and style sheets too when nobody wants them', async t => {
	const {origin, requests} = await siteWith(t, seen =>
		sendPage(seen, 200, '<img src="/a.png"><link rel="stylesheet" href="/a.css"><p>Open</p>'),
	);
	await visit(origin, {waitMs: 300});
	t.deepEqual(
		requests.map(({path}) => path).filter(path => path.startsWith('/a')),
		['/a.css'],
	);
	await visit(origin, {waitMs: 300, withoutStyles: true});
	t.is(requests.filter(({path}) => path === '/a.css').length, 1);
});

browserTest('what a page adds while it is waited for is part of the answer', async t => {
	const script = "setTimeout(() => { document.body.append(Object.assign(document.createElement('b'), {textContent: 'late'})); }, 300)";
	const {origin} = await siteWith(t, seen => sendPage(seen, 200, `<p>Open</p><script>${script}</script>`));
	t.regex((await visit(origin, {waitMs: 1500})).html ?? '', /<b>late<\/b>/);
});

browserTest('a page is answered whole, however slowly it comes', async t => {
	const url = await serveHttp(t, (_request, response) => {
		response.writeHead(200, {'content-type': 'text/html'}).write(`<title>Slow</title>${'<p>First part</p>'.repeat(200)}`);
		setTimeout(() => response.end('<p>Last part</p>'), 1500);
	});
	t.regex((await visit(url)).html ?? '', /Last part/);
});

browserTest('a challenge in the later part of a page that answers well is waited for', async t => {
	let isOpen = false;
	const url = await serveHttp(t, (request, response) => {
		if (request.url === '/open') {
			isOpen = true;
		}
		response.writeHead(200, {'content-type': 'text/html'});
		if (isOpen) {
			response.end('<title>Inside</title><p id="inside">Open</p>');
			return;
		}
		response.write('<!DOCTYPE html><html><head>');
		const script = "setTimeout(() => fetch('/open').then(() => location.reload()), 300)";
		setTimeout(() => response.end(waitingPage({task: 'none', script}).replace(/^.*<head>/s, '')), 1200);
	});
	const page = await visit(url);
	t.is(page.kind, 'edge_challenge');
	t.regex(page.html ?? '', /id="inside"/);
});

browserTest('a page that is missing is an open page', async t => {
	const {origin} = await siteWith(t, seen => sendPage(seen, 404, '<title>Not found</title><p>Not here</p>'));
	const page = await visit(origin);
	t.is(page.kind, 'none');
	t.regex(page.html ?? '', /Not here/);
});

browserTest('a site that fails is a failure, or a page for who takes failures', async t => {
	const {origin} = await siteWith(t, seen => sendPage(seen, 500, '<title>Broken</title><p>It broke</p>'));
	await t.throwsAsync(visit(origin), {instanceOf: UpstreamFailed, code: 'site_failed', message: /500/});
	t.regex((await visit(origin, {takesFailures: true})).html ?? '', /It broke/);
});

for (const [name, status, headers] of [
	['a download', 200, {'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a.bin"'}],
	['an answer without a page', 204, {}],
] as const) {
	browserTest(`${name} is an open page, and nothing is stored`, async t => {
		const url = await serveHttp(t, (_request, response) => {
			response.writeHead(status, {'set-cookie': 'a=1; Path=/', ...headers}).end(status === 204 ? undefined : Buffer.alloc(5000, 1));
		});
		const page = await visit(`${url}/file`);
		t.like(page, {kind: 'none', url: `${url}/file`});
		t.is(page.cookies[0]?.value, '1');
	});
}

browserTest('data that is no page is answered as the browser shows it', async t => {
	const url = await serveHttp(t, (_request, response) => {
		response.writeHead(200, {'content-type': 'application/json'}).end('{"answer": [1, 2]}');
	});
	t.regex((await visit(url)).html ?? '', /<pre>\{"answer": \[1, 2\]\}<\/pre>/);
});

for (const [name, status, head] of [
	['a redirect', 302, ''],
	['a refresh of the page', 200, '<meta http-equiv="refresh" content="0; url=LINK">'],
] as const) {
	browserTest(`${name} to another place of the private network leads nowhere`, async t => {
		let calls = 0;
		const secret = await serveHttp(t, (_request, response) => {
			calls += 1;
			response.end('Secret');
		});
		const url = await serveHttp(t, (_request, response) => {
			response.writeHead(status, {'content-type': 'text/html', ...(status === 302 && {location: secret})});
			response.end(`<title>Moved</title>${head.replace('LINK', secret)}`);
		});
		const visited = visit(url, {waitMs: 1000});
		await t.throwsAsync(visited, {instanceOf: UpstreamFailed, code: 'address_refused'});
		t.is(calls, 0);
	});
}

/** Nothing listens there, and browsers do not refuse it by themselves. */
const deaf = 65_533;

const failing: Record<string, [url: string, code: string]> = {
	'a port where nobody listens': [`http://127.0.0.1:${deaf}/`, 'connection_refused'],
	'a port where nobody listens, by TLS': [`https://127.0.0.1:${deaf}/`, 'connection_failed'],
	'a name that nobody knows': ['http://no-such-host.invalid/', 'name_not_found'],
	'a name that nobody knows, by TLS': ['https://no-such-host.invalid/', 'name_not_found'],
};

for (const [name, [url, code]] of Object.entries(failing)) {
	browserTest(`${name} is told as ${code}`, async t => {
		await t.throwsAsync(visit(url), {instanceOf: UpstreamFailed, code});
	});
}

for (const host of [
	'http://127.0.0.1',
	'https://127.0.0.1',
	'http://localhost',
	'http://[::1]',
	'https://[::1]',
	'http://169.254.169.254',
]) {
	browserTest(`${host} is refused when nobody has entered it`, async t => {
		const proxy = {rules: {allowPrivate: false, allowedHost: null}, upstream: null, upstreamMayBePrivate: false};
		await t.throwsAsync(visit(`${host}:${deaf}/`, {proxy}), {instanceOf: UpstreamFailed, code: 'address_refused'});
	});
}

for (const scheme of ['http', 'https']) {
	browserTest(`a proxy that is dead is told as such for ${scheme}`, async t => {
		const proxy = {
			rules: {allowPrivate: false, allowedHost: null},
			upstream: `http://user:password@127.0.0.1:${deaf}`,
			upstreamMayBePrivate: true,
		};
		const error = await t.throwsAsync(visit(`${scheme}://somewhere.invalid/`, {proxy}), {instanceOf: UpstreamFailed, code: 'proxy_failed'});
		t.notRegex(String(error), /password/);
	});
}

browserTest('a private proxy is refused to who may not enter one', async t => {
	const proxy = {rules: {allowPrivate: false, allowedHost: null}, upstream: `http://127.0.0.1:${deaf}`, upstreamMayBePrivate: false};
	await t.throwsAsync(visit('http://somewhere.invalid/', {proxy}), {instanceOf: UpstreamFailed, code: 'proxy_failed'});
});

browserTest('a page that closes itself is told as crashed, and the next visit works', async t => {
	const {origin} = await siteWith(t, seen => {
		const script = seen.url.pathname === '/close' ? '<script>setTimeout(() => window.close(), 100)</script>' : '';
		sendPage(seen, 200, `<p>Open</p>${script}`);
	});
	const outcome = await visit(`${origin}/close`, {waitMs: 1500}).catch(error => error.code);
	t.true(outcome === 'page_crashed' || outcome.kind === 'none');
	t.is((await visit(origin)).kind, 'none');
});
