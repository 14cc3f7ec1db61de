import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {fakeProwlarr} from '#test/helpers/fakes/fake-prowlarr.ts';
import {account, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {prowlarrDatabase} from '#test/helpers/prowlarr-database.ts';
import {serve} from '#test/helpers/serve.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {handlePrepareIndexerImport} from '#workers/connections/prepare-indexer-import.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

const settings = `  - {name: username, type: text, label: Name}
  - {name: password, type: password, label: Password}
  - {name: sort, type: select, label: Sort, options: {seeders: Seeders, created: Created}}
  - {name: free, type: checkbox, label: Only free}`;

async function household(t: ExecutionContext) {
	const served = await serve(t);
	const {deps: api} = served;
	const {dataDir} = api.http;
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'https://image.example/t/p', apiKey: 'key'};
	const {deps, close} = assembleDeps({...api, stores: api, metadata, dataDir, browserPath: null, leastMs: patienceMs});
	t.teardown(close);
	await answerJobs(t, served, {prepareIndexerImport: (payload, _deps, run) => handlePrepareIndexerImport(payload, deps, run)});
	const site = await privateSite(t);
	const folder = join(dataDir, 'definitions');
	await mkdir(folder, {recursive: true});
	await writeFile(join(folder, 'meadow.yml'), siteDefinition(site.url, {settings}));
	return {...served, site, prowlarr: await fakeProwlarr(t, site.url)};
}

test('indexers of Prowlarr come by definition, by their own API, or through it, after a look', async t => {
	const {call, deps, prowlarr, site} = await household(t);
	const source = {program: 'prowlarr', url: prowlarr.url, apiKey: prowlarr.apiKey};
	const {status, body} = await call('POST /api/indexer-imports', {body: source});
	t.is(status, 200);
	t.deepEqual(
		body.rows.map((row: {name: string; outcome: string; way: string; needs: {path: string}[]}) => [
			row.name,
			row.outcome,
			row.way,
			row.needs.map(({path}) => path),
		]),
		[
			['Meadow', 'comes', 'definition', []],
			['Old Mill', 'needsYou', 'direct', ['apiKey']],
			['Native', 'comes', 'through', []],
			['Hidden', 'needsYou', 'definition', ['settings.password']],
		],
	);
	t.false(JSON.stringify(body).includes('correct horse') || JSON.stringify(body).includes(prowlarr.apiKey));
	t.is((await deps.indexers.list()).length, 0, 'nothing is written by a look');
	const kept = await deps.producer.keys(`${deps.prefix}:indexer-import:*`);
	t.false((await deps.producer.mget(kept)).join().includes('correct horse'), 'what is kept is sealed');

	const added = await call(`POST /api/indexer-imports/${body.id}`, {
		body: {indexers: [{id: '1'}, {id: '2', secrets: {apiKey: 'key-of-mill'}}, {id: '3'}, {id: '4'}, {id: '9'}]},
	});
	t.deepEqual(
		added.body.indexers.map(({outcome}: {outcome: string}) => outcome),
		['added', 'added', 'added', 'refused', 'refused'],
	);
	t.is(added.body.indexers[3].message, 'It needs: Password.');
	const [meadow, native, mill] = await deps.indexers.list();
	t.like(meadow, {
		name: 'Meadow',
		kind: 'definition',
		definition: 'meadow',
		url: `${site.url}/`,
		priority: 12,
		queryLimit: 100,
		grabLimit: 20,
		limitUnit: 'hour',
		minimumSeeders: 5,
		seedRatio: 1.5,
		seedTimeMinutes: 4320,
		seasonPackSeedTimeMinutes: 10_080,
		settings: {...account, sort: 'seeders', free: true},
	});
	t.like(mill, {
		kind: 'newznab',
		url: 'https://mill.example',
		apiKey: 'key-of-mill',
		rss: false,
		automatic: false,
		interactive: true,
		minimumSeeders: null,
		vipExpiration: '2030-01-31',
	});
	t.like(native, {kind: 'torznab', url: prowlarr.url, apiPath: '/3/api', apiKey: prowlarr.apiKey});

	const odd = await call(`POST /api/indexer-imports/${body.id}`, {
		body: {indexers: [{id: '4', secrets: {'settings.password': 'p'.repeat(1900)}}]},
	});
	t.false(JSON.stringify(odd.body).includes('pppp'), 'what was entered is not repeated');
	const proxyless = await call(`POST /api/indexer-imports/${body.id}`, {
		body: {indexers: [{id: '4', secrets: {'settings.password': 'x'}}, {id: '1'}]},
	});
	t.like(proxyless.body.indexers[0], {outcome: 'refused'});
	t.regex(proxyless.body.indexers[0].message, /No proxy has the tag vpn/);
	t.like(proxyless.body.indexers[1], {outcome: 'exists'});
	const proxy = {name: 'VPN', kind: 'socks5', url: 'socks5://127.0.0.1:1', username: null, password: null, enabled: true} as const;
	await deps.proxies.add({...proxy, proxyTags: ['vpn']}, deps.now());
	const last = await call(`POST /api/indexer-imports/${body.id}`, {body: {indexers: [{id: '4', secrets: {'settings.password': 'x'}}]}});
	t.like(last.body.indexers[0], {outcome: 'added'});
	t.like(await deps.indexers.get(last.body.indexers[0].indexerId), {
		captcha: true,
		proxyTags: ['vpn'],
		settings: {username: 'vera', password: 'x'},
	});
	const again = await call('POST /api/indexer-imports', {body: source});
	t.deepEqual([...new Set(again.body.rows.map(({outcome}: {outcome: string}) => outcome))], ['exists']);
	t.true(prowlarr.paths.every(path => /^(?:system\/status|indexer|indexerproxy|appprofile|tag)$/.test(path)));
});

