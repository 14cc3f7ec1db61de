import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {checkMetadataKey} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

test('every setting is listed with its type, and one can be read', async t => {
	const {call} = await serve(t);
	const {status, body} = await call('GET /api/settings');
	t.is(status, 200);
	t.is(body.settings.length, Object.keys(settingDefinitions).length);
	for (const setting of body.settings) {
		t.deepEqual(Object.keys(setting), ['key', 'value', 'type', 'category', 'description', 'updatedAt', 'schema']);
	}
	const {schema} = (await call('GET /api/settings/images.source')).body;
	t.like(schema, {type: 'string', enum: ['proxy', 'provider', 'none'], default: 'proxy'});
	t.like((await call('GET /api/settings/meta.apiKey')).body.schema, {format: 'password', writeOnly: true, default: ''});
	const one = await call('GET /api/settings/autoUnmonitorPreviouslyDownloadedMovies');
	t.like(one.body, {value: false, type: 'boolean', category: 'media', updatedAt: null});
	t.like((await call('GET /api/settings/no.such')).body, {status: 404, code: 'setting_not_found'});
	t.is((await call('GET /api/settings/__proto__')).status, 404);
});

test('a setting is changed within its bounds', async t => {
	const {call} = await serve(t);
	const put = (key: string, value: unknown) => call(`PUT /api/settings/${key}`, {body: {value}});
	const {status, body} = await put('download.pollSeconds', 30);
	t.is(status, 200);
	t.like(body, {success: true, key: 'download.pollSeconds', value: 30});
	t.is((await call('GET /api/settings/download.pollSeconds')).body.updatedAt, body.updatedAt);
	for (const [key, value] of [
		['download.pollSeconds', 0],
		['download.pollSeconds', '30'],
		['media.importMode', 'teleport'],
		['media.movieFileFormat', '{No Such Token}'],
		['meta.language', 'english'],
		['externalUrl.basePath', 'kino/'],
		['externalUrl.basePath', '/a/../b'],
		['externalUrl.externalUrl', 'ftp://x'],
		['media.recycleBin', 'relative'],
		['security.queuePublic', null],
	] as const) {
		const wrong = await put(key, value);
		t.is(wrong.status, 400, `${key} ${value}`);
		t.is(wrong.body.errors[0].path, 'value');
	}
	t.is((await call('PUT /api/settings/download.pollSeconds', {body: {}})).status, 400);
	t.is((await put('no.such', 1)).status, 404);
});

test('who saves a folder says that it is the right one, whatever was there before', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const {call, deps} = served;
	const own = join(deps.http.dataDir, 'backups');
	for (const path of ['/mnt/usb/bin', '/mnt/usb/backups', own]) {
		await deps.usedFolders.put(path, 'an-id');
	}
	await call('PUT /api/settings/media.recycleBin', {body: {value: '/mnt/usb/bin'}});
	await call('PUT /api/settings/backup.folder', {body: {value: '/mnt/usb/backups'}});
	t.is(await deps.usedFolders.idOf('/mnt/usb/bin'), null);
	t.is(await deps.usedFolders.idOf('/mnt/usb/backups'), null);
	t.is(await deps.usedFolders.idOf(own), 'an-id');
	await call('PUT /api/settings/backup.folder', {body: {value: ''}});
	t.is(await deps.usedFolders.idOf(own), null);
});

test('the provider’s key is stored sealed, shown as stars, and kept when the stars come back', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await answerJobs(t, served, {checkMetadataKey: async () => {}});
	const fields = ['apiKey', 'language', 'certificationCountry', 'useSsl', 'cacheEnabled', 'cacheTtl'];
	t.deepEqual(Object.keys((await call('GET /api/settings/meta')).body), fields);
	const put = await call('PUT /api/settings/meta', {body: {apiKey: 'tell-nobody', language: 'de-DE'}});
	t.is(put.status, 200);
	t.deepEqual(Object.keys(put.body), ['success', ...fields, 'check']);
	t.like(put.body, {apiKey: '********', language: 'de-DE'});
	t.is((await call('PUT /api/settings/meta', {body: {apiKey: '********', cacheTtl: 60}})).status, 200);
	t.is(deps.settings.get('meta.apiKey'), 'tell-nobody');
	t.is((await call('GET /api/settings/meta.apiKey')).body.value, '********');
	const [stored] = (await deps.settingStore.all()).filter(({_id}) => _id === 'meta.apiKey');
	t.false(String(stored?.value).includes('tell-nobody'));
	const wrong = await call('PUT /api/settings/meta', {body: {cacheTtl: -1, useSsl: 'no', extra: 1}});
	t.deepEqual(wrong.body.errors.map(({path}: {path: string}) => path).sort(), ['cacheTtl', 'extra', 'useSsl']);
});

