import type {ExecutionContext} from 'ava';
import test from 'ava';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createNzbget, parseGroup, parseHistory} from '#workers/integrations/download-clients/nzbget-client.ts';

const {signal} = new AbortController();

const group = {
	NZBID: 7,
	NZBName: 'The.Lamp.2024',
	Category: 'kinoteka',
	FileSizeHi: 1,
	FileSizeLo: 3_100_157_546,
	RemainingSizeHi: 0,
	RemainingSizeLo: 1000,
	PausedSizeHi: 0,
	PausedSizeLo: 0,
	ActiveDownloads: 4,
	Parameters: [],
};
const history = {
	NZBID: 8,
	Name: 'The.Lamp.2023',
	Category: 'kinoteka',
	DestDir: '/inter/The.Lamp.2023',
	FinalDir: '',
	ParStatus: 'SUCCESS',
	UnpackStatus: 'NONE',
	MoveStatus: 'SUCCESS',
	ScriptStatus: 'NONE',
	DeleteStatus: 'NONE',
	MarkStatus: 'NONE',
};

async function start(t: ExecutionContext, results: Record<string, unknown>, password = 'right horse') {
	const calls: [string, unknown[]][] = [];
	const url = await serveReplies(t, ({headers, body}) => {
		if (headers.authorization !== `Basic ${Buffer.from('admin:right horse').toString('base64')}`) {
			return {status: 401, body: ''};
		}

		const {method, params} = JSON.parse(body.toString());
		calls.push([method, params]);
		return {
			json:
				method in results
					? {version: '1.1', result: results[method]}
					: {version: '1.1', error: {name: 'JSONRPCError', message: 'Invalid procedure'}},
		};
	});
	return {calls, client: createNzbget(buildClientSettings({kind: 'nzbget', url, password}), {http: withHttp(t)})};
}

test('a release is appended with its category', async t => {
	const {client, calls} = await start(t, {append: 7});
	t.is(await client.add(buildDownload({torrent: null, nzb: Buffer.from('<nzb/>'), title: 'The.Lamp'}), signal), '7');
	t.deepEqual(calls[0], [
		'append',
		['The.Lamp.nzb', Buffer.from('<nzb/>').toString('base64'), 'kinoteka', 0, false, false, '', 0, 'ALL', []],
	]);
});

test('the password of a release is a parameter of its own', async t => {
	const {client, calls} = await start(t, {append: 7});
	await client.add(buildDownload({torrent: null, nzb: Buffer.from('<nzb/>'), title: 'The.Lamp', password: 'roman'}), signal);
	t.deepEqual(calls[0]?.[1]?.at(-1), ['*Unpack:Password', 'roman']);
});

test('an id of zero is a refusal', async t => {
	const {client} = await start(t, {append: 0});
	const error = await t.throwsAsync(client.add(buildDownload({torrent: null, nzb: Buffer.from('x')}), signal), {
		instanceOf: UpstreamFailed,
	});
	t.is(error?.code, 'download_refused');
});

test('groups and history of our category are one list', async t => {
	const {client} = await start(t, {
		status: {DownloadRate: 100, DownloadPaused: false},
		listgroups: [group, {...group, Category: 'other'}],
		history: [history, {...history, Category: ''}],
	});
	t.deepEqual(
		(await client.list(signal)).map(({downloadId, status, size, secondsLeft, outputPath}) => [
			downloadId,
			status,
			size,
			secondsLeft,
			outputPath,
		]),
		[
			['7', 'downloading', 7_395_124_842, 10, null],
			['8', 'completed', 0, 0, '/inter/The.Lamp.2023'],
		],
	);
});

test('a removal finds the job in the queue or in the history', async t => {
	const {client, calls} = await start(t, {listgroups: [group], history: [history], editqueue: true});
	await client.remove('7', {deleteData: true}, signal);
	await client.remove('8', {deleteData: false}, signal);
	await client.remove('9', {deleteData: true}, signal);
	t.deepEqual(
		calls.filter(([method]) => method === 'editqueue').map(([, params]) => params),
		[
			['GroupFinalDelete', '', [7]],
			['HistoryDelete', '', [8]],
		],
	);
});

