import type {ExecutionContext} from 'ava';
import test from 'ava';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {type Asked, type Reply, serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {
	parseHistorySlot,
	parseQueueSlot,
	parseTimeLeft,
	sabnzbdForgetsEarly,
} from '#workers/integrations/download-clients/sabnzbd/parse-jobs.ts';
import {createSabnzbd} from '#workers/integrations/download-clients/sabnzbd/sabnzbd-client.ts';

const {signal} = new AbortController();
const nzb = Buffer.from('<nzb/>');

async function start(t: ExecutionContext, answers: Record<string, (asked: Asked) => Reply>) {
	const asked: Asked[] = [];
	const url = await serveReplies(t, request => {
		asked.push(request);
		if (request.query.get('apikey') !== 'key') {
			return {json: {status: false, error: 'API Key Incorrect'}};
		}

		return answers[request.query.get('mode') ?? '']?.(request) ?? {json: {status: false, error: 'not implemented'}};
	});
	const open = (apiKey: string) => createSabnzbd(buildClientSettings({kind: 'sabnzbd', url, apiKey}), {http: withHttp(t)});
	return {asked, client: open('key'), stranger: open('another')};
}

const queueSlot = {
	nzo_id: 'SABnzbd_nzo_1',
	filename: 'The.Lamp.2024',
	cat: 'kinoteka',
	status: 'Downloading',
	mb: '10.5',
	mbleft: '2',
	timeleft: '57:27:45',
};
const historySlot = {
	nzo_id: 'SABnzbd_nzo_2',
	name: 'The.Lamp.2023',
	category: 'kinoteka',
	status: 'Completed',
	bytes: 1000,
	storage: '/d/The.Lamp.2023',
};

test('a release is added with its category', async t => {
	const {client, asked} = await start(t, {addfile: () => ({json: {status: true, nzo_ids: ['SABnzbd_nzo_1']}})});
	t.is(await client.add(buildDownload({torrent: null, nzb, title: 'The.Lamp', password: 'roman'}), signal), 'SABnzbd_nzo_1');
	t.is(asked[0]?.query.get('nzbname'), 'The.Lamp{{roman}}');
	t.is(asked[0]?.query.get('cat'), 'kinoteka');
	t.true(asked[0]?.body.includes('<nzb/>'));
});

test('a release that it takes for a duplicate is refused', async t => {
	const {client} = await start(t, {addfile: () => ({json: {status: true, nzo_ids: []}})});
	const error = await t.throwsAsync(client.add(buildDownload({torrent: null, nzb}), signal), {instanceOf: UpstreamFailed});
	t.is(error?.code, 'download_refused');
});

test('queue and history of our category are one list', async t => {
	const {client} = await start(t, {
		queue: () => ({body: `\uFEFF${JSON.stringify({queue: {paused: false, slots: [queueSlot, {...queueSlot, cat: 'other'}]}})}`}),
		history: () => ({json: {history: {slots: [historySlot, {...historySlot, category: '*'}]}}}),
	});
	t.deepEqual(
		(await client.list(signal)).map(({downloadId, status, sizeLeft, secondsLeft, outputPath}) => [
			downloadId,
			status,
			sizeLeft,
			secondsLeft,
			outputPath,
		]),
		[
			['SABnzbd_nzo_1', 'downloading', 2 * 1024 * 1024, 206_865, null],
			['SABnzbd_nzo_2', 'completed', 0, 0, '/d/The.Lamp.2023'],
		],
	);
});

/** A history of this many jobs, newest first: their ids are `job-0`, `job-1` and so on. */
function longHistory(length: number) {
	return ({query}: Asked): Reply => {
		const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))];
		const numbers = Array.from({length}, (_, n) => n).slice(start, start + limit);
		return {json: {history: {noofslots: length, slots: numbers.map(n => ({...historySlot, nzo_id: `job-${n}`}))}}};
	};
}

for (const [what, length, wanted, pages] of [
	['the newest page, if nothing more is wanted', 1000, [], 1],
	['the newest page, if it has what is wanted', 1000, ['job-7', 'SABnzbd_nzo_1'], 1],
	['as many pages as it takes', 1000, ['job-7', 'job-599'], 3],
	['all pages for what is gone', 450, ['gone'], 3],
	['fifty pages at most', 20_000, ['gone'], 50],
] as const) {
	test(`of the history it reads ${what}`, async t => {
		const queue = () => ({json: {queue: {slots: [queueSlot]}}});
		const {client, asked} = await start(t, {queue, history: longHistory(length)});
		const ids = (await client.list(signal, new Set(wanted))).map(({downloadId}) => downloadId);
		t.is(asked.filter(({query}) => query.get('mode') === 'history').length, pages);
		t.is(new Set(ids).size, Math.min(length, pages * 200) + 1);
		t.deepEqual(
			wanted.filter(id => !ids.includes(id)),
			wanted.filter(id => id === 'gone'),
		);
	});
}