test('a database of Prowlarr is read without asking it, with all secrets', async t => {
	const {call, deps, site, prowlarr} = await household(t);
	const check = (body: object) => call('POST /api/indexer-imports', {body: {program: 'prowlarr', ...body}});
	const database = prowlarrDatabase(site.url).toString('base64');
	const {status, body} = await check({database});
	t.is(status, 200);
	t.deepEqual(
		body.rows.map((row: {name: string; outcome: string; way: string}) => [row.name, row.outcome, row.way]),
		[
			['Meadow', 'comes', 'definition'],
			['Old Mill', 'comes', 'direct'],
			['Native', 'cannot', null],
			['Hidden', 'needsYou', 'definition'],
		],
	);
	t.deepEqual(body.notes, []);
	t.false(/correct horse|key-of/.test(JSON.stringify(body)));
	const added = await call(`POST /api/indexer-imports/${body.id}`, {body: {indexers: [{id: '1'}, {id: '2'}]}});
	t.deepEqual(
		added.body.indexers.map(({outcome}: {outcome: string}) => outcome),
		['added', 'added'],
	);
	const [meadow, mill] = await deps.indexers.list();
	t.like(meadow, {settings: {...account, sort: 'seeders', free: true}, queryLimit: 100, seasonPackSeedTimeMinutes: 10_080});
	t.like(mill, {kind: 'newznab', apiKey: 'key-of-mill'});
	t.deepEqual(prowlarr.paths, []);

	const zip = buildZip([
		{name: 'prowlarr.db', content: prowlarrDatabase(site.url)},
		{name: 'config.xml', content: '<ApiKey>abc</ApiKey>'},
	]);
	const backup = await check({database: zip.toString('base64'), url: 'http://prowlarr.test:9696'});
	t.like(backup.body.rows[2], {name: 'Native', way: 'through', outcome: 'comes'});
	const wrong = await check({database: Buffer.from('no database').toString('base64')});
	t.like([wrong.status, wrong.body.code], [400, 'not_a_database']);
	t.is((await check({database: 'no base64!'})).status, 400);
	t.is((await deps.indexers.list()).length, 2, 'a look writes nothing');
});

