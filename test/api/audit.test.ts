import {Writable} from 'node:stream';
import test from 'ava';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {createLog} from '#shared/log/log.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve, testPassword} from '#test/helpers/serve.ts';

interface Row {
	action: string;
	outcome: string;
	actor: {kind: string; name: string | null};
	subjectName: string | null;
	fields: string[];
	count: number;
}

const rows = (body: {audit: Row[]}) => body.audit.map(({action, outcome, actor}) => `${action} ${outcome} ${actor.kind} ${actor.name}`);

test('the trail tells who did what, when and from where, with names of fields and never a value', async t => {
	const {call, headersOf} = await serve(t);
	await headersOf('user');
	const indexer = {name: 'Feed', kind: 'torznab', url: 'http://feed.test/hidden-path', apiKey: 'very-secret-value'};
	const {id} = (await call('POST /api/indexers', {body: indexer})).body;
	await call(`PUT /api/indexers/${id}`, {body: {priority: 3}});
	await call(`DELETE /api/indexers/${id}`);
	await call('PUT /api/settings/meta.apiKey', {body: {value: 'another-secret'}});
	await call('GET /api/settings/logs/download');
	const {status, body} = await call('GET /api/audit');
	t.is(status, 200);
	t.deepEqual(rows(body), [
		'logs.downloaded done key main',
		'settings.changed done key main',
		'indexers.deleted done key main',
		'indexers.changed done key main',
		'indexers.created done key main',
		'login done user vera',
	]);
	t.like(body.audit[4], {subjectId: id, subjectName: 'Feed', fields: ['name', 'kind', 'url', 'apiKey'], address: '127.0.0.1', count: 1});
	t.like(body.audit[1], {subjectId: 'meta.apiKey', fields: ['value']});
	t.regex(body.audit[0].requestId, /^[\da-f-]{36}$/);
	t.notRegex(JSON.stringify(body), /very-secret-value|another-secret|hidden-path/);
});

test('logins, logouts and passwords are in the trail, and the refused tries of a minute share an entry', async t => {
	const {call, headersOf, deps} = await serve(t, {deps: {now: () => new Date('2026-05-04T10:00:20Z')}});
	const mine = await headersOf('user');
	const attempt = (username: string) => call('POST /api/auth/login', {as: 'nobody', body: {username, password: 'my wrong password'}});
	for (const name of ['vera', 'VERA', 'vera', 'hunter2hunter2', 'nobody at all']) {
		t.is((await attempt(name)).status, 401);
	}
	await call('PUT /api/auth/password', {as: 'nobody', headers: mine, body: {currentPassword: 'no no no', newPassword: 'another long one'}});
	await call('POST /api/auth/logout', {as: 'nobody', headers: mine});
	const {entries} = await deps.audit.page({page: 1, limit: 20});
	t.deepEqual(
		entries.map(({action, outcome, actor, count}) => `${action} ${outcome} ${actor.name} ${count}`).sort(),
		['login done vera 1', 'login refused null 2', 'login refused vera 3', 'logout done vera 1', 'password.changed refused vera 1'].sort(),
	);
	t.notRegex(JSON.stringify(entries), /hunter2|wrong password/);
});

test('what is repeated within a minute shares an entry, so that switching to and fro does not fill the disk', async t => {
	const time = {now: new Date('2026-05-04T10:00:00Z')};
	const {call} = await serve(t, {deps: {now: () => time.now}});
	for (const value of [true, false, true]) {
		await call('PUT /api/settings/security.queuePublic', {body: {value}});
		time.now = new Date(Number(time.now) + 1000);
	}
	await call('PUT /api/settings/download.pollSeconds', {body: {value: 6}});
	time.now = new Date('2026-05-04T10:01:00Z');
	await call('PUT /api/settings/security.queuePublic', {body: {value: true}});
	const {audit} = (await call('GET /api/audit')).body;
	t.deepEqual(
		audit.map(({subjectId, count, timestamp}: Row & {subjectId: string; timestamp: string}) => [subjectId, count, timestamp.slice(11, 19)]),
		[
			['security.queuePublic', 1, '10:01:00'],
			['download.pollSeconds', 1, '10:00:03'],
			['security.queuePublic', 3, '10:00:00'],
		],
	);
});

