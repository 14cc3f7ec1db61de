import test from 'ava';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const indexer = {name: 'One', kind: 'torznab', url: 'https://indexer.test', apiKey: 'tell-nobody'};
const client = {name: 'Box', kind: 'qbittorrent', url: 'http://box.test:8080', username: 'me', password: 'tell-nobody'};

test('an indexer is made with the usual defaults, and its key is never shown', async t => {
	const {call, deps} = await serve(t);
	const made = await call('POST /api/indexers', {body: indexer});
	t.is(made.status, 201);
	t.like(made.body, {
		...indexer,
		apiKey: '********',
		apiPath: '/api',
		categories: [2000, 5000],
		enabled: true,
		priority: 25,
		queryLimit: null,
		limitUnit: 'day',
		timeoutSeconds: 20,
		captcha: false,
		status: 'ok',
		lastError: null,
		disabledUntil: null,
		capabilities: null,
	});
	t.is((await deps.indexers.get(made.body.id)).apiKey, 'tell-nobody');
	t.like((await call('POST /api/indexers', {body: {...indexer, name: 'ONE'}})).body, {status: 409, code: 'already_exists'});
	t.deepEqual((await call('GET /api/indexers')).body.indexers, [made.body]);
	t.deepEqual((await call(`GET /api/indexers/${made.body.id}`, {as: 'user'})).body, made.body);
});

test('a record that comes back as it was shown keeps its secret', async t => {
	const {call, deps} = await serve(t);
	const {body: made} = await call('POST /api/indexers', {body: indexer});
	const changed = await call(`PUT /api/indexers/${made.id}`, {body: {...made, priority: 1, enabled: false}});
	t.is(changed.status, 200);
	t.like(changed.body, {priority: 1, enabled: false, status: 'disabled'});
	t.is((await deps.indexers.get(made.id)).apiKey, 'tell-nobody');
	t.like((await call(`PUT /api/indexers/${made.id}`, {body: {apiKey: null}})).body, {apiKey: null, enabled: false, status: 'disabled'});
	t.is((await call('POST /api/indexers', {body: {...indexer, name: 'Two', apiKey: '********'}})).body.errors[0].path, 'apiKey');
	t.is((await call(`DELETE /api/indexers/${made.id}`)).status, 204);
	t.is((await call(`PUT /api/indexers/${made.id}`, {body: {}})).status, 404);
});

test('an indexer that cannot be is refused with every fault', async t => {
	const {call} = await serve(t);
	const wrong = await call('POST /api/indexers', {
		body: {kind: 'gopher', url: 'file:///etc', priority: 0, categories: ['tv'], timeoutSeconds: 0, colour: 'red'},
	});
	t.deepEqual(wrong.body.errors.map(({path}: {path: string}) => path).sort(), [
		'categories[0]',
		'colour',
		'kind',
		'name',
		'priority',
		'timeoutSeconds',
		'url',
	]);
	const client = await call('POST /api/indexers', {body: {...indexer, downloadClientId: unknownId}});
	t.is(client.body.errors[0].path, 'downloadClientId');
	t.is((await call('POST /api/indexers', {as: 'user', body: indexer})).status, 403);
	t.is((await call('GET /api/indexers', {as: 'nobody'})).status, 401);
});

test('a connection is tried by a worker with the very settings, sealed on their way', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const tried: object[] = [];
	await answerJobs(t, served, {
		testConnection: async ({family, sealed, recordId}) => {
			tried.push({asked: family, recordId, ...openPayload<object>({name: 'test-connection'}, sealed, deps.secrets)});
			return {version: '1.3', details: ['2 categories']};
		},
	});
	const {body: made} = await call('POST /api/indexers', {body: indexer});
	const stored = await call(`POST /api/indexers/${made.id}/test`);
	t.deepEqual(stored.body, {success: true, message: 'The connection works.', version: '1.3', details: ['2 categories']});
	await call('POST /api/indexers/test', {body: {...indexer, url: 'http://other.test'}});
	await call('POST /api/indexers/test', {body: {...indexer, apiKey: '********', id: made.id}});
	t.is((await call('POST /api/indexers/test', {body: {...indexer, apiKey: '********'}})).status, 400);
	await call('POST /api/download-clients/test', {body: client});
	t.like(tried[0], {asked: 'indexer', recordId: made.id, apiKey: 'tell-nobody'});
	t.like(tried[1], {asked: 'indexer', recordId: null, url: 'http://other.test', apiKey: 'tell-nobody'});
	t.like(tried[2], {apiKey: 'tell-nobody', recordId: null});
	t.like(tried[3], {asked: 'downloadClient', recordId: null, password: 'tell-nobody', category: 'kinoteka'});
	t.is((await call(`POST /api/indexers/${unknownId}/test`)).status, 404);
	t.is((await call(`POST /api/download-clients/${unknownId}/test`)).status, 404);
	t.is((await call(`POST /api/download-clients/${unknownId}/test`, {as: 'nobody'})).status, 401);
	t.is((await call(`POST /api/download-clients/${unknownId}/test`, {as: 'user'})).status, 403);
});

