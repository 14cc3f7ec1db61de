import test from 'ava';
import {hashOfKey} from '#shared/store/accounts/api-keys.ts';
import {serve} from '#test/helpers/serve.ts';

test('a caller who guesses keys does not hold up the others, and a key that was right needs none', async t => {
	const gate = Promise.withResolvers<void>();
	const {call, deps, url, headersOf} = await serve(t, {http: {listRequestsPerMinute: 100_000}});
	const known = hashOfKey((await headersOf('admin'))['x-api-key'] ?? '');
	t.is((await call('GET /api/release-profiles')).status, 200);
	const {findByHash} = deps.apiKeys;
	let asked = 0;
	Object.assign(deps.apiKeys, {
		findByHash: async (hash: string) => {
			if (hash !== known) {
				asked += 1;
				await gate.promise;
			}
			return findByHash(hash);
		},
	});
	const guesses = Array.from({length: 20}, (_, index) => fetch(`${url}/api/queue`, {headers: {'x-api-key': `guess ${index}`}}));
	while (asked < 4) {
		await new Promise(setImmediate);
	}
	t.is((await call('GET /api/release-profiles')).status, 200);
	t.is(asked, 4);
	gate.resolve();
	t.deepEqual([...new Set((await Promise.all(guesses)).map(({status}) => status))], [200], 'the queue is public');
	t.is(asked, 20);
});

test('requests of one caller beyond a few wait for each other, and nobody else does', async t => {
	const entered: string[] = [];
	const gate = Promise.withResolvers<void>();
	const {call, deps, url, headersOf} = await serve(t);
	const {list} = deps.customFormats;
	let hold = true;
	Object.assign(deps.customFormats, {
		list: async () => {
			entered.push('custom formats');
			await (hold && gate.promise);
			return list();
		},
	});
	const headers = await headersOf('streaming');
	const greedy = Array.from({length: 30}, () => fetch(`${url}/api/custom-formats`, {headers}));
	while (entered.length < 8) {
		await new Promise(setImmediate);
	}
	t.is((await call('GET /api/release-profiles')).status, 200);
	t.is(entered.length, 8);
	hold = false;
	gate.resolve();
	t.deepEqual([...new Set((await Promise.all(greedy)).map(({status}) => status))], [200]);
});

test('the page and its files stand in the line of their address, too', async t => {
	const gate = Promise.withResolvers<void>();
	const {call, deps, url} = await serve(t, {http: {listRequestsPerMinute: 100_000}});
	const accept = 'text/html';
	const html = await (await fetch(url, {headers: {accept}})).text();
	const [, file = ''] = /"(ui\/[^"]+\.js)"/.exec(html) ?? [];
	const {page} = deps.downloads;
	let entered = 0;
	Object.assign(deps.downloads, {
		page: async (query: Parameters<typeof page>[0]) => {
			entered += 1;
			await gate.promise;
			return page(query);
		},
	});
	const greedy = Array.from({length: 8}, () => fetch(`${url}/api/queue`));
	while (entered < 8) {
		await new Promise(setImmediate);
	}
	const answered: string[] = [];
	const waiting = ['/', `/${file}`, '/ui/of-another-version/main.js'].map(async path => {
		const {status} = await fetch(url + path, {headers: {accept}});
		answered.push(`${status} ${path}`);
	});
	t.is((await call('GET /api/release-profiles')).status, 200);
	t.is((await call('GET /api/release-profiles')).status, 200);
	t.deepEqual(answered, []);
	gate.resolve();
	await Promise.all([...greedy, ...waiting]);
	t.deepEqual(answered.sort(), ['200 /', `200 /${file}`, '404 /ui/of-another-version/main.js']);
});
