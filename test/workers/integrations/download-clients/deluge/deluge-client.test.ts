import test, {type ExecutionContext} from 'ava';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withStores} from '#test/helpers/stores.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createDeluge, type DelugeDeps} from '#workers/integrations/download-clients/deluge/deluge-client.ts';
import {parseTorrent} from '#workers/integrations/download-clients/deluge/parse-torrents.ts';

const {signal} = new AbortController();

/** For torrents without a seed time. */
const none: DelugeDeps['seedTimes'] = {put: async () => {}, ofClient: async () => new Map(), remove: async () => {}};

interface State {
	labels: string[] | null;
	torrents: Record<string, Record<string, unknown>>;
	session: number;
	logins: number;
	connected: boolean;
	/** The daemon, without which the web interface answers all the same. */
	running: boolean;
	hosts: unknown[];
	calls: [string, unknown[]][];
}

class Refused extends Error {
	readonly code: number;

	constructor(message: string, code: number) {
		super(message);
		this.code = code;
	}
}

/** The web interface of Deluge 2: a session by cookie, errors with status 200. */
async function start(t: ExecutionContext, overrides: Partial<DownloadClientSettings> = {}, seedTimes: DelugeDeps['seedTimes'] = none) {
	const state: State = {
		labels: [],
		torrents: {},
		session: 1,
		logins: 0,
		connected: false,
		running: true,
		hosts: [['host-1', '127.0.0.1', 58_846]],
		calls: [],
	};
	const url = await serveReplies(t, ({path, body, headers}) => {
		if (path !== '/json') {
			return {status: 404, body: 'no'};
		}

		const {method, params, id} = JSON.parse(body.toString());
		if (method === 'auth.login') {
			state.logins += 1;
			const result = params[0] === 'right horse';
			return {json: {id, result, error: null}, headers: {'set-cookie': `_session_id=s${state.session}; Path=/json`}};
		}

		try {
			if (headers.cookie !== `_session_id=s${state.session}`) {
				throw new Refused('Not authenticated', 1);
			}

			state.calls.push([method, params]);
			return {json: {id, result: answer(state, method, params) ?? null, error: null}};
		} catch (error) {
			return {json: {id, result: null, error: {message: String(error), code: error instanceof Refused ? error.code : 4}}};
		}
	});
	return {
		state,
		client: createDeluge(buildClientSettings({kind: 'deluge', url, ...overrides}), {http: withHttp(t), seedTimes, now: () => new Date()}),
	};
}

function answer(state: State, method: string, params: unknown[]): unknown {
	const [first, second] = params;
	const answers: Record<string, () => unknown> = {
		'web.connected': () => state.connected,
		'web.get_hosts': () => state.hosts,
		'web.connect': () => {
			state.connected = state.running;
		},
		'system.listMethods': () => ['daemon.get_version'],
		'daemon.get_version': () => '2.0.3',
		'core.get_session_state': () => Object.keys(state.torrents),
		'core.get_torrents_status': () => state.torrents,
		'core.get_torrent_status': () => ({files: [], ...state.torrents[String(first)]}),
		'core.add_torrent_file': () => {
			const hash = String(buildDownload().infoHash);
			state.torrents[hash] = {hash, name: 'x', state: 'Downloading', total_size: 10, options: params[2]};
			return hash;
		},
		'core.add_torrent_magnet': () => null,
		'core.remove_torrent': () => delete state.torrents[String(first)],
		'core.set_torrent_options': () => null,
		'core.pause_torrent': () => Object.assign(state.torrents[String((first as string[])[0])] ?? {}, {state: 'Paused'}),
		'core.resume_torrent': () => Object.assign(state.torrents[String((first as string[])[0])] ?? {}, {state: 'Downloading'}),
		'core.queue_top': () => null,
		'core.queue_bottom': () => null,
		'web.update_ui': () => ({connected: state.connected, torrents: state.connected ? state.torrents : null}),
	};
	const labels: Record<string, () => unknown> = {
		'label.get_labels': () => state.labels,
		'label.add': () => state.labels?.push(String(first)),
		'label.set_torrent': () => Object.assign(state.torrents[String(first)] ?? {}, {label: second}),
	};
	if (method.startsWith('core.') && !state.connected) {
		throw new Refused('NoneType has no attribute', 3);
	}
	const run = answers[method] ?? (state.labels && labels[method]);
	if (!run) {
		throw new Refused('Unknown method', 2);
	}

	return run();
}