const category = {Name: 'Category1.Name', Value: 'kinoteka'};

test('the test tells the version, and a history that is not kept', async t => {
	const {client} = await start(t, {version: '21.0', config: [category, {Name: 'KeepHistory', Value: '0'}]});
	t.like(await client.test(signal), {version: '21.0'});
	t.is((await client.test(signal)).details.length, 2);
});

test('a wrong password, an old version, a missing category and an unknown method are reported as such', async t => {
	const stranger = await start(t, {}, 'another');
	t.is((await t.throwsAsync(stranger.client.list(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const old = await start(t, {version: '12.0'});
	t.is((await t.throwsAsync(old.client.test(signal), {instanceOf: Invalid}))?.code, 'unsupported_version');
	const bare = await start(t, {version: '21.0', config: []});
	t.is((await t.throwsAsync(bare.client.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
	const strange = await start(t, {});
	t.is((await t.throwsAsync(strange.client.list(signal), {instanceOf: UpstreamFailed}))?.code, 'client_failed');
});

for (const [change, isPaused, status] of [
	[{}, true, 'paused'],
	[{PausedSizeLo: 1000}, false, 'paused'],
	[{ActiveDownloads: 0}, false, 'queued'],
	[{RemainingSizeLo: 0, ActiveDownloads: 0}, false, 'downloading'],
	[{RemainingSizeLo: 0}, true, 'downloading'],
] as const) {
	test(`group: ${JSON.stringify(change)}, ${isPaused ? 'paused' : 'running'}, is ${status}`, t => {
		t.is(parseGroup({...group, ...change}, {DownloadPaused: isPaused})?.status, status);
	});
}

for (const [change, status] of [
	[{ParStatus: 'FAILURE'}, 'failed'],
	[{UnpackStatus: 'SPACE'}, 'warning'],
	[{UnpackStatus: 'PASSWORD'}, 'failed'],
	[{MoveStatus: 'FAILURE'}, 'warning'],
	[{ParStatus: 'FAILURE', MoveStatus: 'FAILURE'}, 'failed'],
	[{ScriptStatus: 'FAILURE'}, 'failed'],
	[{DeleteStatus: 'HEALTH'}, 'failed'],
	[{DeleteStatus: 'A word of tomorrow'}, 'warning'],
	[{DeleteStatus: 'MANUAL', MarkStatus: 'BAD'}, 'failed'],
] as const) {
	test(`history: ${JSON.stringify(change)} is ${status}`, t => {
		const download = parseHistory({...history, ...change});
		t.is(download?.status, status);
		t.truthy(download?.message);
	});
}

test('what a person deleted is left out', t => {
	t.is(parseHistory({...history, DeleteStatus: 'MANUAL'}), null);
});

test('the final folder wins over the intermediate one, and a stored id over its own', t => {
	t.is(parseHistory({...history, FinalDir: '/final'})?.outputPath, '/final');
	t.is(parseHistory({...history, Parameters: [{Name: 'drone', Value: 'abc'}]})?.downloadId, 'abc');
});

test('groups are paused, resumed and ordered, and none that it does not have', async t => {
	const {client, calls} = await start(t, {listgroups: [group], editqueue: true});
	for (const action of ['pause', 'resume', 'top', 'bottom'] as const) {
		await client.control?.(['7', '9'], action, signal);
	}
	await client.control?.(['9'], 'pause', signal);
	t.deepEqual(
		calls.filter(([method]) => method === 'editqueue').map(([, params]) => params),
		['GroupPause', 'GroupResume', 'GroupMoveTop', 'GroupMoveBottom'].map(command => [command, '', [7]]),
	);
});