test('a connection that fails is 400 with the code that says why', async t => {
	const served = await serve(t);
	const failures = [
		new UpstreamFailed('connection_refused', 'nothing listens there'),
		new Invalid('authentication_failed', 'the password is wrong'),
		new UpstreamFailed('feed_unusable', 'this is no feed'),
	];
	await answerJobs(t, served, {testConnection: async () => Promise.reject(failures.shift())});
	for (const [code, detail] of [
		['connection_refused', 'nothing listens there'],
		['authentication_failed', 'the password is wrong'],
		['wrong_protocol', 'this is no feed'],
	]) {
		t.like((await served.call('POST /api/download-clients/test', {body: client})).body, {status: 400, code, detail});
	}
});

test('download clients are kept like indexers, and the built-in one stays', async t => {
	const {call, deps} = await serve(t);
	await deps.downloadClients.ensureBuiltin(new Date());
	const made = await call('POST /api/download-clients', {body: client});
	t.is(made.status, 201);
	t.like(made.body, {...client, password: '********', apiKey: null, category: 'kinoteka', priority: 1, settings: {}, status: 'unknown'});
	const list = (await call('GET /api/download-clients')).body.downloadClients;
	t.deepEqual(list.map(({kind}: {kind: string}) => kind).sort(), ['builtin', 'qbittorrent']);
	const builtin = list.find(({kind}: {kind: string}) => kind === 'builtin');
	t.like((await call(`DELETE /api/download-clients/${builtin.id}`)).body, {status: 409, code: 'in_use'});
	t.like((await call(`PUT /api/download-clients/${builtin.id}`, {body: {enabled: false}})).body, {enabled: false});
	t.is((await call('POST /api/download-clients', {body: {name: 'b', kind: 'builtin'}})).status, 409);
	t.is((await call('POST /api/download-clients', {body: {name: 'c', kind: 'deluge'}})).body.errors[0].path, 'url');
	t.is((await call('POST /api/download-clients', {body: {name: 'd', kind: 'blackhole', directory: 'x'}})).body.errors[0].path, 'directory');
	const blackhole = {name: 'e', kind: 'blackhole', directory: '/out', settings: {protocol: 'usenet', watchFolder: '/out/in'}};
	t.is((await call('POST /api/download-clients', {body: blackhole})).body.errors[0].path, 'settings.watchFolder');
	const watching = await call('POST /api/download-clients', {body: {...blackhole, settings: {protocol: 'usenet', watchFolder: '/in'}}});
	t.is(watching.status, 201);
	t.is((await call(`PUT /api/download-clients/${watching.body.id}`, {body: {settings: {}}})).status, 400);
	t.is((await call(`PUT /api/download-clients/${made.body.id}`, {body: {...made.body, username: 'you'}})).body.username, 'you');
	t.is((await deps.downloadClients.get(made.body.id)).password, 'tell-nobody');

	const {body: user} = await call('POST /api/indexers', {body: {...indexer, downloadClientId: made.body.id}});
	const used = await call(`DELETE /api/download-clients/${made.body.id}`);
	t.is(used.status, 409);
	t.true(used.body.detail.includes('One'));
	await call(`DELETE /api/indexers/${user.id}`);
	t.is((await call(`DELETE /api/download-clients/${made.body.id}`)).status, 204);
	t.is((await call(`GET /api/download-clients/${made.body.id}`)).status, 404);
});

test('a stored secret is not sent to another place than it was entered for', async t => {
	const {call} = await serve(t);
	const {body: made} = await call('POST /api/indexers', {
		body: {...indexer, name: 'Moved', url: 'http://indexer.test:8080/a', apiKey: 'secret'},
	});
	const change = (body: object) => call(`PUT /api/indexers/${made.id}`, {body});
	for (const url of ['https://indexer.test:8080/a', 'http://indexer.test:8081/a', 'http://other.test:8080/a']) {
		t.deepEqual((await change({url})).body.errors?.[0].path, 'apiKey', url);
		t.deepEqual((await change({url, apiKey: '********'})).body.errors?.[0].path, 'apiKey', url);
		const tried = await call('POST /api/indexers/test', {body: {...indexer, id: made.id, url, apiKey: '********'}});
		t.is(tried.body.errors?.[0].path, 'apiKey', url);
	}
	t.is((await change({url: 'http://indexer.test:8080/other/path'})).status, 200);
	t.like((await change({url: 'http://other.test', apiKey: null})).body, {url: 'http://other.test', apiKey: null});
	const {body: kept} = await call('POST /api/download-clients', {
		body: {name: 'Moved', kind: 'qbittorrent', url: 'http://client.test:8080', username: 'u', password: 'secret'},
	});
	const moved = await call(`PUT /api/download-clients/${kept.id}`, {body: {url: 'http://other.test:8080'}});
	t.like(moved.body, {status: 400, errors: [{path: 'password'}]});
});

