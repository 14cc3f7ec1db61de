import {truncate} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {failRefusedDownload} from '#shared/jobs/downloads.ts';
import {buildFolderTorrent} from '#test/helpers/build-download.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {buildItem, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleFailRefusedDownload} from '#workers/downloads/fail-download.ts';
import {settleWaitingItems} from '#workers/downloads/follow-items.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

const hash = 'ab'.repeat(20);

async function withLine(t: ExecutionContext, items: FakeItem[] = []) {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const site = await fakeIndexer(t, {items});
	const indexer = await deps.indexers.add(buildIndexer({url: site.url, categories: [2000]}), new Date());
	const qbittorrent = await fakeQbittorrent(t);
	const login = {url: qbittorrent.url, username: 'admin', password: 'right horse'};
	const client = await deps.downloadClients.add(buildDownloadClient(login), new Date());
	const blocked = async () => (await deps.blocklist.page({page: 1, limit: 10})).entries;
	return {...world, indexer, qbittorrent, client, blocked};
}

/** A download that the client has just begun, of a magnet link. */
async function withMagnet(t: ExecutionContext) {
	const world = await withLine(t);
	const {deps, client, qbittorrent, movie, run} = world;
	const under = {state: 'downloading', status: 'downloading', downloadClientId: client.id, downloadId: hash, infoHash: hash} as const;
	const now = new Date();
	const item = await deps.downloads.add(buildItem({...under, movieId: movie.id, added: now, started: now, progressAt: now}));
	qbittorrent.torrents = [{hash, name: release, category: 'kinoteka', state: 'downloading', size: 1000, amount_left: 900}];
	const poll = () => handleTrackDownloads({}, deps, run());
	return {...world, item, poll, read: () => deps.downloads.get(item.id)};
}

test('a torrent file that holds a program is not sent to a client, and its release is blocklisted', async t => {
	const torrent = buildFolderTorrent(['film.mkv', 'codec.exe']);
	const offer = {title: release, guid: 'fake', size: 4 * 1024 ** 3, seeders: 40, metaId: 4711, torrent};
	const {deps, run, indexer, qbittorrent, movie, blocked} = await withLine(t, [offer]);
	const asked = {indexerIds: null, categories: null, minSeeders: null, maxAge: null, limit: 100};
	await handleSearchReleases({...asked, subject: {kind: 'movie', movie: {metaId: 4711}}}, deps, run());
	const guid = (await deps.releaseGuids.load())('fake');
	const grab = {guid, indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null};
	const error = await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: Invalid});
	t.is(error?.code, 'fake_release');
	t.regex(error?.message ?? '', /codec\.exe/);
	t.deepEqual(qbittorrent.torrents, []);
	t.like((await blocked())[0], {guid, movieId: movie.id});
	t.deepEqual(await deps.downloads.forMovie(movie.id), []);
});

test('the files of a magnet link are looked at once, as soon as the client knows them', async t => {
	const {qbittorrent, poll, read} = await withMagnet(t);
	Object.assign(qbittorrent.torrents[0] ?? {}, {size: 0});
	await poll();
	t.deepEqual(qbittorrent.filesAsked, []);
	Object.assign(qbittorrent.torrents[0] ?? {}, {size: 1000});
	qbittorrent.files.set(hash, [{name: 'Film/film.mkv', size: 1000}]);
	await poll();
	await poll();
	t.deepEqual(qbittorrent.filesAsked, [hash]);
	t.like(await read(), {state: 'downloading', release: {filesChecked: true}});
});

test('a magnet link that turns out to be a fake fails, is blocklisted, removed and searched again', async t => {
	const {deps, qbittorrent, poll, read, blocked} = await withMagnet(t);
	qbittorrent.files.set(hash, [
		{name: 'Film/film.mkv', size: 900},
		{name: 'Film/film.mkv.lnk', size: 100},
	]);
	await poll();
	t.like(await read(), {state: 'failedPending', health: 'error'});
	t.regex((await read()).errorMessage ?? '', /film\.mkv\.lnk/);
	await settleWaitingItems({...deps, now: () => new Date(Date.now() + 30 * 86_400_000)});
	t.is((await read()).state, 'failed');
	t.is((await blocked()).length, 1);
	const names = async (pool: 'downloads' | 'search') => (await deps.jobs.queue(pool).getJobs()).map(({name}) => name);
	t.deepEqual([...(await names('downloads')), ...(await names('search'))], ['remove-download', 'search-movie']);
});

test('a client that does not answer is asked again', async t => {
	const {deps, qbittorrent, poll, read, client, run} = await withMagnet(t);
	qbittorrent.files.set(hash, [{name: 'song.mp3', size: 1000}]);
	const openDownloadClient: typeof deps.openDownloadClient = settings => ({
		...deps.openDownloadClient(settings),
		files: async () => Promise.reject(new Invalid('client_failed', 'Not now.')),
	});
	await handleTrackDownloads({}, {...deps, openDownloadClient}, run());
	t.is((await read()).state, 'downloading');
	t.is((await deps.downloadClients.get(client.id)).status, 'ok');
	await poll();
	t.is((await read()).state, 'failedPending');
});

