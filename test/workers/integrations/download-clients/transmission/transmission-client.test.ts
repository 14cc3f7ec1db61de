import test, {type ExecutionContext} from 'ava';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {fakeTransmission} from '#test/helpers/fakes/fake-transmission.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createTransmission} from '#workers/integrations/download-clients/transmission/transmission-client.ts';

const {signal} = new AbortController();

function open(t: ExecutionContext, overrides: Partial<DownloadClientSettings>) {
	return createTransmission(buildClientSettings({kind: 'transmission', ...overrides}), {http: withHttp(t)});
}

async function start(t: ExecutionContext, {password, ...overrides}: Partial<DownloadClientSettings> = {}) {
	const fake = await fakeTransmission(t, password ? {password} : {});
	return {fake, client: open(t, {url: fake.url, ...overrides})};
}

test('a torrent is added, listed and removed', async t => {
	const {fake, client} = await start(t);
	const download = buildDownload({seedRatio: 1.5, seedTimeMinutes: 90});
	const id = await client.add(download, signal);
	t.is(id, String(download.infoHash));
	t.like(fake.torrents[0], {
		downloadDir: '/var/downloads/kinoteka',
		status: 4,
		labels: ['kinoteka'],
		seedRatioMode: 1,
		seedRatioLimit: 1.5,
		seedIdleMode: 1,
		seedIdleLimit: 90,
	});
	t.like((await client.list(signal))[0], {downloadId: id, status: 'downloading', size: 1000, sizeLeft: 1000, secondsLeft: null});

	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(fake.calls.at(-1), {method: 'torrent-remove', args: {ids: [id], 'delete-local-data': true}});
	t.deepEqual(await client.list(signal), []);
	await t.notThrowsAsync(client.remove(id, {deleteData: false}, signal));
});

test('a magnet link is added, stopped and into the folder of the settings', async t => {
	const {fake, client} = await start(t, {addPaused: true, directory: '/media/new'});
	const hash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
	t.is(await client.add(buildDownload({torrent: null, magnetUrl: `magnet:?xt=urn:btih:${hash}`}), signal), hash);
	t.like(fake.torrents[0], {downloadDir: '/media/new', status: 0});
});

test('the files of a torrent are listed once its metadata is there', async t => {
	const {fake, client} = await start(t);
	fake.torrents = [{hashString: 'ab', files: []}];
	t.is(await client.files('ab', signal), null);
	fake.torrents = [{hashString: 'ab', files: [{name: 'Film/film.mkv', length: 7, bytesCompleted: 6}]}];
	t.deepEqual(await client.files('ab', signal), [{path: 'Film/film.mkv', size: 7, isUnfinished: true}]);
	fake.torrents = [{hashString: 'ab', files: [{name: 'Film/film.mkv', length: 7, bytesCompleted: 7}]}];
	t.deepEqual(await client.files('ab', signal), [{path: 'Film/film.mkv', size: 7}]);
	t.is(await client.files('cd', signal), null);
});

for (const [name, onDisk] of [
	['Lamp: the film?', 'Lamp_ the film_'],
	['Lamp: the film?', 'Lamp: the film?'],
	['Lamp, the film. .', 'Lamp, the film'],
] as const) {
	test(`a torrent called "${name}" is found as "${onDisk}", whatever its version makes of the name`, async t => {
		const {fake, client} = await start(t);
		const row = {name, downloadDir: '/var/downloads/kinoteka', totalSize: 9, leftUntilDone: 0, status: 6};
		fake.torrents = [
			{...row, hashString: 'ab', files: [{name: `${onDisk}/film.mkv`, length: 9}]},
			{...row, hashString: 'cd', name: 'Plain'},
		];
		const listed = await client.list(signal);
		t.deepEqual(
			listed.map(({outputPath}) => outputPath),
			[`/var/downloads/kinoteka/${onDisk}`, '/var/downloads/kinoteka/Plain'],
		);
		t.deepEqual(fake.calls.at(-1)?.args, {ids: ['ab'], fields: ['hashString', 'files']}, 'only the files that are needed');
	});
}

test('adding a second time answers the same id', async t => {
	const {fake, client} = await start(t);
	t.is(await client.add(buildDownload(), signal), await client.add(buildDownload(), signal));
	t.deepEqual(fake.torrents[0]?.['labels'], ['kinoteka']);
});

test('a torrent that somebody else labelled is left alone', async t => {
	const {fake, client} = await start(t);
	const download = buildDownload();
	fake.torrents = [{hashString: download.infoHash, name: 'x', downloadDir: '/private', labels: ['private']}];
	t.is((await t.throwsAsync(client.add(download, signal), {instanceOf: UpstreamFailed}))?.code, 'download_refused');
	t.deepEqual(fake.torrents[0]?.['labels'], ['private']);
});

