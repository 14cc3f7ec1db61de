import test, {type ExecutionContext} from 'ava';
import {createHubNews} from '#api/faces/hub-news.ts';
import type {RouteDeps} from '#api/services.ts';
import {Invalid} from '#shared/errors.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {beat} from '#test/helpers/beat.ts';
import {withFaces} from '#test/helpers/faces.ts';

interface Row {
	id: number;
	name: string;
	implementation: string;
	fields: {name: string; value?: unknown; type?: string; privacy?: string}[];
	[name: string]: unknown;
}

async function start(t: ExecutionContext, rights: object = {}) {
	const served = await withFaces(t, rights);
	const tested: Record<string, unknown>[] = [];
	const state = {isRefused: false};
	await answerJobs(t, served, {
		testConnection: async ({sealed}) => {
			tested.push(openPayload<Record<string, unknown>>({name: 'test-connection'}, sealed, served.deps.secrets));
			if (state.isRefused) {
				throw new Invalid('authentication_failed', 'It refuses the key.');
			}
			return {version: '1.3', details: []};
		},
	});
	await served.deps.rootFolders.add({name: 'Films', path: '/films'}, served.deps.now());
	await served.deps.rootFolders.add({name: 'Series', path: '/tv'}, served.deps.now());
	return {...served, tested, state};
}

/** As programs fill in a schema; what is not named here has the usual value. */
const given: Record<string, unknown> = {
	...{host: 'client', url: 'http://receiver.example/hook', webHookUrl: 'https://discord.com/api/webhooks/1/AbCdEfGhIjKlMnOpQrStUv'},
	...{serverUrl: 'https://ntfy.sh', server: 'http://gotify.example', password: 'hunter2', apiKey: '0123456789abcdef0123456789abcdef'},
	...{torrentFolder: '/hole/in', nzbFolder: '/hole/in', watchFolder: '/hole/out', username: 'me', authToken: 'tokentoken'},
	...{botToken: 'bot:token', chatId: '-100123', appToken: 'gotifytoken', accessToken: '', from: 'a@example.com', to: ['b@example.com']},
	...{userKey: 'u'.repeat(30), topics: ['films'], listId: '5', collectionId: '5', personId: '5', keywordId: '5', companyId: '5'},
	...{baseUrl: 'http://radarr:7878', link: 'http://lists.example/rss', headers: [{key: 'X-Own', value: 'secretvalue'}]},
};

function filled(row: Row): Row {
	const own =
		row.implementation === 'Email' ? {server: 'mail.example'} : row.implementation === 'RadarrListImport' ? {url: given['link']} : {};
	const values: Record<string, unknown> = {...given, ...own};
	const fields = row.fields.map(field => ({...field, ...(field.name in values && {value: values[field.name]})}));
	return {...row, name: row.implementation, fields};
}

const secrets = [
	'hunter2',
	'0123456789abcdef0123456789abcdef',
	'tokentoken',
	'bot:token',
	'gotifytoken',
	'secretvalue',
	'AbCdEfGhIjKlMnOpQrStUv',
];

