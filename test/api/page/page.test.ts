import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {createPageFiles} from '#api/page/page-files.ts';
import {createLog} from '#shared/log/log.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

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
	const inline = [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script);
	t.is(inline.length, 1); // the colors
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
	const names = [...html.matchAll(/"(ui\/[^"]+)"/g)].map(([, name = '']) => name);
	t.is(names.length, 5);
	for (const name of names) {
		const file = await fetch(`${url}/kino/${name}`);
		t.is(file.status, 200, name);
		t.regex(String(file.headers.get('cache-control')), /immutable/);
		await file.arrayBuffer();
	}
	const compressed = await fetch(`${url}/kino/${names[0]}`, {headers: {'accept-encoding': 'gzip'}});
	t.is(compressed.headers.get('content-encoding'), 'gzip');
});

test('a first visit is a handful of requests, and all views together have no more than 180 kilobytes', async t => {
	const {url} = await serve(t);
	const get = async (path: string) => {
		const response = await fetch(`${url}/${path}`, {headers: {...browser, 'accept-encoding': 'gzip'}});
		const text = await response.text();
		const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
		return {text, bytes: headers + gzipSync(text).length};
	};
	const page = await get('');
	const [, folder = ''] = /"(ui\/[^/]+\/)main\.js"/.exec(page.text) ?? [];
	const named = [...page.text.matchAll(/(?:href|src)="(ui\/[^"]+)"/g)].map(([, name = '']) => name);
	const loaded = await Promise.all([...named, `${folder}worker.js`].map(get));
	t.true(loaded.length < 8);
	const total = loaded.reduce((sum, {bytes}) => sum + bytes, page.bytes);
	t.true(total <= 180_000, `${total} bytes in ${loaded.length + 1} files`);
	for (const name of ['main.js', 'worker.js', 'styles.css']) {
		const [, map = ''] = /sourceMappingURL=(\S+)/.exec((await get(folder + name)).text) ?? [];
		const {sources} = JSON.parse((await get(folder + map)).text) as {sources: string[]};
		t.true(sources.length > 1, name);
	}
});

test('files of another version of the page, and unknown paths, are problems in JSON', async t => {
	const {call} = await serve(t);
	for (const path of ['/ui/000000000000/main.js', '/ui/', '/movies', '/api/movies']) {
		t.like((await call(`GET ${path}`, {headers: browser})).body, {status: 404, code: 'unknown_path'});
	}
});

test('a page that is open since before an update gets the files of its own version', async t => {
	const {url, directory} = await serve(t);
	const folder = join(directory, 'data', 'page');
	for (const [version, days] of [
		['aaaaaaaaaaaa', 1],
		['bbbbbbbbbbbb', 2],
	] as const) {
		await mkdir(join(folder, version), {recursive: true});
		await writeFile(join(folder, version, 'worker.js.gz'), gzipSync(`// ${version}`));
		await utimes(join(folder, version), 0, days * 86_400);
	}
	const before = await fetch(`${url}/ui/bbbbbbbbbbbb/worker.js`);
	t.is(await before.text(), '// bbbbbbbbbbbb');
	t.regex(String(before.headers.get('content-type')), /^text\/javascript/);
	t.is((await fetch(`${url}/ui/aaaaaaaaaaaa/worker.js`)).status, 404); // the one before that is gone
	t.is((await fetch(`${url}/ui/${encodeURIComponent('../page/bbbbbbbbbbbb')}/worker.js`)).status, 404);
	t.is((await readdir(folder)).length, 2);
});

test('a page that came from another machine, which runs another version, gets its files here', async t => {
	const {url, deps} = await serve(t);
	await deps.sharedPages.keep('cccccccccccc', new Map([['worker.js', gzipSync('// elsewhere')]]), new Date());
	t.is(await (await fetch(`${url}/ui/cccccccccccc/worker.js`)).text(), '// elsewhere');
	t.is((await fetch(`${url}/ui/cccccccccccc/other.js`)).status, 404);
	t.is((await fetch(`${url}/ui/dddddddddddd/worker.js`)).status, 404);
	const {version} = await deps.pageFiles.current();
	await until(async () => (await deps.sharedPages.find(version))?.has('main.js'));
});

test('the page is kept as it was built, and is there where nothing can be kept', async t => {
	const dataDir = tempFolder(t);
	const log = createLog({level: 'error', source: 'test'});
	const {version, files} = await createPageFiles({dataDir, log}).current();
	const kept = await readFile(join(dataDir, 'page', version, 'main.js.gz'));
	t.true(kept.equals(files.get('main.js') ?? Buffer.of()));
	const unwritable = createPageFiles({dataDir: join(dataDir, 'page', version, 'main.js.gz'), log});
	t.is((await unwritable.current()).files.size, files.size);
});

test('posters of the metadata provider are allowed where the setting says so', async t => {
	const {url, deps} = await serve(t);
	await deps.settings.set('images.source', 'provider', new Date());
	const page = await fetch(url, {headers: browser});
	t.regex(String(page.headers.get('content-security-policy')), /img-src 'self' data: https:/);
});