test('an indexer says what it may be asked for; one for nothing counts as disabled', async t => {
	const {call} = await serve(t);
	const uses = {rss: false, automatic: true, interactive: false};
	const more = {...uses, seasonPackSeedTimeMinutes: 600, additionalParameters: '&dl=1&passkey=tell-nobody', vipExpiration: '2027-01-31'};
	const {body} = await call('POST /api/indexers', {body: {...indexer, ...more}});
	t.like(body, {...more, additionalParameters: '&dl=********&passkey=********', status: 'ok'});
	const path = `/api/indexers/${body.id}` as const;
	t.is((await call(`GET ${path}`, {as: 'user'})).body.additionalParameters, '');
	t.like((await call(`PUT ${path}`, {body: {...body, automatic: false}})).body, {status: 'disabled', enabled: true});
	t.is((await call('GET /api/health')).body.checks.indexers.enabledCount, 0);
	t.like((await call(`PUT ${path}`, {body: {additionalParameters: ''}})).body, {additionalParameters: null});
	for (const additionalParameters of ['dl=1', '&dl', '&a=b c', '&a=b#c', '&ü=1', '&a=1&&b=2']) {
		t.is((await call(`PUT ${path}`, {body: {additionalParameters}})).body.errors?.[0]?.path, 'additionalParameters', additionalParameters);
	}
});

test('a record of an older version has the defaults of what was added since', async t => {
	const {call, deps} = await serve(t);
	const {body} = await call('POST /api/indexers', {body: indexer});
	await deps.indexers.model.collection.updateOne(
		{_id: body.id},
		{$unset: {rss: 1, automatic: 1, interactive: 1, additionalParameters: 1, definition: 1, settings: 1}},
	);
	t.like((await call(`GET /api/indexers/${body.id}`)).body, {
		...{rss: true, automatic: true, interactive: true, additionalParameters: null},
		...{definition: null, settings: {}},
	});
});

test('a download client has categories of its own for movies, series and what is imported, as far as its kind has them', async t => {
	const {call} = await serve(t);
	const categories = {movieCategory: 'films', tvCategory: null, movieImportedCategory: 'done', tvImportedCategory: null};
	const made = await call('POST /api/download-clients', {body: {...client, ...categories}});
	t.like(made.body, categories);
	t.like((await call(`PUT /api/download-clients/${made.body.id}`, {body: {movieCategory: ''}})).body, {movieCategory: null});
	const sabnzbd = {name: 'News', kind: 'sabnzbd', url: 'http://news.test', apiKey: 'k', movieCategory: 'films', tvImportedCategory: 'done'};
	const refused = await call('POST /api/download-clients', {body: sabnzbd});
	t.deepEqual(
		refused.body.errors.map((fault: {path: string}) => fault.path),
		['tvImportedCategory'],
	);
	t.is((await call('POST /api/download-clients', {body: {...client, name: 'Two', movieCategory: 'a/b'}})).status, 400);
});

test('an indexer by definition needs one, and its settings are no less secret than keys', async t => {
	const {call, deps} = await serve(t);
	const site = {name: 'Meadow', kind: 'definition', url: 'https://meadow.test/', definition: 'hidden-meadow'};
	const settings = {username: 'vera', passkey: 'tell-nobody', freeleech: true, sort: 'seeders'};
	const lacking = await call('POST /api/indexers', {body: {...site, definition: null}});
	t.deepEqual(
		lacking.body.errors.map(({path}: {path: string}) => path),
		['definition'],
	);
	for (const definition of ['../meadow', '.hidden', 'a/b']) {
		t.is((await call('POST /api/indexers', {body: {...site, definition}})).body.errors[0].path, 'definition');
	}
	t.is((await call('POST /api/indexers', {body: {...site, settings: {nested: {}}}})).status, 400);
	const {status, body: made} = await call('POST /api/indexers', {body: {...site, settings}});
	t.is(status, 201);
	t.like(made, {definition: 'hidden-meadow', settings: {...settings, passkey: '********'}});
	t.deepEqual((await call(`GET /api/indexers/${made.id}`, {as: 'user'})).body.settings, {});
	await call(`PUT /api/indexers/${made.id}`, {body: {...made, priority: 3}});
	t.deepEqual((await deps.indexers.get(made.id)).settings, settings);
	const moved = await call(`PUT /api/indexers/${made.id}`, {body: {...made, url: 'https://thief.test/'}});
	t.deepEqual(
		moved.body.errors.map(({path}: {path: string}) => path),
		['settings.passkey'],
	);
});
