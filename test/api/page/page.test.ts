import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

const browser = {accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'};

test('browsers get the page, programs are told that the solver is ready', async t => {
	const {url} = await serve(t);
	const page = await fetch(url, {headers: browser});
	const html = await page.text();
	t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
	t.is(page.headers.get('cache-control'), 'no-cache');
	t.is(page.headers.get('x-content-type-options'), 'nosniff');
	t.regex(String(page.headers.get('vary')), /accept/i);

	const policy = String(page.headers.get('content-security-policy'));
	const inline = [...html.matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/g)].map(([, script = '']) => script);
	t.is(inline.length, 2); // the theme and the import map
	for (const script of inline) {
		t.true(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`));
	}
	t.false(policy.includes('unsafe'));
	t.false(policy.includes('https:'));

	const again = await fetch(url, {headers: {...browser, 'cache-control': 'max-age=0', 'if-none-match': String(page.headers.get('etag'))}});
	t.is(again.status, 304);
	const program = await fetch(url);
	t.is(((await program.json()) as {msg: string}).msg, 'FlareSolverr is ready!');
});

test('the files of the page stay in the browser, and everything that it names is there', async t => {
	const {url} = await serve(t, {http: {basePath: '/kino'}});
	const html = await (await fetch(`${url}/kino/`, {headers: browser})).text();
	t.true(html.includes('<base href="/kino/">'));
	const names = [...html.matchAll(/"(?:\.\/)?(ui\/[^"]+)"/g)].map(([, name = '']) => name);
	t.true(names.length > 30);
	for (const name of names) {
		const file = await fetch(`${url}/kino/${name}`);
		t.is(file.status, 200, name);
		t.regex(String(file.headers.get('cache-control')), /immutable/);
		await file.arrayBuffer();
	}
	const compressed = await fetch(`${url}/kino/${names[0]}`, {headers: {'accept-encoding': 'gzip'}});
	t.is(compressed.headers.get('content-encoding'), 'gzip');
});

test('modules carry no headers that only documents and workers need', async t => {
	const {url} = await serve(t);
	const html = await (await fetch(url, {headers: browser})).text();
	const main = /src="(ui\/[^"]+main\.js)"/.exec(html)?.[1] ?? '';
	const [module, worker] = await Promise.all(
		[main, main.replace('main.js', 'worker/streams.js')].map(async name => (await fetch(`${url}/${name}`)).headers),
	);
	t.is(module?.get('x-content-type-options'), 'nosniff');
	t.is(module?.get('content-security-policy'), null);
	t.not(worker?.get('content-security-policy'), null);
});

test('a first visit loads no more than 175 kilobytes of page until the login and the wall stand', async t => {
	const {url} = await serve(t);
	const get = async (path: string) => {
		const response = await fetch(`${url}/${path}`, {headers: {...browser, 'accept-encoding': 'gzip'}});
		const text = await response.text();
		const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
		return {text, bytes: headers + gzipSync(text).length};
	};
	const page = await get('');
	const names = [...page.text.matchAll(/<link rel="(?:modulepreload|stylesheet)" href="([^"]+)"/g)].map(([, name = '']) => name);
	t.true(names.length > 50);
	const loaded = await Promise.all(names.map(get));
	const total = loaded.reduce((sum, {bytes}) => sum + bytes, page.bytes);
	t.true(total <= 175_000, `${total} bytes in ${names.length} files`);
});

test('files of another version of the page, and unknown paths, are problems in JSON', async t => {
	const {call} = await serve(t);
	for (const path of ['/ui/000000000000/main.js', '/ui/', '/movies', '/api/movies']) {
		t.like((await call(`GET ${path}`, {headers: browser})).body, {status: 404, code: 'unknown_path'});
	}
});

test('the page of another version that runs beside this one has its files from either', async t => {
	const {call, url, deps} = await serve(t);
	const gzipped = gzipSync('old();');
	await deps.pageFiles.keep('0123456789ab', [{path: 'parts/main.js', type: 'text/javascript; charset=utf-8', gzipped}], new Date());
	const old = await fetch(`${url}/ui/0123456789ab/parts/main.js`);
	t.deepEqual([old.status, old.headers.get('content-type'), await old.text()], [200, 'text/javascript; charset=utf-8', 'old();']);
	t.is((await call('GET /ui/0123456789ab/parts/other.js', {headers: browser})).status, 404);
	const page = await (await fetch(url, {headers: browser})).text();
	const [, version = '', path = ''] = /ui\/([\da-f]{12})\/(main\.js)/.exec(page) ?? [];
	t.not(await deps.pageFiles.find(version, path), null, 'and others have those of this one');
});

test('posters of the metadata provider are allowed where the setting says so', async t => {
	const {url, deps} = await serve(t);
	await deps.settings.set('images.source', 'provider', new Date());
	const page = await fetch(url, {headers: browser});
	t.regex(String(page.headers.get('content-security-policy')), /img-src 'self' data: https:/);
});
