import test, {type ExecutionContext} from 'ava';
import {Invalid} from '#shared/errors.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {withFaces} from '#test/helpers/faces.ts';

interface Field {
	name: string;
	value?: unknown;
}

interface Row {
	id: number;
	name: string;
	implementation: string;
	configContract: string;
	fields: Field[];
	enableRss: boolean;
	enableAutomaticSearch: boolean;
	enableInteractiveSearch: boolean;
	priority: number;
	tags: number[];
}

/** What Prowlarr takes over from the schema of each program. */
const synced = {
	radarr:
		'baseUrl apiPath apiKey categories minimumSeeders seedCriteria.seedRatio seedCriteria.seedTime rejectBlocklistedTorrentHashesWhileGrabbing',
	sonarr:
		'baseUrl apiPath apiKey categories animeCategories animeStandardFormatSearch minimumSeeders seedCriteria.seedRatio seedCriteria.seedTime seedCriteria.seasonPackSeedTime rejectBlocklistedTorrentHashesWhileGrabbing',
};
type Program = keyof typeof synced;

const key = '0123456789abcdef0123456789abcdef';
const sent = {
	radarr: {categories: [2000, 2040], minimumSeeders: 1, rejectBlocklistedTorrentHashesWhileGrabbing: false},
	sonarr: {
		categories: [5000, 5040],
		animeCategories: [5070],
		animeStandardFormatSearch: true,
		minimumSeeders: 1,
		rejectBlocklistedTorrentHashesWhileGrabbing: false,
	},
};

/** As Prowlarr builds one: the schema's own fields with its values, where it has none without. */
function build(program: Program, schema: Row[], {id = 0, implementation = 'Torznab'} = {}): Row {
	const from = schema.find(each => each.implementation === implementation)!; // both are there
	const names = synced[program].split(' ');
	const values: Record<string, unknown> = {baseUrl: 'http://prowlarr:9696/1/', apiPath: '/api', apiKey: key, ...sent[program]};
	return {
		id,
		name: 'Site (Prowlarr)',
		implementation,
		configContract: from.configContract,
		fields: from.fields.filter(({name}) => names.includes(name)).map(each => ({...each, value: values[each.name] ?? null})),
		enableRss: true,
		enableAutomaticSearch: true,
		enableInteractiveSearch: false,
		priority: 25,
		tags: [],
	};
}

/** Whether Prowlarr takes two for the same, and sends nothing. */
function isSame(a: Row, b: Row, program: Program): boolean {
	const valueIn = ({fields}: Row, name: string) => fields.find(each => each.name === name)?.value ?? null;
	const parts = ({name, implementation, priority, enableRss, enableAutomaticSearch, enableInteractiveSearch}: Row) =>
		JSON.stringify([name, implementation, priority, enableRss, enableAutomaticSearch, enableInteractiveSearch]);
	const isKept = (name: string) => name === 'apiKey' && valueIn(b, name) === '********';
	return (
		parts(a) === parts(b) &&
		synced[program].split(' ').every(name => isKept(name) || JSON.stringify(valueIn(a, name)) === JSON.stringify(valueIn(b, name)))
	);
}

async function start(t: ExecutionContext) {
	const served = await withFaces(t);
	const tested: Record<string, unknown>[] = [];
	const isRefused = {now: false};
	await answerJobs(t, served, {
		testConnection: async ({sealed}) => {
			tested.push(openPayload<Record<string, unknown>>({name: 'test-connection'}, sealed, served.deps.secrets));
			if (isRefused.now) {
				throw new Invalid('authentication_failed', 'The indexer refuses the key.');
			}
			return {version: '1.3', details: []};
		},
	});
	return {...served, tested, isRefused};
}

