import test from 'ava';
import {maskAddress} from '#api/http/secrets.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {type As, serve} from '#test/helpers/serve.ts';

const stars = '********';
const key = 'k3y9a8b7c6d5e4f3a2b1';
const secretUrl = `https://me:${key}@site.example:8443/feed/${key}/rss?t=movies&passkey=${key}#${key}`;
const shownUrl = `https://${stars}@site.example:8443/feed/${stars}/rss?t=${stars}&passkey=${stars}#${stars}`;
const indexer = {name: 'Feed', kind: 'rss', url: secretUrl};
const keyPath = `/user/${key}/api?more=${key}`;
const shownPath = `/user/${stars}/api?more=${stars}`;
const client = {
	name: 'Box',
	kind: 'qbittorrent',
	url: `http://me:${key}@box.example:8080/${key}`,
	settings: {label: key, stableSeconds: 30, protocol: 'torrent', fast: true},
};

test('an address that an administrator entered is masked where it may contain a key', t => {
	t.is(maskAddress(secretUrl), shownUrl);
	t.is(maskAddress('https://indexer.example'), 'https://indexer.example');
	t.is(maskAddress('http://box:8080/transmission/rpc'), 'http://box:8080/transmission/rpc');
	t.is(maskAddress(`http://site/rss?${key}`), `http://site/rss?${stars}`);
});

test('the address of an indexer is shown masked to administrators and as its origin to others', async t => {
	const {call, deps} = await serve(t);
	const {body: made} = await call('POST /api/indexers', {body: indexer});
	t.is(made.url, shownUrl);
	t.is((await call(`GET /api/indexers/${made.id}`, {as: 'administrator'})).body.url, shownUrl);
	for (const as of ['user', 'streaming'] satisfies As[]) {
		t.is((await call(`GET /api/indexers/${made.id}`, {as})).body.url, 'https://site.example:8443', as);
		t.is((await call('GET /api/indexers', {as})).body.indexers[0].url, 'https://site.example:8443', as);
	}
	t.is((await call(`PUT /api/indexers/${made.id}`, {body: {...made, priority: 2}})).body.priority, 2);
	t.is((await deps.indexers.get(made.id)).url, secretUrl);
	const other = await call(`PUT /api/indexers/${made.id}`, {body: {url: shownUrl.replace('/rss', '/atom')}});
	t.deepEqual([other.status, other.body.errors[0].path], [400, 'url']);
	t.is((await call('POST /api/indexers', {body: {...indexer, name: 'New', url: shownUrl}})).body.errors[0].path, 'url');
	const stored = JSON.stringify(await deps.connection.collection('indexers').find().toArray());
	t.false(stored.includes(key));
});

test('the free settings of a download client are written and never shown', async t => {
	const {call, deps} = await serve(t);
	const {body: made} = await call('POST /api/download-clients', {body: client});
	t.deepEqual(made.settings, {label: stars, stableSeconds: 30, protocol: 'torrent', fast: true});
	t.is(made.url, `http://${stars}@box.example:8080/${stars}`);
	const seen = (await call(`GET /api/download-clients/${made.id}`, {as: 'streaming'})).body;
	t.deepEqual([seen.settings, seen.url], [{}, 'http://box.example:8080']);
	t.is((await call(`PUT /api/download-clients/${made.id}`, {body: {...made, category: 'films'}})).status, 200);
	const {settings, url} = await deps.downloadClients.get(made.id);
	t.deepEqual([settings, url], [client.settings, client.url]);
	const change = (body: object) => call(`PUT /api/download-clients/${made.id}`, {body});
	t.is((await change({settings: {other: stars}})).body.errors[0].path, 'settings.other');
	t.deepEqual(
		(await change({url: 'http://elsewhere.example'})).body.errors.map(({path}: {path: string}) => path),
		['settings.label'],
	);
	t.is((await change({url: 'http://elsewhere.example', settings: {label: 'new'}})).status, 200);
	t.false(JSON.stringify(await deps.connection.collection('downloadClients').find().toArray()).includes(key));
});

test('a test of a stored record as it was shown uses what is stored', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const tried: object[] = [];
	await answerJobs(t, served, {
		testConnection: async ({sealed}) => {
			tried.push(openPayload<object>({name: 'test-connection'}, sealed, deps.secrets));
			return {version: null, details: []};
		},
	});
	const {body: made} = await call('POST /api/indexers', {body: indexer});
	t.is((await call('POST /api/indexers/test', {body: made})).status, 200);
	const {body: box} = await call('POST /api/download-clients', {body: client});
	t.is((await call('POST /api/download-clients/test', {body: box})).status, 200);
	t.like(tried[0], {url: secretUrl});
	t.like(tried[1], {url: client.url, settings: client.settings});
	t.is((await call('POST /api/indexers/test', {body: {...indexer, url: shownUrl}})).status, 400);
});

test('the path of the API may contain a key, and stays with its host', async t => {
	const {call, deps} = await serve(t);
	const {body: made} = await call('POST /api/indexers', {
		body: {...indexer, kind: 'torznab', url: 'https://site.example', apiPath: keyPath},
	});
	t.is(made.apiPath, shownPath);
	t.is((await call(`GET /api/indexers/${made.id}`, {as: 'streaming'})).body.apiPath, '');
	t.is((await call(`PUT /api/indexers/${made.id}`, {body: {...made, priority: 2}})).status, 200);
	t.is((await deps.indexers.get(made.id)).apiPath, keyPath);
	const refused = async (body: object) => (await call(`PUT /api/indexers/${made.id}`, {body})).body.errors?.[0].path;
	t.is(await refused({apiPath: `${shownPath}&a=b`}), 'apiPath');
	t.is(await refused({url: 'https://elsewhere.example'}), 'apiPath');
	t.is(await refused({url: 'https://elsewhere.example', apiPath: shownPath}), 'apiPath');
	t.is(await refused({url: 'https://elsewhere.example', apiPath: '/api'}), undefined);
	t.is((await call('POST /api/indexers', {body: {...indexer, name: 'New', apiPath: shownPath}})).body.errors[0].path, 'apiPath');
	await call(`PUT /api/indexers/${made.id}`, {body: {apiPath: keyPath}});
	t.false(JSON.stringify(await deps.connection.collection('indexers').find().toArray()).includes(key));
});

test('the address of a subtitle provider is masked, the path of a folder is not', async t => {
	const {call, deps} = await serve(t);
	const provider = {name: 'Subs', kind: 'subdl', url: secretUrl, apiKey: 'a key'};
	const {body: made} = await call('POST /api/subtitle-providers', {body: provider});
	t.is(made.url, shownUrl);
	t.is((await call('GET /api/subtitle-providers', {as: 'streaming'})).body.subtitleProviders[0].url, 'https://site.example:8443');
	t.is((await call(`PUT /api/subtitle-providers/${made.id}`, {body: {...made, priority: 2}})).status, 200);
	t.is((await deps.subtitleProviders.get(made.id)).url, secretUrl);
	const other = await call(`PUT /api/subtitle-providers/${made.id}`, {body: {url: shownUrl.replace('/rss', '/atom')}});
	t.deepEqual([other.status, other.body.errors[0].path], [400, 'url']);
	t.false(JSON.stringify(await deps.connection.collection('subtitleProviders').find().toArray()).includes(key));
	const folder = {name: 'Folder', kind: 'folder', url: '/media/subtitles-2026-collection'};
	t.is((await call('POST /api/subtitle-providers', {body: folder})).body.url, folder.url);
});
