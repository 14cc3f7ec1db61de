import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {listen, type Places, readDocuments, readLogs, readRedis} from '#test/helpers/line/places.ts';
import {type Line, startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, until} from '#test/helpers/line/steps.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {logIn} from '#test/helpers/serve.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';

/** Stands for a passkey. It must be nowhere but in sealed values and at the sites themselves. */
const canary = 'canaryPasskey0123456789';
const bunny = 10378;
const password = 'correct horse battery';

const item = (number: number, more: Partial<FakeItem> = {}): FakeItem => ({
	title: `Big.Buck.Bunny.2008.1080p.WEB-DL.x264-CANARY${number}`,
	guid: `https://tracker.example/${canary}/details/${number}?passkey=${canary}`,
	commentsUrl: `https://tracker.example/${canary}/comments/${number}`,
	size: 400_000_000,
	seeders: 9,
	metaId: bunny,
	...more,
});

const magnet = (pair: string, tracker: string) =>
	`magnet:?xt=urn:btih:${pair.repeat(20)}&dn=bunny&tr=${encodeURIComponent(`${tracker}/${canary}/announce`)}`;

const playlist = `#EXTM3U
#EXTINF:-1 group-title="Films",Big Buck Bunny 2008 1080p WEB-DL
rtsp://cam.example/${canary}/live?token=${canary}`;

/** Sites and clients that put the canary wherever an address may have a secret. */
async function plant(t: ExecutionContext, {api}: Line) {
	const torznab = await fakeIndexer(t, {
		items: [
			item(1, {magnetUrl: magnet('a1', 'https://tracker.example'), infoHash: 'a1'.repeat(20)}),
			item(2, {downloadUrl: `http://127.0.0.1:9/${canary}/get?jackett_apikey=${canary}`}),
			item(3, {magnetUrl: magnet('b2', 'http://127.0.0.1:9'), infoHash: 'b2'.repeat(20)}),
		],
	});
	const refusal = `<error code="900" description="No. See https://tracker.example/${canary}?key=${canary} or magnet:?tr=${canary}"/>`;
	const broken = await serveReplies(t, ({query}) => (query.get('t') === 'caps' ? {status: 500, body: refusal} : {body: refusal}));
	const streams = await serveReplies(t, () => ({body: playlist}));
	const indexer = (body: object) => api.post<{id: string}>('/api/indexers', {categories: [2000], apiKey: `${canary}-key`, ...body});
	const {id: indexerId} = await indexer({name: 'Canary', kind: 'torznab', url: `${torznab.url}/${canary}?more=${canary}`});
	await indexer({name: 'Broken', kind: 'torznab', url: `${broken}/${canary}`, apiPath: `/${canary}/api?more=${canary}`});
	const loud = await serveReplies(t, ({path}) => ({body: `<error code="100" description="Wrong: ${path}"/>`}));
	await indexer({name: 'Loud', kind: 'newznab', url: `${loud}/${canary}`});
	await api.post('/api/subtitle-providers', {name: 'Subs', kind: 'subdl', url: `${broken}/${canary}?more=${canary}`, apiKey: canary});
	await indexer({name: 'Streams', kind: 'm3u', url: `${streams}/${canary}.m3u?token=${canary}`});
	const qbittorrent = await fakeQbittorrent(t);
	const client = (body: object) => api.post<{id: string}>('/api/download-clients', {username: 'admin', ...body});
	const {id: clientId} = await client({
		name: 'Box',
		kind: 'qbittorrent',
		url: qbittorrent.url,
		password: 'right horse',
		settings: {label: canary},
	});
	const {id: goneId} = await client({
		name: 'Gone',
		kind: 'deluge',
		url: `http://me:${canary}@127.0.0.1:9/${canary}`,
		password: canary,
		priority: 50,
	});
	const told = (body: object) => api.post<{id: string}>('/api/notifications', body);
	const {id: hookId} = await told({name: 'Hook', kind: 'webhook', url: `${broken}/${canary}/hook?key=${canary}`});
	await told({name: 'Plex', kind: 'plex', url: `http://me:${canary}@127.0.0.1:9/${canary}`, apiKey: canary});
	await api.put('/api/settings/captcha.externalUrl', {value: `http://me:${canary}@127.0.0.1:9/solver/${canary}`});
	await api.put('/api/settings/captcha.proxy', {value: `http://${canary}@127.0.0.1:9`});
	return {indexerId, clientId, goneId, hookId, qbittorrent, site: broken};
}