for (const [program, face] of [
	['radarr', 'movies'],
	['sonarr', 'tv'],
] as const) {
	test(`${program}: each client, receiver and list comes back as it was sent, and a second run writes nothing`, async t => {
		const {ask, deps} = await start(t);
		const tag = (await ask(`POST /${program}/api/v3/tag`, {body: {label: 'own'}})).body;
		const usual = (await ask(`GET /${program}/api/v3/qualityprofile/schema`)).body;
		const profile = (
			await ask(`POST /${program}/api/v3/qualityprofile`, {
				body: {...usual, name: 'Own', items: [{...usual.items.at(-1), allowed: true}], cutoff: usual.items.at(-1).quality.id},
			})
		).body;
		const root = face === 'movies' ? '/films' : '/tv';
		const lists = {rootFolderPath: root, qualityProfileId: profile.id, enabled: false, enableAutomaticAdd: false};
		const stores = {downloadclient: deps.downloadClients, notification: deps.notifications, importlist: deps.importLists};
		for (const [path, more] of Object.entries({
			downloadclient: {priority: 3, tags: [tag.id], removeFailedDownloads: false},
			notification: {onDownload: true, onUpgrade: true, includeHealthWarnings: true, tags: [tag.id]},
			importlist: lists,
		})) {
			const base = `/${program}/api/v3/${path}`;
			const {body: schema} = await ask(`GET ${base}/schema`);
			t.true(schema.length > 3);
			for (const row of schema as Row[]) {
				const extra = {name: 'ofANewerVersion', value: [1, 2]};
				const body = {...filled(row), ...more, fields: [...filled(row).fields, extra, {name: 'someSecretToken', value: 'x'}]};
				const added = await ask(`POST ${base}`, {body});
				t.is(added.status, 201, `${row.implementation}: ${added.text}`);
				t.is(added.headers.get('location'), `${base}/${added.body.id}`);
				t.deepEqual(
					secrets.filter(each => added.text.includes(each)),
					[],
					row.implementation,
				);
				t.false(added.text.includes('null'));
				const {body: read} = await ask(`GET ${base}/${added.body.id}`);
				t.deepEqual(read, added.body);
				const valueIn = (name: string) => (read as Row).fields.find(field => field.name === name)?.value;
				t.deepEqual(valueIn('ofANewerVersion'), [1, 2]);
				t.is(valueIn('someSecretToken'), undefined);
				for (const {name, value, privacy = 'normal'} of filled(row).fields) {
					const isHidden = privacy === 'apiKey' || privacy === 'password' || name === 'headers' || name === 'webHookUrl';
					t.deepEqual(
						isHidden || value === '' ? undefined : (value ?? undefined),
						isHidden || value === '' ? undefined : valueIn(name),
						name,
					);
				}
				for (const [name, value] of Object.entries(more)) {
					t.deepEqual(name in read ? read[name] : value, value, `${row.implementation}: ${name}`);
				}
				const before = await stores[path as keyof typeof stores].list();
				const again = await ask(`PUT ${base}/${read.id}`, {body: read});
				t.is(again.status, 202, again.text);
				t.deepEqual(again.body, read);
				t.deepEqual(await stores[path as keyof typeof stores].list(), before, `${row.implementation} was written`);
			}
			t.is((await ask(`POST ${base}`, {body: {name: 'x', implementation: 'CustomScript', fields: []}})).status, 400);
			const {body: rows} = await ask(`GET ${base}`);
			t.is(rows.length, schema.length);
			t.is(
				(await ask(`POST ${base}`, {body: {...rows[0], id: 0, fields: filled(schema[0]).fields, ...more}})).body[0].propertyName,
				'Name',
			);
			t.deepEqual(await ask(`DELETE ${base}/${rows[0].id}`).then(({status, body}) => ({status, body})), {status: 200, body: {}});
			t.is((await ask(`GET ${base}/${rows[0].id}`)).status, 404);
		}
	});
}

test('a client is tested before it is written, keeps its secrets behind stars, and is shared by both programs', async t => {
	const {ask, deps, tested, state, call} = await start(t);
	const base = '/radarr/api/v3/downloadclient';
	const schema = (await ask(`GET ${base}/schema`)).body as Row[];
	const body = filled(schema.find(({implementation}) => implementation === 'QBittorrent')!); // it is in the schema
	await deps.downloadClients.ensureBuiltin(deps.now());
	state.isRefused = true;
	const refused = await ask(`POST ${base}`, {body});
	t.like(refused.body[0], {errorMessage: 'It refuses the key.', severity: 'error'});
	t.is(refused.status, 400);
	t.is((await ask(`POST ${base}?forceSave=true`, {body})).status, 201);
	state.isRefused = false;
	const [row] = (await ask(`GET ${base}`)).body as Row[];
	t.is(row?.fields.find(({name}) => name === 'password')?.value, '********');
	t.is((await ask(`POST ${base}/test`, {body: row})).status, 200);
	t.is(tested.at(-1)?.['password'], 'hunter2', 'stars are what is stored');
	const moved = await ask(`PUT ${base}/${row?.id}`, {
		body: {...row, fields: row?.fields.map(each => (each.name === 'port' ? {...each, value: 9999} : each))},
	});
	t.is(moved.status, 400, 'a stored secret goes to no other address');
	t.like(await deps.downloadClients.get((await deps.downloadClients.list()).find(({kind}) => kind === 'qbittorrent')?.id ?? ''), {
		url: 'http://client:8080',
		movieCategory: 'radarr',
		tvCategory: null,
	});
	const [other] = (await ask('GET /sonarr/api/v3/downloadclient')).body as Row[];
	t.is(other?.fields.find(({name}) => name === 'tvCategory')?.value, 'kinoteka');
	t.is((await ask(`DELETE /sonarr/api/v3/downloadclient/${other?.id}`)).status, 400, 'it is of the other program');
	t.deepEqual((await ask(`POST ${base}/testall`)).body, [{id: row?.id, isValid: true, validationFailures: []}]);
	const bulk = await ask(`PUT ${base}/bulk`, {body: {ids: [row?.id], priority: 7, enable: false}});
	t.like(bulk, {status: 202, body: [{id: row?.id, priority: 7, enable: false}]}, bulk.text);
	t.is((await call('GET /api/download-clients')).body.downloadClients.length, 2, 'the built-in one is not shown');
	t.is((await ask(`DELETE ${base}/${row?.id}`)).status, 200);
});