test('only torrents of our folder or label are listed', async t => {
	const {fake, client} = await start(t);
	const row = {name: 'x', totalSize: 1, leftUntilDone: 1, status: 4};
	fake.torrents = [
		{...row, hashString: 'a', downloadDir: '/var/downloads/kinoteka'},
		{...row, hashString: 'b', downloadDir: '/var/downloads/kinoteka/sub/'},
		{...row, hashString: 'c', downloadDir: '/moved', labels: ['kinoteka']},
		{...row, hashString: 'd', downloadDir: '/var/downloads/kinoteka-not'},
		{...row, hashString: 'e', downloadDir: '/var/downloads', labels: ['x']},
	];
	t.deepEqual(
		(await client.list(signal)).map(({downloadId}) => downloadId),
		['a', 'b', 'c'],
	);
});

test('a session that changed is taken up', async t => {
	const {fake, client} = await start(t);
	await client.list(signal);
	fake.newSession();
	t.deepEqual(await client.list(signal), []);
});

test('a server that changes its session with every call is given up', async t => {
	let id = 0;
	const url = await serveReplies(t, () => ({status: 409, headers: {'x-transmission-session-id': String(id++)}}));
	t.is((await t.throwsAsync(open(t, {url}).list(signal), {instanceOf: UpstreamFailed}))?.code, 'client_failed');
	t.is(id, 3);
});

test('the test tells version and folder', async t => {
	const {client} = await start(t);
	t.deepEqual(await client.test(signal), {version: '3.00', details: ['Transmission 3.00, RPC 16', 'It saves to /var/downloads/kinoteka']});
});

test('a version that is too old is refused', async t => {
	const {fake, client} = await start(t);
	fake.session = {version: '2.10 (12)', 'rpc-version': 10};
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'unsupported_version');
});

test('a wrong password is reported as such', async t => {
	const {client} = await start(t, {password: 'another'});
	t.is((await t.throwsAsync(client.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
});

for (const [refuseWith, code] of [
	[{status: 403}, 'authentication_failed'],
	[{status: 421}, 'authentication_failed'],
	[{status: 301}, 'wrong_protocol'],
	[{status: 500}, 'client_failed'],
	[{result: 'no such torrent'}, 'client_failed'],
] as const) {
	test(`${JSON.stringify(refuseWith)} is ${code}`, async t => {
		const {fake, client} = await start(t);
		fake.refuseWith = refuseWith;
		t.like(await t.throwsAsync(client.list(signal)), {code});
	});
}

test('another program at the address is reported as such', async t => {
	const url = await serveReplies(t, () => ({body: '<html>router</html>'}));
	t.is((await t.throwsAsync(open(t, {url}).test(signal), {instanceOf: Invalid}))?.code, 'wrong_protocol');
});

test('downloads have labels and folders by kind, and keep foreign labels when they are imported', async t => {
	const {fake, client} = await start(t, {tvCategory: 'shows', tvImportedCategory: 'done'});
	const id = await client.add(buildDownload({category: 'shows'}), signal);
	t.like(fake.torrents[0], {downloadDir: '/var/downloads/shows', labels: ['shows']});
	fake.torrents.push({hashString: 'ab', name: 'Old', downloadDir: '/var/downloads/kinoteka', totalSize: 1, labels: []});
	fake.torrents.push({hashString: 'cd', name: 'Foreign', downloadDir: '/var/downloads/music', totalSize: 1, labels: []});
	const ids = async () => (await client.list(signal)).map(({downloadId}) => downloadId);
	t.deepEqual(await ids(), [id, 'ab']);
	Object.assign(fake.torrents[0] ?? {}, {labels: ['keep', 'shows']});
	await client.setCategory?.(id, 'done', signal);
	await client.setCategory?.('ef', 'done', signal);
	t.deepEqual(fake.torrents[0]?.['labels'], ['keep', 'done']);
	t.deepEqual(await ids(), [id, 'ab']);
});

test('torrents are paused, resumed and ordered, and one that it does not have is left out', async t => {
	const {fake, client} = await start(t);
	const id = await client.add(buildDownload(), signal);
	await client.control?.([id, 'ab'.repeat(20)], 'pause', signal);
	t.like((await client.list(signal))[0], {status: 'paused'});
	await client.control?.([id], 'resume', signal);
	t.like((await client.list(signal))[0], {status: 'downloading'});
	await client.control?.([id], 'bottom', signal);
	await client.control?.([id], 'top', signal);
	t.is(fake.torrents[0]?.['queuePosition'], 0);
});

test('files that another torrent has too stay', async t => {
	const {fake, client} = await start(t);
	const id = await client.add(buildDownload(), signal);
	const kept: string[] = [];
	const [own] = fake.torrents;
	Object.assign(own ?? {}, {name: 'Tin.Harbour'});
	fake.torrents.push({hashString: 'ff', name: 'Tin.Harbour', downloadDir: own?.['downloadDir'], labels: ['other']});
	await client.remove(id, {deleteData: true, onKept: reason => kept.push(reason)}, signal);
	t.deepEqual(fake.calls.at(-1), {method: 'torrent-remove', args: {ids: [id], 'delete-local-data': false}});
	t.deepEqual(kept, ['/var/downloads/kinoteka/Tin.Harbour stays where it is: another torrent in the same client has files there.']);
});