test('a removal goes to queue and history', async t => {
	const {client, asked} = await start(t, {queue: () => ({json: {status: true}}), history: () => ({json: {status: true}})});
	await client.remove('SABnzbd_nzo_1', {deleteData: true}, signal);
	t.deepEqual(
		asked.map(({query}) => [query.get('mode'), query.get('name'), query.get('value'), query.get('del_files')]),
		[
			['queue', 'delete', 'SABnzbd_nzo_1', '1'],
			['history', 'delete', 'SABnzbd_nzo_1', '1'],
		],
	);
});

test('a wrong key is reported as such, also when it comes as plain text', async t => {
	const {stranger} = await start(t, {});
	t.is((await t.throwsAsync(stranger.list(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const {client} = await start(t, {queue: () => ({body: 'error: API Key Required'})});
	t.is((await t.throwsAsync(client.list(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
});

const config = (change: object) => () => ({
	json: {config: {misc: {history_retention: ''}, categories: [{name: 'kinoteka', dir: 'tv'}], ...change}},
});
const version = (text: string) => () => ({json: {version: text}});

test('the test tells the version, and a history that forgets too early', async t => {
	const {client} = await start(t, {version: version('4.5.0'), get_config: config({misc: {history_retention: '3d'}})});
	const reported = await client.test(signal);
	t.is(reported.version, '4.5.0');
	t.is(reported.details.length, 2);
});

for (const [why, answers, code] of [
	['a version that is too old', {version: version('0.6.9')}, 'unsupported_version'],
	['a missing category', {version: version('develop'), get_config: config({categories: []})}, 'category_missing'],
	[
		'a category without job folders',
		{version: version('4.5.0'), get_config: config({categories: [{name: 'kinoteka', dir: 'tv*'}]})},
		'category_missing',
	],
] as const) {
	test(`${why} is reported as such`, async t => {
		const {client} = await start(t, answers);
		t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, code);
	});
}

for (const [change, isPaused, status] of [
	[{status: 'Queued'}, false, 'queued'],
	[{status: 'Grabbing'}, false, 'queued'],
	[{status: 'Propagating'}, false, 'queued'],
	[{status: 'Paused'}, false, 'paused'],
	[{status: 'Extracting'}, false, 'downloading'],
	[{status: 'A word of tomorrow', priority: 'NotReal'}, false, 'warning'],
	[{}, true, 'paused'],
	[{priority: 'Force'}, true, 'downloading'],
	[{filename: 'ENCRYPTED / The.Lamp.2024', status: 'Paused'}, false, 'failed'],
	[{labels: ['ENCRYPTED'], status: 'Queued'}, false, 'queued'],
	[{labels: ['DUPLICATE'], status: 'Paused'}, false, 'paused'],
	[{labels: ['ENCRYPTED'], status: 'Paused'}, false, 'failed'],
	[{labels: ['UNWANTED'], status: 'Paused'}, false, 'failed'],
	[{labels: ['VERSCHLÜSSELT'], status: 'Paused'}, false, 'failed'],
	[{labels: ['*加密*'], status: 'Paused'}, false, 'failed'],
	[{labels: ['NO DESEADO'], status: 'Paused'}, false, 'failed'],
	[{labels: ['DUPLIKAT'], status: 'Paused'}, false, 'paused'],
	[{filename: 'CRYPTÉ / The.Lamp.2024', status: 'Paused'}, false, 'failed'],
	[{labels: ['UNWANTED'], status: 'Downloading'}, false, 'downloading'],
] as const) {
	test(`queue: ${JSON.stringify(change)}, ${isPaused ? 'paused' : 'running'}, is ${status}`, t => {
		t.like(parseQueueSlot({...queueSlot, ...change}, isPaused), {status, title: 'The.Lamp.2024'});
	});
}

for (const [body, why] of [
	['API Key Incorrect', /refuses this API key/],
	['Access denied - Hostname verification failed: https://docs.example/check', /host_whitelist/],
	['Access denied', /local_ranges/],
] as const) {
	test(`"${body}" is told as what it is`, async t => {
		const url = await serveReplies(t, () => ({status: 403, body}));
		const client = createSabnzbd(buildClientSettings({kind: 'sabnzbd', url, apiKey: 'key'}), {http: withHttp(t)});
		await t.throwsAsync(client.test(AbortSignal.timeout(600_000)), {instanceOf: Invalid, code: 'authentication_failed', message: why});
	});
}

test('a job that SABnzbd pauses by itself says why, and one that a person resumed does not', t => {
	const messageOf = (change: object) => parseQueueSlot({...queueSlot, ...change}, false)?.message;
	t.is(
		messageOf({labels: ['DUPLICATE', 'TOO LARGE'], status: 'Paused'}),
		'SABnzbd has paused it as: DUPLICATE, TOO LARGE. Resume or delete it there.',
	);
	t.is(messageOf({labels: ['DUPLICATE'], status: 'Downloading'}), null);
	t.is(messageOf({labels: [], status: 'Paused'}), null);
});

for (const [change, status] of [
	[{status: 'Failed'}, 'failed'],
	[{status: 'Failed', fail_message: 'Unpacking failed, write error or disk is full?'}, 'warning'],
	[{status: 'Repairing'}, 'downloading'],
] as const) {
	test(`history: ${JSON.stringify(change)} is ${status}`, t => {
		t.is(parseHistorySlot({...historySlot, ...change})?.status, status);
	});
}

test('deleted jobs are left out', t => {
	t.is(parseQueueSlot({...queueSlot, status: 'Deleted'}, false), null);
	t.is(parseHistorySlot({...historySlot, status: 'Deleted'}), null);
	for (const status of ['Failed', 'Completed']) {
		t.like(parseHistorySlot({...historySlot, status, loaded: true}), {status: 'downloading', activity: 'working'}, 'a step of it is over');
	}
});

test('the folder is the one called like the job', t => {
	const path = (storage: string) => parseHistorySlot({...historySlot, storage})?.outputPath;
	t.is(path('/sorted/The.Lamp.2023/Sub/The_Lamp.mkv'), '/sorted/The.Lamp.2023');
	t.is(path('C:\\sorted\\The.Lamp.2023\\The_Lamp.mkv'), 'C:\\sorted\\The.Lamp.2023');
	t.is(path('/sorted/Renamed/The_Lamp.mkv'), '/sorted/Renamed/The_Lamp.mkv');
});

for (const [text, seconds] of [
	['0:00:00', 0],
	['0:1:59', 119],
	['40:12:14', 144_734],
	['1:0:0:1', 86_401],
	['0:1', null],
	['soon', null],
] as const) {
	test(`"${text}" are ${seconds} seconds`, t => {
		t.is(parseTimeLeft(text), seconds);
	});
}

for (const [retention, option, number, forgets] of [
	['', null, 0, false],
	['0', null, 0, false],
	['15d', null, 0, false],
	['3d', null, 0, true],
	['-1', null, 0, true],
	['20', null, 0, true],
	['', 'all', 0, false],
	['', 'all-delete', 0, true],
	['', 'days-archive', 15, false],
	['', 'days-delete', 3, true],
	['', 'number-delete', 100, true],
] as const) {
	test(`history kept "${retention}" or ${option} ${number} ${forgets ? 'forgets early' : 'is safe'}`, t => {
		t.is(sabnzbdForgetsEarly({retention, option, number}), forgets);
	});
}

test('jobs of several categories are one list, read without a category', async t => {
	const asked: Asked[] = [];
	const url = await serveReplies(t, request => {
		asked.push(request);
		const slots = ['films', 'kinoteka', 'music'].map(cat => ({...queueSlot, nzo_id: `nzo_${cat}`, cat}));
		return {json: request.query.get('mode') === 'queue' ? {queue: {slots}} : {history: {slots: [{...historySlot, category: 'films'}]}}};
	});
	const settings = buildClientSettings({kind: 'sabnzbd', url, apiKey: 'key', movieCategory: 'films'});
	const found = await createSabnzbd(settings, {http: withHttp(t)}).list(signal);
	t.deepEqual(
		found.map(({downloadId}) => downloadId),
		['nzo_films', 'nzo_kinoteka', 'SABnzbd_nzo_2'],
	);
	t.true(asked.every(({query}) => !query.has('category')));
});

test('jobs are paused and resumed together, and ordered one by one', async t => {
	const queue = {paused: false, noofslots_total: 5, slots: []};
	const {client, asked} = await start(t, {queue: () => ({json: {queue, status: true}}), switch: () => ({json: {result: {position: 0}}})});
	await client.control?.(['a', 'b'], 'pause', signal);
	await client.control?.(['a', 'b'], 'resume', signal);
	await client.control?.(['a', 'b'], 'top', signal);
	await client.control?.(['a', 'b'], 'bottom', signal);
	t.deepEqual(
		asked.map(({query}) => ['mode', 'name', 'value', 'value2'].flatMap(name => query.get(name) ?? [])),
		[
			['queue', 'pause', 'a,b'],
			['queue', 'resume', 'a,b'],
			['queue'],
			['switch', 'b', '0'],
			['switch', 'a', '0'],
			['queue'],
			['switch', 'a', '4'],
			['switch', 'b', '4'],
		],
	);
});