for (const program of ['radarr', 'sonarr'] as const) {
	test(`Prowlarr adds its indexers to ${program}, and sends nothing as long as nothing has changed`, async t => {
		const {ask, deps, tested} = await start(t);
		const base = `/${program}/api/v3/indexer`;
		const {body: schema} = await ask(`GET ${base}/schema`);
		for (const implementation of ['Newznab', 'Torznab']) {
			const from = schema.find((each: Row) => each.implementation === implementation);
			t.is(from.configContract, `${implementation}Settings`);
			const names = from.fields.map(({name}: Field) => name);
			const wanted = synced[program].split(' ').filter(name => implementation === 'Torznab' || !/seed|Seeders|reject/.test(name));
			t.deepEqual(
				wanted.filter(name => !names.includes(name)),
				[],
				implementation,
			);
		}
		// The test of an application sends an indexer that is stored nowhere.
		const tried = await ask(`POST ${base}/test`, {body: build(program, schema)});
		t.like(tried, {status: 200, body: {}});
		t.is(tried.headers.get('x-application-version'), program === 'radarr' ? '6.0.4.0' : '4.0.16.0');
		t.like(tested[0], {url: 'http://prowlarr:9696/1/', apiPath: '/api', apiKey: key});
		t.deepEqual((await ask(`GET ${base}`)).body, []);

		const added = await ask(`POST ${base}`, {body: build(program, schema)});
		t.is(added.status, 201, added.text);
		t.is(added.headers.get('location'), `${base}/${added.body.id}`);
		const [listed] = (await ask(`GET ${base}`)).body;
		t.deepEqual(listed, added.body);
		t.false(JSON.stringify(listed).includes(key));
		const wanted = build(program, schema, {id: listed.id});
		t.true(isSame(wanted, listed, program));
		t.false(isSame({...wanted, priority: 1}, listed, program), 'the comparison sees a difference');
		// What was sent without a value has none.
		t.false('value' in listed.fields.find(({name}: Field) => name === 'seedCriteria.seedRatio'));
		const [stored] = await deps.indexers.list();
		t.like(stored, {
			url: 'http://prowlarr:9696/1/',
			apiKey: key,
			kind: 'torznab',
			scope: program === 'radarr' ? 'movies' : 'tv',
			categories: program === 'radarr' ? [2000, 2040] : [5000, 5040, 5070],
			minimumSeeders: 1,
			seedRatio: null,
			rss: true,
			interactive: false,
			enabled: true,
		});

		const changed = await ask(`PUT ${base}/${listed.id}`, {body: {...listed, priority: 40, enableRss: false}});
		t.like(changed, {status: 202, body: {id: listed.id, priority: 40, enableRss: false, enableAutomaticSearch: true}});
		t.is((await deps.indexers.get(stored!.id)).apiKey, key);
		t.like(await ask(`DELETE ${base}/${listed.id}`), {status: 200, body: {}});
		t.is((await ask(`GET ${base}/${listed.id}`)).status, 404);
	});
}

test('an indexer that comes back as it was shown is not written, and neither is one that only our page can change', async t => {
	const {ask, deps, tested} = await start(t);
	const {body: schema} = await ask('GET /sonarr/api/v3/indexer/schema');
	const {body: added} = await ask('POST /sonarr/api/v3/indexer', {body: build('sonarr', schema)});
	const full = {...buildIndexer({name: 'Ours', url: 'https://ours.test', apiKey: 'k', seedRatio: 1.5, tags: ['Films'], captcha: true})};
	const ours = await deps.indexers.add(full, deps.now());
	const site = await deps.indexers.add(buildIndexer({name: 'Site', kind: 'definition', definition: 'site'}), deps.now());
	const rows: Row[] = (await ask('GET /sonarr/api/v3/indexer')).body;
	t.deepEqual(rows.map(({name}) => name).sort(), ['Ours', 'Site', 'Site (Prowlarr)']);
	t.deepEqual((await ask('GET /radarr/api/v3/indexer')).body.map(({name}: Row) => name).sort(), ['Ours', 'Site']);
	const stored = () => deps.connection.collection('indexers').find().sort({_id: 1}).toArray();
	const before = await stored();
	const asked = tested.length;
	for (const row of rows) {
		for (const line of [`PUT /sonarr/api/v3/indexer/${row.id}`, 'PUT /sonarr/api/v3/indexer']) {
			const answer = await ask(line, {body: row});
			t.like(answer, {status: 202}, answer.text);
			t.deepEqual(answer.body, row);
		}
	}
	t.deepEqual(await stored(), before);
	t.is(tested.length, asked);
	// The other program does not see it, whatever it asks.
	t.is((await ask(`PUT /radarr/api/v3/indexer/${added.id}`, {body: added})).status, 404);
	const row = rows.find(({name}) => name === 'Site')!; // it is shown
	t.is((await ask(`PUT /sonarr/api/v3/indexer/${row.id}`, {body: {...row, priority: 3}})).body.priority, 3);
	t.is((await deps.indexers.get(site.id)).priority, 3);
	const wrong = await ask(`PUT /sonarr/api/v3/indexer/${row.id}`, {body: {...row, fields: [{name: 'baseUrl', value: 'http://x.test'}]}});
	t.is(wrong.status, 400);
	// Removing it for one program would remove it for the other.
	const shared = rows.find(({name}) => name === 'Ours')!; // it is shown
	t.is((await ask(`DELETE /sonarr/api/v3/indexer/${shared.id}`)).status, 400);
	t.like(await deps.indexers.get(ours.id), {name: 'Ours', tags: ['Films'], captcha: true});
});