test('a setting that is an address is stored sealed, shown without what may be a key in it, and kept when that comes back', async t => {
	const {call, deps} = await serve(t);
	const key = 'k3y9a8b7c6d5e4f3a2b1';
	const put = (name: string, value: string) => call(`PUT /api/settings/${name}`, {body: {value}});
	for (const [name, whole, shown] of [
		['captcha.externalUrl', `http://me:${key}@solver.test:8191/solver/${key}`, 'http://********@solver.test:8191/solver/********'],
		['captcha.proxy', `http://${key}@proxy.test:3128`, 'http://********@proxy.test:3128'],
	] as const) {
		t.is((await put(name, whole)).body.value, shown);
		t.is((await call(`GET /api/settings/${name}`)).body.value, shown);
		t.is((await put(name, shown)).status, 200);
		t.is(deps.settings.get(name), whole);
		const other = await put(name, shown.replace('.test', '.evil'));
		t.deepEqual([other.status, other.body.errors[0].path], [400, 'value']);
		t.is(deps.settings.get(name), whole);
	}
	t.false(JSON.stringify(await deps.settingStore.all()).includes(key));
	t.is((await put('captcha.externalUrl', '')).body.value, '');
	t.is((await put('externalUrl.externalUrl', `https://me:${key}@kino.test`)).status, 400);
});

test('a stored secret does not follow a changed address: it is emptied first and entered again', async t => {
	const {call} = await serve(t);
	const put = (key: string, value: string) => call(`PUT /api/settings/${key}`, {body: {value}});
	const own = 'https://api4.thetvdb.com';
	t.is((await put('meta.tvdbUrl', 'https://numbers.example/v4')).status, 200, 'there is nothing to send yet');
	await put('meta.tvdbUrl', `${own}/v4`);
	await put('meta.tvdbKey', 'tell-nobody');
	await put('meta.tvdbPin', '1234');
	t.is((await put('meta.tvdbUrl', `${own}/v5`)).status, 200, 'the place for which it was entered');
	for (const elsewhere of ['https://numbers.example/v4', 'http://api4.thetvdb.com/v4', `${own}:8443/v4`]) {
		const {status, body} = await put('meta.tvdbUrl', elsewhere);
		t.is(status, 400, elsewhere);
		t.regex(body.errors[0].message, /meta\.tvdbKey and meta\.tvdbPin .* empty .* first/);
	}
	t.is((await put('meta.tvdbUrl', '')).status, 200, 'nothing is sent to no address');
	t.is((await put('meta.tvdbUrl', 'https://numbers.example/v4')).status, 400, 'nor by way of no address');
	await put('meta.tvdbKey', '');
	await put('meta.tvdbPin', '');
	t.is((await put('meta.tvdbUrl', 'https://numbers.example/v4')).status, 200);

	await put('captcha.proxy', 'http://vera:correct-horse@proxy.example:3128');
	t.regex((await put('captcha.externalUrl', 'http://solver.example:8191')).body.errors[0].message, /captcha\.proxy/);
	await put('captcha.proxy', 'http://proxy.example:3128');
	t.is((await put('captcha.externalUrl', 'http://solver.example:8191')).status, 200, 'a proxy without a password hides nothing');
});