test('what a program sends beside is kept up to a limit, and wrong types and words are refused', async t => {
	const {ask, deps} = await start(t);
	const base = '/radarr/api/v3/notification';
	const schema = (await ask(`GET ${base}/schema`)).body as Row[];
	const webhook = filled(schema.find(({implementation}) => implementation === 'Webhook')!); // it is in the schema
	const many = Array.from({length: 100}, (_, index) => ({name: `field${index}`, value: 'x'.repeat(1000)}));
	const refused = await ask(`POST ${base}`, {body: {...webhook, fields: [...webhook.fields, ...many]}});
	t.is(refused.status, 400, refused.text);
	t.regex(refused.body[0].errorMessage, /64 KiB/);
	t.deepEqual(await deps.notifications.list(), [], 'nothing is half written');
	for (const [field, value] of [
		['url', 5],
		['headers', 'X: 1'],
	] as const) {
		const fields = webhook.fields.map(each => (each.name === field ? {...each, value} : each));
		t.is((await ask(`POST ${base}`, {body: {...webhook, fields}})).status, 400, field);
	}
	const list = {
		name: 'L',
		implementation: 'RadarrListImport',
		fields: [{name: 'url', value: 'http://x.example/'}],
		rootFolderPath: '/films',
	};
	for (const wrong of [
		{monitor: 'everything'},
		{minimumAvailability: 'soon'},
		{qualityProfileId: 999},
		{rootFolderPath: '/etc'},
		{tags: [99]},
	]) {
		const answer = await ask('POST /radarr/api/v3/importlist', {body: {...list, ...wrong}});
		t.is(answer.status, 400, answer.text);
		t.regex(answer.body[0].propertyName, new RegExp(Object.keys(wrong)[0] ?? '', 'i'));
	}
	t.is((await ask(`POST ${base}`, {body: `{"name":"${'x'.repeat(9 * 1024 * 1024)}"}`})).status, 413);
});

test('a key that only reads lists everything and changes nothing', async t => {
	const {ask} = await start(t, {readOnly: true});
	for (const path of ['downloadclient', 'notification', 'importlist', 'metadata', 'autotagging', 'customfilter', 'collection']) {
		t.is((await ask(`GET /radarr/api/v3/${path}`)).status, 200, path);
	}
	for (const line of [
		...['downloadclient', 'notification', 'importlist'].flatMap(path => [
			`POST /radarr/api/v3/${path}`,
			`POST /radarr/api/v3/${path}/test`,
		]),
		...['POST /radarr/api/v3/manualimport', 'POST /radarr/api/v3/queue/grab/1', 'POST /radarr/api/v3/queue/grab/bulk'],
		...['PUT /radarr/api/v3/collection', 'PUT /radarr/api/v3/metadata/1', 'POST /radarr/api/v3/autotagging'],
	]) {
		t.is((await ask(line, {body: {}})).status, 403, line);
	}
});

test('collections, files for players and rules for tags are shown, and what is ours to change is changed', async t => {
	const {ask, deps} = await start(t);
	await deps.titleCollections.ensure([{metaId: 10, title: 'The Harbour Collection'}], deps.now());
	const [collection] = (await ask('GET /radarr/api/v3/collection')).body;
	t.like(collection, {tmdbId: 10, title: 'The Harbour Collection', monitored: false, movies: [], images: [], missingMovies: 0, tags: []});
	const same = await ask(`PUT /radarr/api/v3/collection/${collection.id}`, {body: collection});
	t.deepEqual([same.status, same.body], [202, collection]);
	const changed = {collectionIds: [collection.id], monitored: true, rootFolderPath: '/films', minimumAvailability: 'inCinemas'};
	const answer = await ask('PUT /radarr/api/v3/collection', {body: changed});
	t.like(answer, {status: 202, body: [{monitored: true, rootFolderPath: '/films', minimumAvailability: 'inCinemas'}]}, answer.text);
	t.is((await ask('PUT /radarr/api/v3/collection', {body: {...changed, collectionIds: [99]}})).status, 404);

	const [metadata] = (await ask('GET /radarr/api/v3/metadata')).body;
	t.like(metadata, {implementation: 'XbmcMetadata', enable: false});
	t.like(await ask('PUT /radarr/api/v3/metadata/1', {body: {...metadata, enable: true}}), {status: 202, body: {enable: true}});
	t.is(deps.settings.get('media.nfo'), 'full');
	t.deepEqual((await ask('GET /radarr/api/v3/customfilter')).body, []);

	const condition = {kind: 'genre' as const, value: 'Drama', negate: false, required: true};
	await deps.autoTags.add({name: 'Dramas', enabled: true, tags: ['drama'], conditions: [condition]}, deps.now());
	const [rule] = (await ask('GET /radarr/api/v3/autotagging')).body;
	t.like(rule, {name: 'Dramas', specifications: [{implementation: 'GenreSpecification', required: true, fields: [{value: ['Drama']}]}]});
	t.is((await ask(`PUT /radarr/api/v3/autotagging/${rule.id}`, {body: rule})).status, 202);
	t.is((await ask(`PUT /radarr/api/v3/autotagging/${rule.id}`, {body: {...rule, name: 'Other'}})).status, 403);
	t.is((await ask(`DELETE /radarr/api/v3/autotagging/${rule.id}`)).status, 400);
});

