import test from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withHousehold} from '#test/helpers/apps-household.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';

const both = [
	...['log', 'log/file', 'log/file/update', 'update', 'customfilter', 'localization', 'localization/language', 'system/task'],
	...['system/backup', 'filesystem', 'filesystem/type?path=/a.mkv', 'filesystem/mediafiles'],
];
const ofTitles = ['language/1', 'indexerflag', 'extrafile', 'metadata', 'metadata/1', 'config/host'];

test('what programs read of an installation is there in each face, without null', async t => {
	const served = await withFaces(t);
	await answerDisks(t, served);
	await withMovie(served, {metaId: 603});
	const paths = [
		...['/radarr/api/v3', '/sonarr/api/v3', '/prowlarr/api/v1'].flatMap(face => both.map(path => `${face}/${path}`)),
		...['/radarr/api/v3', '/sonarr/api/v3'].flatMap(face => ofTitles.map(path => `${face}/${path}`)),
		...['credit?movieId=1', 'movie/1/folder', 'importlist/movie'].map(path => `/radarr/api/v3/${path}`),
		...[
			'indexer/schema',
			'command',
			'config/ui',
			'config/development',
			'config/downloadclient',
			'applications/schema',
			'appprofile/schema',
			'config/host',
			'tag/detail',
			'history/since?date=2020-01-01',
			'notification/schema',
		].map(path => `/prowlarr/api/v1/${path}`),
	];
	for (const path of paths) {
		const {status, text} = await served.ask(`GET ${path}`);
		t.is(status, 200, `${path}: ${text}`);
		t.false(/:null\b/.test(text), path);
	}
});

test('a log, tasks and folders have the fields of these programs, and folders outside of root folders are not shown', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await answerDisks(t, served);
	await deps.rootFolders.add({name: 'Films', path: '/films'}, deps.now());
	t.like((await ask('GET /radarr/api/v3/log?page=1&pageSize=5&level=error')).body, {
		page: 1,
		pageSize: 5,
		sortKey: 'time',
		totalRecords: 0,
	});
	const [task] = (await ask('GET /sonarr/api/v3/system/task')).body;
	t.like(await ask(`GET /sonarr/api/v3/system/task/${task.id}`), {status: 200, body: task});
	t.deepEqual([typeof task.interval, typeof task.lastExecution, typeof task.nextExecution], ['number', 'string', 'string']);
	for (const path of ['', '/etc', '/', '/films/../etc']) {
		const {body} = await ask(`GET /radarr/api/v3/filesystem?path=${encodeURIComponent(path)}`);
		t.deepEqual(body, {parent: '', directories: [{type: 'folder', name: 'films', path: '/films/', size: 0}], files: []}, path);
	}
});

test('what reaches beyond a program is refused', async t => {
	const {ask} = await withFaces(t);
	for (const line of ['system/restart', 'system/shutdown', 'system/backup/restore/1', 'system/backup/restore/upload']) {
		for (const face of ['radarr/api/v3', 'sonarr/api/v3', 'prowlarr/api/v1']) {
			t.is((await ask(`POST /${face}/${line}`, {body: {}})).status, 403, line);
		}
	}
});

test('strict clients find no field that the program does not have', async t => {
	const {ask} = await withHousehold(t);
	t.false('originalTitle' in (await ask('GET /sonarr/api/v3/series')).body[0]);
	t.false('historyCleanupDays' in (await ask('GET /radarr/api/v3/config/host')).body);
});

test('an exclusion beyond 32 bits and a release profile without terms are refused', async t => {
	const {ask, deps} = await withFaces(t);
	const exclusion = {tmdbId: 2 ** 31 + 5, movieTitle: 'A', movieYear: 2000};
	t.like(await ask('POST /radarr/api/v3/exclusions', {body: exclusion}), {status: 400, body: [{propertyName: 'TmdbId'}]});
	for (const body of [{}, [], {name: 'None', required: [], ignored: ''}]) {
		t.like(await ask('POST /sonarr/api/v3/releaseprofile', {body}), {status: 400, body: [{propertyName: 'Required'}]});
	}
	t.deepEqual([await deps.importExclusions.ofType('movie'), await deps.releaseProfiles.list()], [[], []]);
});