test('folders of the recycle bin and of backups are neither the system’s, nor keys, nor our own data', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const {call, deps, directory} = served;
	const {dataDir} = deps.http;
	await symlink('/etc', join(directory, 'link'));
	for (const key of ['media.recycleBin', 'backup.folder']) {
		for (const path of [
			'/etc',
			'/',
			'/srv/../etc/x',
			'/root/.ssh',
			dataDir,
			join(dataDir, 'mongodb'),
			dirname(dataDir),
			join(directory, 'link'),
		]) {
			const {status, body} = await call(`PUT /api/settings/${key}`, {body: {value: path}});
			t.is(status, 400, `${key} ${path}`);
			t.regex(body.errors[0].message, /^value must not /);
		}
		t.is((await call(`PUT /api/settings/${key}`, {body: {value: join(directory, 'not-there-yet')}})).status, 200);
		t.is((await call(`PUT /api/settings/${key}`, {body: {value: ''}})).status, 200);
	}
	t.is((await call('PUT /api/settings/backup.folder', {body: {value: join(dataDir, 'backups')}})).status, 200, 'where they are anyway');
});

test('a new key is stored whatever the provider says of it, and the reply tells that', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const asked: unknown[] = [];
	const refusal = new Invalid('provider_key_refused', 'The metadata provider refuses the key.');
	await answerJobs(t, served, {
		checkMetadataKey: async ({sealed}) => {
			asked.push(openPayload(checkMetadataKey, sealed, deps.secrets));
			return asked.length === 1 ? Promise.reject(refusal) : undefined;
		},
	});
	const wrong = await call('PUT /api/settings/meta', {body: {apiKey: 'mistyped'}});
	t.is(wrong.status, 200);
	t.deepEqual(wrong.body.check, {success: false, code: refusal.code, message: refusal.message});
	t.is(deps.settings.get('meta.apiKey'), 'mistyped');
	const right = await call('PUT /api/settings/meta', {body: {apiKey: 'right'}});
	t.like(right.body.check, {success: true, code: null});
	t.deepEqual(asked, [{apiKey: 'mistyped'}, {apiKey: 'right'}]);
	for (const body of [{apiKey: '********'}, {apiKey: ''}, {cacheTtl: 60}]) {
		t.is((await call('PUT /api/settings/meta', {body})).body.check, null);
	}
	t.is(asked.length, 2);
});

test('a key that nobody could check is stored all the same', async t => {
	const {call, deps} = await serve(t, {waits: {leastAskMs: 0}});
	const {status, body} = await call('PUT /api/settings/meta', {body: {apiKey: 'unchecked'}});
	t.is(status, 200);
	t.like(body.check, {success: false, code: 'no_answer_in_time'});
	t.is(deps.settings.get('meta.apiKey'), 'unchecked');
});

test('filters and the external address are settings of their own', async t => {
	const {call, deps} = await serve(t);
	const filters = await call('PUT /api/settings/filters', {body: {minimumSeeders: 5, removeFailedDownloads: false}});
	t.deepEqual(filters.body, {
		success: true,
		minimumSeeders: 5,
		retention: 0,
		rssSyncInterval: 15,
		enableCompletedDownloadHandling: true,
		removeCompletedDownloads: true,
		removeFailedDownloads: false,
	});
	t.is(deps.settings.get('filters.minimumSeeders'), 5);
	const external = await call('PUT /api/settings/external-url', {body: {externalUrl: 'https://kino.test', basePath: '/tv', useSsl: true}});
	t.deepEqual(external.body, {success: true, externalUrl: 'https://kino.test', basePath: '/tv', useSsl: true});
	t.deepEqual((await call('GET /api/settings/external-url')).body, {externalUrl: 'https://kino.test', basePath: '/tv', useSsl: true});
	t.is((await call('PUT /api/settings/filters', {body: {rssSyncInterval: 0}})).status, 400);
});

test('settings are for administrators', async t => {
	const {call} = await serve(t);
	for (const line of ['GET /api/settings', 'GET /api/settings/meta', 'GET /api/settings/ui.none', 'GET /api/settings/logs/download']) {
		t.is((await call(line, {as: 'nobody'})).status, 401, line);
		t.is((await call(line, {as: 'user'})).status, 403, line);
		t.is((await call(line, {as: 'streaming'})).status, 403, line);
	}
	t.is((await call('GET /api/settings', {as: 'administrator'})).status, 200);
});