/** Of the fields that programs read of these records: their types. */
const types: Record<string, Record<string, string>> = {
	downloadclient: {
		id: 'number',
		name: 'string',
		implementation: 'string',
		configContract: 'string',
		enable: 'boolean',
		priority: 'number',
		protocol: 'string',
	},
	notification: {
		id: 'number',
		name: 'string',
		implementation: 'string',
		onGrab: 'boolean',
		onDownload: 'boolean',
		supportsOnGrab: 'boolean',
	},
	importlist: {
		id: 'number',
		name: 'string',
		implementation: 'string',
		rootFolderPath: 'string',
		qualityProfileId: 'number',
		listType: 'string',
		listOrder: 'number',
	},
	metadata: {id: 'number', name: 'string', implementation: 'string', enable: 'boolean'},
};

test('each field that programs require of these records is there and has its type', async t => {
	const {ask} = await start(t);
	for (const [path, wanted] of Object.entries(types)) {
		const base = `/radarr/api/v3/${path}`;
		const [row] = (await ask(`GET ${base}/schema`)).body as Row[];
		const lists = {rootFolderPath: '/films', enabled: false};
		path === 'metadata' || (await ask(`POST ${base}`, {body: {...filled(row!), ...lists}})); // a schema has rows
		const [stored] = (await ask(`GET ${base}`)).body as Row[];
		for (const [name, type] of Object.entries(wanted)) {
			t.is(typeof stored?.[name] as string, type, `${path}.${name}`);
		}
		t.true(Array.isArray(stored?.['tags']) && Array.isArray(stored?.fields), path);
	}
});

/** What is read for news; no folder has answered yet. */
const withDisks = (deps: object) => ({...deps, disks: {states: {known: async () => null}}}) as unknown as RouteDeps; // reads only these

test('with each beat of the hub one hears of commands, tags and the health that have changed since', async t => {
	const {ask, deps} = await start(t);
	const newsOf = createHubNews(withDisks(deps));
	t.deepEqual(await newsOf('movies'), []);
	t.deepEqual(await newsOf('movies'), [], 'nothing has changed');
	await ask('POST /radarr/api/v3/tag', {body: {label: 'new'}});
	const {body: command} = await ask('POST /radarr/api/v3/command', {body: {name: 'CheckHealth'}});
	t.like(await newsOf('movies'), [
		{name: 'command', body: {action: 'created', resource: {id: command.id, status: 'completed'}}},
		{name: 'tag', body: {action: 'sync'}},
	]);
	await ask('POST /radarr/api/v3/downloadclient?forceSave=true', {
		body: {name: 'A', implementation: 'Nzbget', fields: [{name: 'host', value: 'nzbget'}]},
	});
	t.deepEqual(await newsOf('movies'), [{name: 'health', body: {action: 'sync'}}]);
	t.deepEqual(await newsOf('tv'), []);
});

test('with a beat of the hub one hears of folders and workers that have come or gone', async t => {
	const {deps} = await start(t);
	const newsOf = createHubNews(withDisks(deps));
	t.deepEqual(await newsOf('movies'), []);
	await beat(deps, 'worker:import', 'one');
	t.deepEqual(await newsOf('movies'), [{name: 'health', body: {action: 'sync'}}]);
	await deps.rootFolders.add({name: 'Gone', path: '/nowhere'}, deps.now());
	t.deepEqual(await newsOf('movies'), [{name: 'health', body: {action: 'sync'}}]);
	t.deepEqual(await newsOf('movies'), []);
});

test('a list that was added as one of several like it keeps its name and its fields', async t => {
	const {ask} = await start(t);
	const schema = (await ask('GET /radarr/api/v3/importlist/schema')).body as Row[];
	for (const implementation of ['StevenLuImport', 'RadarrListImport']) {
		const row = schema.find(each => each['implementation'] === implementation)!; // the schema has it
		const body = {...filled(row), name: implementation, rootFolderPath: '/films', enabled: false};
		const added = await ask('POST /radarr/api/v3/importlist?forceSave=true', {body});
		t.like(added, {status: 201, body: {implementation}}, added.text);
		const again = await ask(`PUT /radarr/api/v3/importlist/${added.body.id}`, {body: added.body});
		t.deepEqual([again.status, again.body], [202, added.body], again.text);
	}
});
