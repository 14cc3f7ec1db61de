import {mkdtemp, readdir, readFile, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {startApi} from '#test/helpers/api-process.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

async function environment(t: ExecutionContext) {
	const [{uri}, {url, prefix}, DATA_DIR] = await Promise.all([withDatabase(t), withRedis(t), mkdtemp(join(tmpdir(), 'kino-main-'))]);
	t.teardown(() => rm(DATA_DIR, {recursive: true, force: true}));
	return {MONGODB_URI: uri, REDIS_URL: url, REDIS_PREFIX: prefix, DATA_DIR};
}

const sessionOf = async (address: string, key: string | null) => fetch(`${address}/api/auth/session`, {headers: {'x-api-key': key ?? ''}});

test('a first start makes an administrator and a key, told to the parent once and to no log', async t => {
	const env = await environment(t);
	const first = startApi(t, env);
	const {detail, firstKey, firstPassword} = await first.ready;
	t.is((await sessionOf(detail, firstKey)).status, 200);
	const login = await fetch(`${detail}/api/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({username: 'admin', password: firstPassword}),
	});
	t.is(login.status, 200);
	t.like(await login.json(), {user: {username: 'admin', role: 'admin'}});
	t.is((await stat(join(env.DATA_DIR, 'secret.key'))).mode & 0o777, 0o600);
	first.child.kill('SIGTERM');
	t.is(await first.ended, 0);
	const logs = await readdir(join(env.DATA_DIR, 'logs'));
	const written = first.output() + (await Promise.all(logs.map(name => readFile(join(env.DATA_DIR, 'logs', name), 'utf8')))).join('');
	t.true(written.includes('The API is ready'));
	t.false(written.includes(firstKey ?? ''));
	t.false(written.includes(firstPassword ?? ''));

	const second = startApi(t, env);
	const again = await second.ready;
	t.deepEqual([again.firstKey, again.firstPassword], [null, null]);
	t.is((await sessionOf(again.detail, firstKey)).status, 200);
});

test('without the addresses of its servers it says what to do', async t => {
	const {ended, output} = startApi(t, {DATA_DIR: tempFolder(t)});
	t.is(await ended, 2);
	t.regex(output(), /MONGODB_URI and REDIS_URL are missing.*npm start/);
});

test('a wrong configuration is reported whole, and nothing is started', async t => {
	const {ended, output} = startApi(t, {PORT: 'x', LOG_LEVEL: 'loud'});
	t.is(await ended, 2);
	t.regex(output(), /problem\(s\)[\s\S]*PORT[\s\S]*LOG_LEVEL/);
	t.notRegex(output(), /node:internal/);
});

test('a face has ports of its own, where nothing else is', async t => {
	const [movies, indexers] = [await freePort(), await freePort()];
	const {ready} = startApi(t, {...(await environment(t)), KINOTEKA_FACES: `radarr:${movies},prowlarr:${indexers}`});
	const {detail, firstKey} = await ready;
	const added = await fetch(`${detail}/api/settings/system/api-keys`, {
		method: 'POST',
		headers: {'content-type': 'application/json', 'x-api-key': firstKey ?? ''},
		body: JSON.stringify({name: 'Seerr', type: 'apps'}),
	});
	const {key} = (await added.json()) as {key: {value: string}};
	const at = (port: number, path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, {headers, redirect: 'manual'});
	const status = await at(movies, '/api/v3/system/status', {'x-api-key': key.value});
	t.like(await status.json(), {appName: 'Radarr', urlBase: ''});
	t.like(await (await at(indexers, `/api/v1/system/status?apikey=${key.value}`)).json(), {appName: 'Prowlarr', urlBase: ''});
	t.is((await at(movies, '/api/v3/system/status')).status, 401);
	for (const path of ['/', '/movie/603']) {
		t.regex((await at(movies, path)).headers.get('location') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/#\/movies/, path);
	}
	for (const path of ['/api/health', '/api/library/movies', '/sonarr/api/v3/system/status', '/../api/health']) {
		t.is((await at(movies, path, {'x-api-key': key.value})).status, 404, path);
	}
});

test('a port that is taken is reported', async t => {
	const env = await environment(t);
	const first = startApi(t, env);
	const {port} = new URL((await first.ready).detail);
	const second = startApi(t, {...env, PORT: port});
	t.is(await second.ended, 2);
	t.regex(second.output(), /already in use/);
});

test('a stopping API that drains says that it is not ready, and still answers', async t => {
	const env = await environment(t);
	const {ready, child} = startApi(t, {...env, DRAIN_SECONDS: '300', STREAMS_PER_PROCESS: '4'});
	const {detail, firstKey} = await ready;
	const headers = {'x-api-key': firstKey ?? ''};
	const streams = await Promise.all(Array.from({length: 5}, () => fetch(`${detail}/api/queue/events`, {headers})));
	t.deepEqual(streams.map(({status}) => status).toSorted(), [200, 200, 200, 200, 429]);
	const isReady = async () => (await fetch(`${detail}/api/ready`)).status === 200;
	await until(isReady);
	child.kill('SIGTERM');
	await until(async () => !(await isReady()));
	t.is((await sessionOf(detail, firstKey)).status, 200, 'whoever was sent here before is still answered');
	child.kill('SIGKILL');
});