test('both programs may have an indexer of the same name, one program only once', async t => {
	const {ask, deps} = await start(t);
	const names = async () => (await deps.indexers.list()).map(({name, scope}) => `${name} ${scope}`).sort();
	for (const program of ['radarr', 'sonarr'] as const) {
		const {body: schema} = await ask(`GET /${program}/api/v3/indexer/schema`);
		t.is((await ask(`POST /${program}/api/v3/indexer`, {body: build(program, schema)})).status, 201);
		const again = await ask(`POST /${program}/api/v3/indexer`, {body: build(program, schema)});
		t.like(again, {status: 400});
		t.like(again.body[0], {propertyName: 'Name', errorMessage: 'Should be unique'});
	}
	t.deepEqual(await names(), ['Site (Prowlarr) movies', 'Site (Prowlarr) tv']);
});

test('an indexer that refuses us is only stored if the program insists, and its key is sent to no other place', async t => {
	const {ask, deps, isRefused, tested} = await start(t);
	const {body: schema} = await ask('GET /radarr/api/v3/indexer/schema');
	const body = build('radarr', schema, {implementation: 'Newznab'});
	isRefused.now = true;
	const refused = await ask('POST /radarr/api/v3/indexer', {body});
	t.is(refused.status, 400);
	t.like(refused.body[0], {propertyName: 'ApiKey', severity: 'error', errorMessage: 'The indexer refuses the key.'});
	t.is((await ask('POST /radarr/api/v3/indexer/test', {body})).status, 400);
	t.deepEqual(await deps.indexers.list(), []);
	const forced = await ask('POST /radarr/api/v3/indexer?forceSave=true', {body});
	t.is(forced.status, 201, forced.text);
	isRefused.now = false;
	const before = tested.length;
	const fields = forced.body.fields.map((each: Field) => (each.name === 'baseUrl' ? {...each, value: 'http://elsewhere.test/'} : each));
	const moved = await ask(`PUT /radarr/api/v3/indexer/${forced.body.id}`, {body: {...forced.body, fields}});
	t.is(moved.status, 400);
	t.is(moved.body[0].propertyName, 'ApiKey');
	t.false(JSON.stringify(tested.slice(before)).includes(key));
	// Some programs send only the fields that differ.
	const part = await ask(`PUT /radarr/api/v3/indexer/${forced.body.id}`, {
		body: {...forced.body, fields: [{name: 'apiPath', value: '/new'}]},
	});
	t.is(part.status, 202, part.text);
	const [stored] = await deps.indexers.list();
	t.like(stored, {url: 'http://prowlarr:9696/1/', apiPath: '/new', apiKey: key, categories: [2000, 2040]});
	t.like(await ask('POST /radarr/api/v3/indexer/testall'), {status: 200, body: [{id: forced.body.id, isValid: true}]});
});

test('what no indexer can be is refused by field', async t => {
	const {ask} = await start(t);
	const {body: schema} = await ask('GET /radarr/api/v3/indexer/schema');
	const body = build('radarr', schema);
	const withField = (name: string, value: unknown) => ({
		...body,
		fields: body.fields.map(each => (each.name === name ? {...each, value} : each)),
	});
	const bad: [object, string][] = [
		[{...body, implementation: 'Nyaa'}, 'Implementation'],
		[{...body, name: ''}, 'Name'],
		[{...body, priority: 51}, 'Priority'],
		[{...body, tags: [4711]}, 'Tags'],
		[{...body, downloadClientId: 4711}, 'DownloadClientId'],
		[withField('baseUrl', 'file:///etc'), 'BaseUrl'],
		[withField('baseUrl', null), 'BaseUrl'],
		[withField('baseUrl', {a: 1}), 'BaseUrl'],
		[withField('categories', 'many'), 'Categories'],
		[withField('minimumSeeders', 'x'), 'MinimumSeeders'],
	];
	for (const [sentBody, propertyName] of bad) {
		const answer = await ask('POST /radarr/api/v3/indexer', {body: sentBody});
		t.is(answer.status, 400, answer.text);
		t.is(answer.body[0].propertyName, propertyName, answer.text);
	}
	for (const sentBody of ['[]', '"x"', '{"fields": 5}', '{"implementation": "Newznab", "fields": [5]}']) {
		t.is((await ask('POST /radarr/api/v3/indexer', {body: sentBody})).status, 400, sentBody);
	}
	t.deepEqual((await ask('GET /radarr/api/v3/indexer')).body, []);
});