for (const [what, files, size] of [
	['holds a program beside its film', {'film.mkv': null, 'setup.exe': 'x'}, 1000],
	['holds only songs', {'song.mp3': 'x'.repeat(1000)}, 1000],
	['holds only a sample', {'Sample/film-sample.mkv': null}, 100],
] as const) {
	test(`a finished download that ${what} fails instead of waiting for ever`, async t => {
		const world = await createWorld(t, {movie: {}});
		const {deps, downloads, run} = world;
		for (const [path, content] of Object.entries(files)) {
			await writeAt(join(downloads, release, path), content ?? undefined);
		}
		const item = await world.addItem({outputPath: join(downloads, release), size, protocol: 'usenet', ended: new Date()});
		await handleImportDownload({queueItemId: item.id}, deps, run());
		t.is((await deps.movies.get(world.movie.id)).file, null);
		const [job] = await deps.jobs.queue('downloads').getJobs();
		t.is(job?.name, failRefusedDownload.name);
		await handleFailRefusedDownload(job?.data.payload, deps, run());
		t.like(await deps.downloads.get(item.id), {state: 'failedPending', health: 'error'});
		await handleFailRefusedDownload(job?.data.payload, deps, run());
		t.is((await deps.history.page({page: 1, limit: 10, event: 'downloadFailed'})).total, 1);
	});
}

/** A client on another machine, whose folder is copied to this one. */
async function addFarClient({downloadClients, remotePathMappings}: WorkerDeps, localPath: string): Promise<string> {
	await remotePathMappings.add({host: 'far.test', remotePath: '/far/', localPath}, new Date());
	return (await downloadClients.add(buildDownloadClient({url: 'http://far.test:8080'}), new Date())).id;
}

test('a finished download without a video waits while files may still arrive, or while an archive may hold it', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, run} = world;
	const downloadClientId = await addFarClient(deps, downloads);
	const waits = async (name: string, path: string, outputPath = join(downloads, name)) => {
		await writeAt(join(downloads, name, path), 'x');
		const {id} = await world.addItem({outputPath, size: 1000, ended: new Date(0), downloadClientId});
		return async (hours: number) => {
			const now = () => new Date(Date.now() + hours * 3_600_000);
			await deps.downloads.change(id, {retryAt: null});
			await handleImportDownload({queueItemId: id}, {...deps, now}, run());
			t.is((await deps.downloads.get(id)).state, 'importPending');
			return (await deps.jobs.queue('downloads').getJobs()).length === 0;
		};
	};
	const archive = await waits('archive', 'film.rar');
	t.true(await archive(0));
	t.true(await archive(70));
	const arriving = await waits('arriving', 'film.nfo');
	t.true(await arriving(0));
	t.true(await arriving(5));
	await writeAt(join(downloads, 'arriving', 'film.srt'), 'x');
	t.true(await arriving(7), 'something came in the meantime');
	const far = await waits('far', 'film.nfo', '/far/far');
	t.true(await far(0));
	t.true(await far(70), 'what comes from another machine may lie elsewhere until it is whole');
	t.false(await arriving(14), 'nothing came for more than six hours');
});

test('of a copy that is under way nothing is imported before the rest of it', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, run, movie} = world;
	await writeAt(join(downloads, release, 'trailer.mkv'));
	const downloadClientId = await addFarClient(deps, downloads);
	const {id} = await world.addItem({outputPath: `/far/${release}`, size: 1000 * 2 ** 20, downloadClientId});
	const retry = async (hours: number) => {
		await deps.downloads.change(id, {retryAt: null});
		await handleImportDownload({queueItemId: id}, {...deps, now: () => new Date(Date.now() + hours * 3_600_000)}, run());
		return deps.downloads.get(id);
	};
	t.regex((await retry(0)).statusMessages[0]?.messages[0] ?? '', /^Only \d+ B of 1\.0 GB are in /);
	t.is((await retry(5)).state, 'importPending');
	t.is((await deps.movies.get(movie.id)).file, null);
	await truncate(await writeAt(join(downloads, release, 'film.mkv')), 900 * 2 ** 20);
	t.is((await retry(5.5)).state, 'imported');
	t.is((await deps.movies.get(movie.id)).file?.size, 900 * 2 ** 20);
});

test('a file list that never comes does not keep those of other downloads waiting', async t => {
	const {deps, client, qbittorrent, movie, run} = await withLine(t);
	const now = new Date();
	const under = {state: 'downloading', status: 'downloading', downloadClientId: client.id, movieId: movie.id, progressAt: now} as const;
	const [never, other] = ['0'.repeat(40), 'f'.repeat(40)];
	const row = {name: release, category: 'kinoteka', state: 'downloading', size: 1000, amount_left: 900};
	qbittorrent.torrents = [never, other].map(id => ({...row, hash: id}));
	qbittorrent.files.set(other, [{name: 'codec.exe', size: 1000}]);
	await deps.downloads.add(buildItem({...under, downloadId: never}));
	const {id} = await deps.downloads.add(buildItem({...under, downloadId: other}));
	const failing: typeof deps = {
		...deps,
		openDownloadClient(record) {
			const opened = deps.openDownloadClient(record);
			const fail = async () => Promise.reject(new Invalid('too_large', 'The reply is too large.'));
			return {...opened, files: (downloadId, signal) => (downloadId === never ? fail() : opened.files(downloadId, signal))};
		},
	};
	// Each poll begins at one of the two by chance.
	for (let poll = 0; poll < 40 && (await deps.downloads.get(id)).state === 'downloading'; poll += 1) {
		await handleTrackDownloads({}, failing, run());
	}
	t.is((await deps.downloads.get(id)).state, 'failedPending');
});
