import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

const tunnel = {
	name: 'Tunnel',
	kind: 'socks5',
	url: 'socks5://proxy.test:1080',
	username: 'vera',
	password: 'right horse',
	proxyTags: ['Tunnel'],
};

test('proxies are kept with their password sealed and masked, for administrators only', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await answerJobs(t, served, {checkConnection: async () => {}});
	const made = await call('POST /api/proxies', {body: tunnel});
	t.is(made.status, 201);
	t.like(made.body, {
		name: 'Tunnel',
		kind: 'socks5',
		url: 'socks5://proxy.test:1080',
		username: 'vera',
		enabled: true,
		proxyTags: ['Tunnel'],
	});
	t.notRegex(JSON.stringify(made.body), /right horse/);
	t.notRegex(JSON.stringify(await deps.connection.collection('proxies').findOne({})), /right horse|proxy\.test/);
	t.is((await deps.proxies.get(made.body.id)).password, 'right horse');
	t.is((await call('GET /api/proxies', {as: 'user'})).status, 403);
	const pathsOf = async (body: object) =>
		(await call('POST /api/proxies', {body: {...tunnel, name: 'Other', ...body}})).body.errors?.map(({path}: {path: string}) => path);
	t.deepEqual(await pathsOf({kind: 'http'}), ['url']);
	t.deepEqual(await pathsOf({url: 'socks5://proxy.test'}), ['url']);
	t.deepEqual(await pathsOf({url: 'socks5://a:b@proxy.test:1080'}), ['url']);
	t.deepEqual(await pathsOf({username: null}), ['username']);
	t.deepEqual(await pathsOf({username: 'ö'.repeat(128), password: 'p'.repeat(256)}), ['username', 'password']);
	const moved = await call(`PUT /api/proxies/${made.body.id}`, {body: {url: 'socks5://elsewhere.test:1080'}});
	t.deepEqual(
		moved.body.errors?.map(({path}: {path: string}) => path),
		['password'],
	);
});

test('an indexer takes only proxy tags that lead to one proxy', async t => {
	const served = await serve(t);
	const {call} = served;
	await answerJobs(t, served, {checkConnection: async () => {}});
	const add = (proxyTags: string[]) =>
		call('POST /api/indexers', {body: {name: 'Site', kind: 'torznab', url: 'https://site.test', proxyTags}});
	const fault = (await add(['tunnel'])).body.errors[0];
	t.is(fault.path, 'proxyTags');
	t.regex(fault.message, /No proxy has the tag tunnel/);
	await call('POST /api/proxies', {body: tunnel});
	await call('POST /api/proxies', {body: {...tunnel, name: 'Second', proxyTags: ['second']}});
	t.regex((await add(['tunnel', 'second'])).body.errors[0].message, /two proxies/);
	t.deepEqual((await add(['tunnel'])).body.proxyTags, ['tunnel']);
});