test('a wrong key, another program and an import that is gone are reported', async t => {
	const {call, prowlarr} = await household(t);
	const check = (more: object) =>
		call('POST /api/indexer-imports', {body: {program: 'prowlarr', url: prowlarr.url, apiKey: prowlarr.apiKey, ...more}});
	const refused = await check({apiKey: 'wrong'});
	t.is(refused.status, 400);
	t.regex(JSON.stringify(refused.body), /refuses the API key/);
	prowlarr.appName = 'Radarr';
	t.regex(JSON.stringify((await check({})).body), /This is Radarr and no Prowlarr/);
	t.is((await call('POST /api/indexer-imports', {body: {program: 'prowlarr', url: prowlarr.url}})).status, 400);
	t.is((await call('POST /api/indexer-imports/nothing', {body: {indexers: [{id: '1'}]}})).status, 404);
});

test('files of Jackett come by definition, or through it when its address is given', async t => {
	const {call, deps, site} = await household(t);
	const file = (name: string, items: object[]) => ({name, content: JSON.stringify(items)});
	const files = [
		file('hidden-meadow.json', [
			{id: 'sitelink', type: 'inputstring', name: 'Site Link', value: `${site.url}/`},
			{id: 'name', type: 'inputstring', name: 'Name', value: 'vera'},
			{id: 'password', type: 'inputstring', name: 'Password', value: 'AQAAANCMnd8'},
			{id: 'sort', type: 'inputselect', name: 'Sort', value: 'created'},
		]),
		file('nobody.json', [{id: 'apikey', type: 'inputstring', name: 'Api key', value: 'k'}]),
	];
	const alone = await call('POST /api/indexer-imports', {body: {program: 'jackett', files}});
	t.like(alone.body.rows[0], {
		outcome: 'needsYou',
		way: 'definition',
		definition: 'meadow',
		needs: [{path: 'settings.password', label: 'Password'}],
	});
	t.like(alone.body.rows[1], {outcome: 'cannot', way: null});
	const secrets = {'settings.password': account.password};
	const added = await call(`POST /api/indexer-imports/${alone.body.id}`, {
		body: {indexers: [{id: 'hidden-meadow', secrets}, {id: 'nobody'}]},
	});
	t.deepEqual(
		added.body.indexers.map(({outcome}: {outcome: string}) => outcome),
		['added', 'refused'],
	);
	t.like(await deps.indexers.get(added.body.indexers[0].indexerId), {settings: {...account, sort: 'created'}});
	const broken = [...files, {name: 'half.json', content: '[{"id'}, {name: 'meadow.json.bak', content: files[0]?.content ?? ''}];
	const half = (await call('POST /api/indexer-imports', {body: {program: 'jackett', files: broken}})).body;
	t.is(half.rows.length, alone.body.rows.length);
	t.deepEqual(half.notes, ['These files are no indexers of Jackett: half.json.']);
	const jackett = {url: 'http://jackett.test:9117', apiKey: 'key-of-jackett'};
	const behind = await call('POST /api/indexer-imports', {body: {program: 'jackett', files, ...jackett}});
	t.like(behind.body.rows[1], {outcome: 'comes', way: 'through', kind: 'torznab', url: jackett.url});
	t.is((await call('POST /api/indexer-imports', {body: {program: 'jackett', files: [{name: 'a.json', content: '{}'}]}})).status, 400);
});

test('all that Prowlarr may have can be added at once', async t => {
	const {call} = await household(t);
	const rows = Array.from({length: 1000}, (_, index) => ({id: String(index)}));
	t.is((await call('POST /api/indexer-imports/gone', {body: {indexers: rows}})).body.code, 'import_gone');
});