test('a web interface whose daemon is away has no empty list, and finds the daemon again', async t => {
	const {state, client} = await start(t);
	state.torrents['ab'] = {hash: 'ab', name: 'x', state: 'Downloading', total_size: 10};
	t.is((await client.list(signal)).length, 1);
	Object.assign(state, {connected: false, running: false});
	await t.throwsAsync(client.list(signal), {instanceOf: UpstreamFailed, code: 'connection_refused'});
	await t.throwsAsync(client.remove('ab', {deleteData: true}, signal), {code: 'connection_refused'});
	state.running = true;
	t.is((await client.list(signal)).length, 1);
	Object.assign(state, {connected: false});
	await client.remove('ab', {deleteData: true}, signal);
	t.deepEqual(await client.list(signal), []);
});

test('the files of a torrent are listed once its metadata is there', async t => {
	const {state, client} = await start(t);
	t.is(await client.files('ab', signal), null);
	state.torrents['ab'] = {hash: 'ab', name: 'x'};
	t.is(await client.files('ab', signal), null);
	state.torrents['ab'] = {hash: 'ab', name: 'x', files: [{index: 0, path: 'Film/film.mkv', size: 7, offset: 0}]};
	t.deepEqual(await client.files('ab', signal), [{path: 'Film/film.mkv', size: 7}]);
	Object.assign(state.torrents['ab'], {file_progress: [0.5]});
	t.deepEqual(await client.files('ab', signal), [{path: 'Film/film.mkv', size: 7, isUnfinished: true}]);
});

test('a torrent is added, listed and removed', async t => {
	const {state, client} = await start(t, {category: 'Kinoteka', directory: '/downloads', addPaused: true});
	const download = buildDownload({seedRatio: 1.5});
	const id = await client.add(download, signal);
	t.is(id, String(download.infoHash));
	t.is(await client.add(download, signal), id);
	t.like(state.torrents[id], {label: 'kinoteka', options: {add_paused: true, download_location: '/downloads'}});
	t.deepEqual(state.calls.find(([method]) => method === 'core.set_torrent_options')?.[1], [
		[id],
		{stop_at_ratio: true, stop_ratio: 1.5, remove_at_ratio: false},
	]);
	t.like((await client.list(signal))[0], {downloadId: id, status: 'downloading', size: 10});

	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(await client.list(signal), []);
	await t.notThrowsAsync(client.remove(id, {deleteData: true}, signal));
	t.is(state.logins, 1);
});

test('a session that ended is opened again, and the daemon connected', async t => {
	const {state, client} = await start(t);
	await client.list(signal);
	state.session = 2;
	state.connected = false;
	t.deepEqual(await client.list(signal), []);
	t.true(state.connected);
	t.is(state.logins, 2);
});

test('the test tells the version and makes the label', async t => {
	const {state, client} = await start(t);
	t.is((await client.test(signal)).version, '2.0.3');
	t.deepEqual(state.labels, ['kinoteka']);
});

test('a wrong password is reported as such', async t => {
	const {client} = await start(t, {password: 'another'});
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
});