test('a mode has three digits and leaves the owner everything; a group is a name or a number', async t => {
	const {call} = await serve(t);
	const put = async (key: string, value: string) => (await call(`PUT /api/settings/${key}`, {body: {value}})).status;
	for (const mode of ['9', '1777', '077', '775 ', '78', '7777', 'rwx', '780']) {
		t.is(await put('media.folderMode', mode), 400, mode);
	}
	for (const group of ['a b', '-x', 'a:b', '../x', 'x'.repeat(40), '12345678901']) {
		t.is(await put('media.group', group), 400, group);
	}
	for (const [key, value] of [
		['folderMode', '775'],
		['folderMode', '700'],
		['folderMode', ''],
		['group', 'media'],
		['group', '1000'],
		['group', ''],
	] as const) {
		t.is(await put(`media.${key}`, value), 200, value);
	}
});

test('naming formats are tried on samples before they are stored', async t => {
	const {call} = await serve(t);
	const {status, body} = await call('POST /api/settings/media/naming-preview', {body: {movieFolderFormat: '{Year} - {Movie Title}'}});
	t.is(status, 200);
	t.true(body.movie.startsWith('2019 - The Sample'));
	t.deepEqual(body.faults, []);
	const chosen = {colonReplacement: 'custom', customColon: ';', dailyEpisodeFileFormat: '{Air-Date}', renameEpisodes: true};
	const more = await call('POST /api/settings/media/naming-preview', {body: {...chosen, renameMovies: false}});
	t.is(more.body.movie, 'The Sample; Title (2019)/the.sample.title.2019-group.mkv');
	t.regex(more.body.dailyEpisode, /\/2015-10-01\.mkv$/);
	t.regex(more.body.animeEpisode, / - S01E01 - 001 - /);
	for (const body of [{customColon: 'a/b'}, {colonReplacement: 'none'}, {customColon: 'x'.repeat(11)}, {renameMovies: 'no'}]) {
		t.is((await call('POST /api/settings/media/naming-preview', {body})).status, 400, JSON.stringify(body));
	}
	t.is((await call('PUT /api/settings/media.customColon', {body: {value: '/'}})).status, 400);
	t.is((await call('PUT /api/settings/media.customColon', {body: {value: '꞉'}})).status, 200);
	const wrong = await call('POST /api/settings/media/naming-preview', {body: {movieFileFormat: '{Nonsense}'}});
	t.is(wrong.body.faults[0].setting, 'movieFile');
});

test('the current log of all processes, or all of it, can be downloaded', async t => {
	const {call, deps, url, headersOf} = await serve(t);
	t.is((await call('GET /api/settings/logs/download')).body, '');
	await mkdir(deps.http.logDirectory);
	await writeFile(`${deps.http.logDirectory}/kinoteka.5.api-box-1.1.log`, '{"time":6,"msg":"old"}\n');
	await writeFile(`${deps.http.logDirectory}/kinoteka.5.api-box-1.2.log`, '{"time":8,"msg":"new"}\n');
	await writeFile(`${deps.http.logDirectory}/kinoteka.5.worker-grab-box-2.1.log`, '{"time":7,"msg":"other"}\n');
	const current = await call('GET /api/settings/logs/download');
	t.is(current.headers.get('content-type'), 'text/plain; charset=utf-8');
	t.is(current.headers.get('content-disposition'), 'attachment; filename=kinoteka.log');
	t.is(current.body, '{"time":7,"msg":"other"}\n{"time":8,"msg":"new"}\n');
	const all = await fetch(`${url}/api/settings/logs/download?all=true`, {headers: await headersOf('admin')});
	t.is(all.headers.get('content-type'), 'application/gzip');
	const lines = gunzipSync(new Uint8Array(await all.arrayBuffer()))
		.toString()
		.trim()
		.split('\n');
	t.deepEqual(
		lines.map(line => JSON.parse(line).msg),
		['old', 'other', 'new'],
	);
});