/** Callers of all kinds, by the headers that they send. */
async function callersOf({api, url, access: {apiKey}}: Line): Promise<Record<string, Record<string, string>>> {
	await api.post('/api/users', {username: 'vera', password, role: 'user'});
	const {key} = await api.post<{key: {value: string}}>('/api/settings/system/api-keys', {name: 'Player', type: 'streaming'});
	const cookie = await logIn(url, 'vera', password);
	return {admin: {'x-api-key': apiKey}, streaming: {'x-api-key': key.value}, user: {cookie, 'sec-fetch-site': 'same-origin'}, nobody: {}};
}

/** Backups are compressed and hold the whole database. */
function readBackups(dataFolder: string): Places {
	const folder = join(dataFolder, 'backups');
	const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
	return new Map(
		files.map(({parentPath, name}) => {
			const bytes = readFileSync(join(parentPath, name));
			return [`backup file ${name}`, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')];
		}),
	);
}

function dashboardOf(pool: Pool): string {
	return `/admin/queues/api/queues?activeQueue=${pool}&status=latest&page=1&jobsPerPage=100`;
}

const paths = [
	'/api/queue?limit=100',
	'/api/history?limit=100',
	'/api/blocklist?limit=100',
	'/api/indexers',
	'/api/download-clients',
	'/api/subtitle-providers',
	'/api/audit?limit=100',
	'/api/settings/logs/download',
	'/metrics',
	'/api/tasks',
	'/api/health',
	'/api/system/status',
	'/api/settings',
	'/api/settings/captcha.externalUrl',
	'/api/captcha-solver',
	'/api/captcha-solver/health',
	'/api/notifications',
	'/api/calendar',
	'/api/wanted/missing?type=movie',
	'/api/subtitle-blocklist',
	'/api/library/movies',
	...pools.map(dashboardOf),
];

test('a secret in any address is seen by nobody and stored nowhere in plain text', async t => {
	const [database, redis] = await Promise.all([withDatabase(t), withRedis(t)]);
	const line = await startLine(t, {servers: {mongodbUri: database.uri, redisUrl: redis.url, redisPrefix: redis.prefix}});
	const {api, url} = line;
	const callers = await callersOf(line);
	const stop = new AbortController();
	t.teardown(() => stop.abort());
	const admin = callers['admin'] ?? {};
	const heard = {
		'events of the queue': await listen(`${url}/api/queue/events`, {headers: admin, signal: stop.signal}),
		'events of the queue for nobody': await listen(`${url}/api/queue/events`, {headers: {}, signal: stop.signal}),
		'events of tasks': await listen(`${url}/api/tasks/stream`, {headers: admin, signal: stop.signal}),
		'log stream': await listen(`${url}/api/settings/logs/stream`, {headers: admin, signal: stop.signal}),
	};
	const seen: Places = new Map();
	const ask = async (path: string, as: string, body?: object, method = body ? 'POST' : 'GET') => {
		const headers = {...callers[as], ...(body && {'content-type': 'application/json'})};
		const response = await fetch(url + path, {method, headers, ...(body && {body: JSON.stringify(body)})});
		const text = await response.text();
		seen.set(`${method} ${path} as ${as}, reply ${seen.size}`, text);
		const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '');
		return {status: response.status, body: isJson ? JSON.parse(text) : null};
	};
	const check = async () => {
		await Promise.all(Object.keys(callers).flatMap(as => paths.map(path => ask(path, as))));
		const places = [...seen, ...(await readDocuments(database.uri)), ...(await readRedis(redis.url, redis.prefix))];
		const told = Object.entries(heard).map(([name, read]): [string, string] => [name, read()]);
		const all = [...places, ...readLogs(line.dataFolder), ...told, ['console', line.said()] as const];
		return all.filter(([, text]) => text.includes(canary)).map(([place]) => place);
	};

	const {indexerId, clientId, goneId, hookId, qbittorrent, site} = await plant(t, line);
	const movie = await addMovie(line, bunny, {monitored: false});
	const found = new Map<string, {guid: string; title: string; downloadUrl: string}[]>();
	for (const as of ['streaming', 'user', 'admin']) {
		found.set(as, (await ask(`/api/search?movieId=${movie.id}`, as)).body.releases);
	}
	const manual = (await ask('/api/search?query=Big%20Buck%20Bunny&limit=1000', 'admin')).body;
	t.true(manual.releases.some(({downloadUrl}: {downloadUrl: string}) => downloadUrl === 'rtsp://cam.example'));
	t.true(
		[...seen.values()].some(text => text.includes('https://tracker.example/…')),
		'what the broken site says is told without its address',
	);
	const guidOf = (number: number) => found.get('streaming')?.find(({title}) => title.endsWith(`CANARY${number}`))?.guid ?? '';
	t.is(found.get('admin')?.find(({guid}) => guid === guidOf(1))?.downloadUrl, 'magnet:');
	t.deepEqual(await check(), []);

	const grabbed = await ask('/api/download/grab', 'user', {guid: guidOf(1), indexerId, movieId: movie.id});
	t.is(grabbed.status, 201);
	t.true(
		qbittorrent.added.some(form => JSON.stringify(form).includes(canary)),
		'the client gets the whole address',
	);
	t.is((await ask('/api/download/grab', 'admin', {guid: guidOf(1), indexerId, movieId: movie.id})).status, 409);
	t.is((await ask('/api/download/grab', 'admin', {guid: guidOf(2), indexerId, movieId: movie.id})).status, 502);
	for (const task of ['rssSync', 'pendingReleases']) {
		await ask(`/api/tasks/${task}/run`, 'admin', {});
	}
	Object.assign(qbittorrent.torrents[0] ?? {}, {state: 'error'});
	const {queueId} = grabbed.body;
	await until(async () => ((await api.get<{status: string}>(`/api/queue/${queueId}`)).status === 'downloading' ? null : true));
	t.deepEqual(await check(), []);

	await ask(`/api/queue/${queueId}?blocklist=true`, 'admin', undefined, 'DELETE');
	t.is((await ask('/api/blocklist', 'user')).body.blocklist[0].guid, guidOf(1));
	const again = (await ask(`/api/search?movieId=${movie.id}`, 'admin')).body.releases as {guid: string; rejections: string[]}[];
	t.true(again.some(({guid, rejections}) => guid === guidOf(1) && rejections.length > 0));
	await until(async () => ((await statusOf(line, goneId)) === 'error' ? true : null));
	for (const id of [clientId, goneId]) {
		await ask(`/api/download-clients/${id}/test`, 'admin', {});
		await ask(`/api/download-clients/${id}`, 'admin', {enabled: false}, 'PUT');
	}
	const builtin = await ask('/api/download/grab', 'admin', {guid: guidOf(3), indexerId, movieId: movie.id});
	t.is(builtin.status, 201);
	const deliveries = `/api/notifications/${hookId}/deliveries?limit=100`;
	await until(async () => ((await ask(deliveries, 'admin')).body.deliveries.length > 0 ? true : null));
	for (const path of [`/api/notifications/${hookId}/test`, '/api/captcha-solver/test']) {
		await ask(path, 'admin', path.includes('captcha') ? {url: `${site}/page`} : {});
	}
	await ask(`/api/manual-import?path=${encodeURIComponent(line.library)}`, 'admin');
	await ask('/api/tasks/backup/run', 'admin', {});
	await until(async () => (await ask('/api/tasks/backup/history', 'admin')).body.history[0]?.status === 'completed' || null);
	t.deepEqual(await check(), []);
	const backups = [...readBackups(line.dataFolder)];
	t.deepEqual(
		backups.filter(([, text]) => text.includes(canary)).map(([place]) => place),
		[],
	);
	t.true(
		backups.some(([, text]) => text.includes('notificationId')),
		'the backup has the deliveries',
	);
	// On a busy machine Redis may not answer in time while everything is asked for at once.
	await until(async () => (await ask(dashboardOf('grab'), 'admin')).body?.queues?.some(({jobs}: {jobs: unknown[]}) => jobs.length > 0));
	t.deepEqual(await check(), []);
	for (const [name, read] of Object.entries(heard)) {
		t.regex(read(), /^event: \w/m, `the ${name} are heard`);
	}
});

async function statusOf({api}: Line, clientId: string): Promise<string> {
	return (await api.get<{status: string}>(`/api/download-clients/${clientId}`)).status;
}