test('a missing Label plugin, and a name that it would refuse, are reported as such', async t => {
	const {state, client} = await start(t);
	state.labels = null;
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
	const {client: other} = await start(t, {category: 'a b'});
	t.is((await t.throwsAsync(other.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
});

test('a torrent that it does not take, and a web interface without a daemon, are reported as such', async t => {
	const {client} = await start(t);
	const magnet = buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${'ab'.repeat(20)}`});
	t.is((await t.throwsAsync(client.add(magnet, signal), {instanceOf: UpstreamFailed}))?.code, 'download_refused');
	const {state, client: other} = await start(t);
	state.hosts = [];
	t.is((await t.throwsAsync(other.list(signal), {instanceOf: UpstreamFailed}))?.code, 'client_failed');
});

const row = {
	hash: 'AB'.repeat(20),
	name: 'The.Lamp',
	save_path: '/somepath/',
	total_size: 1000,
	total_done: 400,
	eta: 61.7,
	state: 'Downloading',
};
const met = {is_finished: true, is_auto_managed: true, stop_at_ratio: true, stop_ratio: 1, ratio: 1.01};

test('a row becomes a download of ours', t => {
	t.like(parseTorrent(row, null), {
		downloadId: 'ab'.repeat(20),
		sizeLeft: 600,
		secondsLeft: 62,
		outputPath: '/somepath/The.Lamp',
		removable: false,
	});
});

for (const [change, status, removable] of [
	[{state: 'Paused'}, 'paused', false],
	[{state: 'Checking'}, 'downloading', false],
	[{state: 'Queued'}, 'queued', false],
	[{state: 'Seeding'}, 'downloading', false],
	[{state: 'Error', message: 'disk'}, 'warning', false],
	[{...met, state: 'Paused'}, 'completed', true],
	[{...met, state: 'Queued'}, 'completed', false],
	[{...met, state: 'Seeding'}, 'completed', false],
	[{...met, state: 'Checking'}, 'downloading', false],
	[{...met, state: 'Paused', stop_at_ratio: false}, 'completed', false],
	[{...met, state: 'Paused', ratio: 0.5}, 'completed', false],
] as const) {
	test(`${JSON.stringify(change)} is ${status}`, t => {
		t.like(parseTorrent({...row, ...change}, null), {status, removable});
	});
}

test('a torrent has seeded enough after its time too, which Deluge itself does not know', t => {
	const seeding = {...row, state: 'Seeding', is_finished: true, is_auto_managed: true, stop_at_ratio: true, stop_ratio: 5, ratio: 0.1};
	const removableAfter = (seconds: number, change: object = {}, minutes: number | null = 90) =>
		parseTorrent({...seeding, seeding_time: seconds, ...change}, minutes)?.removable;
	t.false(removableAfter(5399));
	t.true(removableAfter(5400));
	t.true(removableAfter(5400, {state: 'Paused', stop_at_ratio: false}));
	t.false(removableAfter(1_000_000, {}, null));
	t.false(removableAfter(5400, {state: 'Checking'}));
	t.false(removableAfter(5400, {state: 'Downloading', is_finished: false}));
});

test('the seed time of a torrent is stored when it is added, and forgotten when it is removed', async t => {
	const {stores} = await withStores(t);
	const {state, client} = await start(t, {}, stores.seedTimes);
	const id = await client.add(buildDownload({seedTimeMinutes: 90}), signal);
	const removable = async () => (await client.list(signal))[0]?.removable;
	Object.assign(state.torrents[id] ?? {}, {state: 'Seeding', is_finished: true, seeding_time: 5399});
	t.false(await removable());
	Object.assign(state.torrents[id] ?? {}, {seeding_time: 5400});
	t.true(await removable());
	await client.remove(id, {deleteData: false}, signal);
	t.is((await stores.seedTimes.ofClient('client-1')).size, 0);
});

test('rows without hash or name are left out', t => {
	t.is(parseTorrent({...row, hash: null}, null), null);
	t.is(parseTorrent({...row, name: ''}, null), null);
});

test('a gateway that did not wait for Deluge does not hide what Deluge is', async t => {
	const url = await serveReplies(t, () => ({status: 504, body: '<html>Gateway Time-out</html>'}));
	const settings = buildClientSettings({kind: 'deluge', url});
	t.like(
		await t.throwsAsync(createDeluge(settings, {http: withHttp(t), seedTimes: none, now: () => new Date()}).add(buildDownload(), signal)),
		{code: 'client_failed'},
	);
});

test('downloads have labels by kind, and get another one when they are imported', async t => {
	const {state, client} = await start(t, {movieCategory: 'Films', movieImportedCategory: 'Done'});
	const id = await client.add(buildDownload({category: 'Films'}), signal);
	t.is(state.torrents[id]?.['label'], 'films');
	await client.setCategory?.(id, 'Done', signal);
	await client.setCategory?.('ef', 'Done', signal);
	t.is(state.torrents[id]?.['label'], 'done');
	await client.list(signal);
	const asked = state.calls.findLast(([method]) => method === 'web.update_ui')?.[1];
	t.deepEqual(asked?.[1], {label: ['films', 'kinoteka', 'done']});
});

test('torrents are paused, resumed and ordered, and none that it does not have', async t => {
	const {state, client} = await start(t);
	const id = await client.add(buildDownload(), signal);
	for (const action of ['pause', 'resume', 'top', 'bottom'] as const) {
		await client.control?.([id, 'gone'], action, signal);
		t.is((await client.list(signal))[0]?.status, action === 'pause' ? 'paused' : 'downloading');
	}
	await client.control?.(['gone'], 'pause', signal);
	t.deepEqual(
		state.calls.filter(([method]) => /pause|resume|queue/.test(method)),
		['core.pause_torrent', 'core.resume_torrent', 'core.queue_top', 'core.queue_bottom'].map(method => [method, [[id]]]),
	);
});