test('an indexer that no program added is shown with empty lists, as one of the program is', async t => {
	const {ask} = await withHousehold(t);
	const [indexer] = (await ask('GET /radarr/api/v3/indexer')).body;
	const valueIn = (name: string) => indexer.fields.find((field: {name: string}) => field.name === name)?.value;
	t.deepEqual([valueIn('multiLanguages'), valueIn('removeYear')], [[], false]);
});

test('programs for Prowlarr add, change, test and remove indexers', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await answerJobs(t, served, {testConnection: async () => ({version: '1.3', details: []})});
	const schema = (await ask('GET /prowlarr/api/v1/indexer/schema')).body;
	const torznab = schema.find((each: {implementation: string}) => each.implementation === 'Torznab');
	const sent: Record<string, unknown> = {baseUrl: 'http://tracker.test', apiKey: 'k'.repeat(32), 'baseSettings.queryLimit': 100};
	const fields = torznab.fields.map((each: {name: string}) => (each.name in sent ? {...each, value: sent[each.name]} : each));
	const body = {...torznab, name: 'Tracker', fields, appProfileId: 1, enable: true, priority: 10};
	t.is((await ask('POST /prowlarr/api/v1/indexer/test', {body})).status, 200);
	const added = await ask('POST /prowlarr/api/v1/indexer', {body});
	t.like(added, {status: 201, body: {name: 'Tracker', enable: true, priority: 10, implementation: 'Torznab'}}, added.text);
	const [stored] = await deps.indexers.list();
	t.like(stored, {url: 'http://tracker.test', apiKey: 'k'.repeat(32), queryLimit: 100, scope: null, priority: 10});
	t.false(added.text.includes('kkkk'));
	const same = await ask(`PUT /prowlarr/api/v1/indexer/${added.body.id}`, {body: added.body});
	t.deepEqual(same.body, added.body, same.text);
	t.deepEqual((await deps.indexers.list())[0]?.updatedAt, stored?.updatedAt);
	const off = await ask(`PUT /prowlarr/api/v1/indexer/${added.body.id}`, {body: {...added.body, enable: false, priority: 3}});
	t.like(off.body, {enable: false, priority: 3});
	t.like((await deps.indexers.list())[0], {apiKey: 'k'.repeat(32), enabled: false});
	t.is((await ask('POST /prowlarr/api/v1/indexer', {body})).status, 400);
	const bulk = await ask('PUT /prowlarr/api/v1/indexer/bulk', {body: {ids: [added.body.id], enable: true}});
	t.like(bulk.body[0], {enable: true, priority: 3}, bulk.text);
	t.is((await ask('POST /prowlarr/api/v1/indexer', {body: {...body, implementation: 'Cardigann', name: 'Other'}})).status, 400);
	t.is((await ask(`DELETE /prowlarr/api/v1/indexer/${added.body.id}`)).status, 200);
	t.deepEqual(await deps.indexers.list(), []);
});

test('programs for Prowlarr add notifications of their own, and remove no others', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await answerJobs(t, served, {testConnection: async () => ({version: '1', details: []})});
	const fields = [
		{name: 'url', value: 'http://hook.test/a'},
		{name: 'method', value: 1},
	];
	const hook = {name: 'Hook', implementation: 'Webhook', configContract: 'WebhookSettings', fields, onHealthIssue: true, onGrab: false};
	const added = await ask('POST /prowlarr/api/v1/notification', {body: hook});
	t.like(added, {status: 201, body: {name: 'Hook', onHealthIssue: true, onGrab: false}}, added.text);
	t.is(added.headers.get('location'), `/prowlarr/api/v1/notification/${added.body.id}`);
	t.like((await deps.notifications.list())[0], {events: ['health'], scope: null});
	const same = await ask(`PUT /prowlarr/api/v1/notification/${added.body.id}`, {body: added.body});
	t.deepEqual(same.body, added.body, same.text);
	t.is((await ask(`DELETE /radarr/api/v3/notification/${added.body.id}`)).status, 400);
	t.is((await ask(`DELETE /prowlarr/api/v1/notification/${added.body.id}`)).status, 200);
	t.deepEqual(await deps.notifications.list(), []);
});