test('deleted titles, users and keys keep their names, and wrong input leaves no trace', async t => {
	const {call} = await serve(t);
	const user = (await call('POST /api/users', {body: {username: 'otto', password: testPassword, role: 'user'}})).body;
	await call(`DELETE /api/users/${user.id}`);
	await call(`DELETE /api/users/${user.id}`);
	await call('POST /api/users', {body: {username: 'x'}});
	const {key} = (await call('POST /api/settings/system/api-keys', {body: {name: 'tv', type: 'streaming'}})).body;
	await call(`DELETE /api/settings/system/api-keys/${key.id}`);
	const {audit} = (await call('GET /api/audit')).body as {audit: Row[]};
	t.deepEqual(
		audit.map(({action, subjectName}) => `${action} ${subjectName}`),
		['api-keys.deleted tv', 'api-keys.created tv', 'users.deleted otto', 'users.created otto'],
	);
	t.deepEqual(audit[3]?.fields, ['username', 'password', 'role']);
	t.false(JSON.stringify(audit).includes(key.value) || JSON.stringify(audit).includes(testPassword));
});

test('what is done to jobs in the dashboard is in the trail, with the queue, the job and from where', async t => {
	const {url, deps, headersOf, call} = await serve(t, {http: {trustProxy: ['loopback']}});
	const headers = {...(await headersOf('administrator')), 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7'};
	const ask = async (method: string, path: string, body?: object) => {
		const sent = {method, headers, ...(body && {body: JSON.stringify(body)})};
		const response = await fetch(`${url}/admin/queues/api/queues${path}`, sent);
		await response.text();
		return response.status;
	};
	const id = await deps.jobs.enqueue(refreshMovie, {movieId: 'm1'});
	t.is(await ask('GET', `/refresh/${id}`), 200);
	t.is(await ask('PATCH', `/refresh/${id}/priority`, {priority: 7}), 200);
	t.is(await ask('PUT', `/refresh/${id}/promote`), 500, 'it is not delayed');
	t.is(await ask('PUT', `/refresh/${id}/clean`), 204);
	t.is(await ask('PUT', `/refresh/${id}/clean`), 404);
	t.is(await ask('PUT', '/refresh/clean/failed'), 200);
	t.is(await ask('PUT', '/pause'), 200);
	t.is(await ask('PUT', '/nothing'), 404);
	const {audit} = (await call('GET /api/audit?actor=root')).body as {audit: (Row & {subjectId: string | null})[]};
	const acts = audit.filter(({action}) => action !== 'login');
	t.deepEqual(
		acts.map(({action, outcome, subjectId, subjectName}) => [action, outcome, subjectId, subjectName]),
		[
			['dashboard.pause', 'done', null, null],
			['dashboard.clean', 'done', 'refresh/failed', null],
			['dashboard.clean', 'done', `refresh/${id}`, 'refresh-movie'],
			['dashboard.promote', 'failed', `refresh/${id}`, 'refresh-movie'],
			['dashboard.priority', 'done', `refresh/${id}`, 'refresh-movie'],
		],
	);
	t.like(acts[4], {fields: ['priority'], address: '192.0.2.7', actor: {kind: 'user', name: 'root'}});
});

test('the trail is filtered by actor, action and time, paged, and for administrators only', async t => {
	const time = {now: new Date('2026-05-04T10:00:00Z')};
	const {call} = await serve(t, {deps: {now: () => time.now}});
	for (const hour of [10, 11, 12]) {
		time.now = new Date(`2026-05-04T${hour}:00:00Z`);
		await call('PUT /api/settings/security.queuePublic', {body: {value: hour === 11}});
	}
	const total = async (query: string) => (await call(`GET /api/audit?${query}`)).body.pagination.total;
	t.is(await total('actor=MAIN'), 3);
	t.is(await total('actor=somebody'), 0);
	t.is(await total('action=settings.changed'), 3);
	t.is(await total('action=login'), 0);
	t.is(await total('from=2026-05-04T11:00:00Z'), 2);
	t.is(await total('to=2026-05-04T11:00:00Z&from=2026-05-04T09:00:00Z'), 1);
	const second = (await call('GET /api/audit?limit=1&page=2')).body;
	t.is(second.audit[0].timestamp, '2026-05-04T11:00:00.000Z');
	t.deepEqual(second.pagination, {page: 2, limit: 1, total: 3, totalPages: 3});
	t.is((await call('GET /api/audit?from=yesterday')).status, 400);
	t.is((await call('GET /api/audit', {as: 'user'})).status, 403);
	t.is((await call('GET /api/audit', {as: 'nobody'})).status, 401);
});

test('an entry is kept for as long as the setting says', async t => {
	const now = new Date('2026-05-04T10:00:00Z');
	const {call, deps} = await serve(t, {deps: {now: () => now}});
	await call('PUT /api/settings/audit.retentionDays', {body: {value: 10}});
	const stored = await deps.connection.collection('audit').findOne({});
	t.deepEqual(stored?.['expiresAt'], new Date('2026-05-14T10:00:00Z'));
});

test('an entry is there before anything is changed, and shows a request that was cut off as failed', async t => {
	const {call, deps} = await serve(t, {deps: {now: () => new Date(Date.now() - 600_000)}});
	const entries = () => deps.connection.collection('audit').find({}).toArray();
	let before: Awaited<ReturnType<typeof entries>> = [];
	const {set} = deps.settings;
	deps.settings.set = async (...change) => {
		before = await entries();
		return set(...change);
	};
	await call('PUT /api/settings/security.queuePublic', {body: {value: false}});
	t.like(before, [{action: 'settings.changed', subjectId: 'security.queuePublic', outcome: 'failed', isOpen: true, fields: ['value']}]);
	t.like(await entries(), [{outcome: 'done', count: 1}]);
	t.is((await entries()).length, 1);

	// What a process leaves that is killed in between.
	await deps.connection.collection('audit').insertOne(before[0] ?? {});
	const {audit} = (await call('GET /api/audit')).body as {audit: Row[]};
	t.deepEqual(rows({audit}).toSorted(), ['settings.changed done key main', 'settings.changed failed key main']);
	t.false(JSON.stringify(audit).includes('isOpen'));
});

test('the entry of a request that is under way is not shown, and without it nothing is changed', async t => {
	const seen: number[] = [];
	const {call, deps} = await serve(t);
	const {set} = deps.settings;
	deps.settings.set = async (...change) => {
		seen.push((await deps.audit.page({page: 1, limit: 10})).total);
		return set(...change);
	};
	await call('PUT /api/settings/security.queuePublic', {body: {value: false}});
	t.deepEqual(seen, [0]);
	deps.audit.open = () => Promise.reject(new Error('the disk is full'));
	t.is((await call('PUT /api/settings/security.queuePublic', {body: {value: true}})).status, 500);
	t.deepEqual(seen, [0]);
});

test('an entry that cannot be completed is in the log too, and the change is answered as done', async t => {
	const reported: string[] = [];
	const heard = new Writable({
		write(line, _encoding, done) {
			reported.push(String(line));
			done();
		},
	});
	const {call} = await serve(t, {
		deps: {
			audit: {
				open: async () => 'open',
				drop: () => Promise.reject(new Error('it must stay')),
				add: () => Promise.reject(new Error('the disk is full')),
				page: () => Promise.reject(new Error('not asked')),
			},
		},
		log: createLog({level: 'error', source: 'test', outputs: [heard]}),
	});
	t.is((await call('PUT /api/settings/security.queuePublic', {body: {value: false}})).status, 200);
	t.like(JSON.parse(reported.at(-1) ?? ''), {entry: {action: 'settings.changed', subjectId: 'security.queuePublic'}});
});

test('an edit of a title says what was changed, from what to what, with names instead of ids', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const [one, two] = await deps.qualityProfiles.list();
	const {id} = await addMovie(served, {title: 'Harbour'}, {qualityProfileId: one!.id, monitored: true}); // several are made at the first start
	t.is((await call(`PUT /api/library/movies/${id}`, {body: {qualityProfileId: two!.id, monitored: false, tags: ['kids']}})).status, 200);
	const {audit} = (await call('GET /api/audit')).body;
	t.like(audit[0], {action: 'movies.changed', subjectId: id, subjectName: 'Harbour', outcome: 'done'});
	t.deepEqual(audit[0].changes, [
		{field: 'monitored', before: 'true', after: 'false'},
		{field: 'qualityProfile', before: one!.name, after: two!.name},
		{field: 'tags', before: null, after: 'kids'},
	]);
});

test('what a job goes on with is started in the trail, not done', async t => {
	const {call, deps} = await serve(t);
	const deletion = {kind: 'movie' as const, titleId: 'm', metaId: 1, title: 'Harbour', year: null, path: '/films/Harbour'};
	const facts = {files: 1, bytes: 1, filesDeleted: true, excluded: false, deletedBy: null, expiresAt: new Date(Date.now() + 1e9)};
	const id = '00000000-0000-4000-8000-000000000001';
	await deps.deletions.add({id, deletion: {...deletion, ...facts}, documents: []}, deps.now());
	t.is((await call(`DELETE /api/deletions/${id}`)).status, 202);
	const {audit} = (await call('GET /api/audit')).body;
	t.like(audit[0], {action: 'deletions.erased', outcome: 'started', subjectName: 'Harbour'});
});
