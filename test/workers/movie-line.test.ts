import test, {type ExecutionContext} from 'ava';
import {Conflict, NotFound, UpstreamFailed} from '#shared/errors.ts';
import type {SearchReleases} from '#shared/jobs/search.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {openBeside} from '#test/helpers/crowd.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

const good = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY';
const infoHash = 'ab'.repeat(20);
const gigabyte = 1024 ** 3;

const asked: SearchReleases = {
	subject: {kind: 'movie', movie: {metaId: 4711}},
	indexerIds: null,
	categories: null,
	minSeeders: null,
	maxAge: null,
	limit: 100,
};

async function withLine(t: ExecutionContext) {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const movie = await world.addMovie(movieDetails);
	const site = await fakeIndexer(t, {
		items: [
			{
				title: good,
				guid: 'good',
				size: 4 * gigabyte,
				seeders: 40,
				magnetUrl: `magnet:?xt=urn:btih:${infoHash}&tr=http://tracker.example/announce`,
				infoHash,
				metaId: 4711,
			},
			{
				title: 'The.Quiet.Harbour.2019.HDCAM.x264-SHAKY',
				guid: 'cam',
				size: gigabyte,
				seeders: 900,
				magnetUrl: `magnet:?xt=urn:btih:${'cd'.repeat(20)}`,
				metaId: 4711,
			},
			{
				title: 'Another.Film.Altogether.2011.1080p.WEB-DL.x264-NOBODY',
				guid: 'other',
				size: 4 * gigabyte,
				seeders: 5,
				magnetUrl: `magnet:?xt=urn:btih:${'ef'.repeat(20)}`,
				metaId: 4711,
			},
		],
	});
	const indexer = await deps.indexers.add(buildIndexer({url: site.url, categories: [2000]}), new Date());
	const qbittorrent = await fakeQbittorrent(t);
	const login = {url: qbittorrent.url, username: 'admin', password: 'right horse'};
	const client = await deps.downloadClients.add(buildDownloadClient(login), new Date());
	const nameOf = await deps.releaseGuids.load();
	const grab = {guid: nameOf('good'), indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null};
	return {...world, movie, site, indexer, qbittorrent, client, grab, nameOf};
}

test('the formats of a release count by the profile, and travel with it', async t => {
	const {deps, run, movie} = await withLine(t);
	const now = new Date('2026-01-01');
	const condition = {name: 'c', kind: 'releaseTitle' as const, value: 'x265', negate: false, required: true};
	const {id} = await deps.customFormats.add({name: 'x265', includeWhenRenaming: false, conditions: [condition]}, now);
	await deps.qualityProfiles.change(movie.qualityProfileId, {formatScores: [{customFormatId: id, score: -50}]}, now);
	const {searchId} = await handleSearchReleases(asked, deps, run());
	const found = (await deps.releaseCache.readSearch(searchId))?.releases.find(({release}) => release.title === good);
	t.like(found?.judgement, {formatScore: -50, formatIds: [id]});
	t.deepEqual(found?.rejections, ['Custom format cut-off unmet']);
});

test('a search asks the indexers, maps and judges, and shelves the best first', async t => {
	const {deps, run, movie, nameOf} = await withLine(t);
	const {searchId, total} = await handleSearchReleases(asked, deps, run());
	t.is(total, 3);
	const found = await deps.releaseCache.readSearch(searchId);
	t.deepEqual(
		found?.indexerResults.map(({status, resultCount}) => ({status, resultCount})),
		[{status: 'ok', resultCount: 3}],
	);
	const [best, ...rest] = found?.releases ?? [];
	t.is(best?.release.title, good);
	t.true(best?.approved);
	t.deepEqual(best?.mappedMovie, {id: movie.id, title: 'The Quiet Harbour', year: 2019});
	t.is(best?.judgement.quality, 'WEBDL-1080p');
	t.deepEqual(Object.fromEntries(rest.map(({release, rejections}) => [release.guid, rejections])), {
		[nameOf('cam')]: ['Release rejected'],
		[nameOf('other')]: ['Unknown movie'],
	});
});

test('a broken indexer is a row of the answer and is paused', async t => {
	const {deps, run, site, indexer} = await withLine(t);
	site.answer = () => ({status: 500});
	const {searchId, total} = await handleSearchReleases(asked, deps, run());
	t.is(total, 0);
	t.is((await deps.releaseCache.readSearch(searchId))?.indexerResults[0]?.status, 'error');
	const record = await deps.indexers.get(indexer.id);
	t.is(record.status, 'error');
	t.is(record.failures, 1);
});

test('a grab sends the release once and stores it', async t => {
	const {deps, run, qbittorrent, grab, movie, mongodbUri} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const grabbed = await handleGrabRelease(grab, deps, run());
	t.is(grabbed.downloadId, infoHash);
	const item = await deps.downloads.get(grabbed.queueId);
	t.like(item, {state: 'downloading', release: {title: good, infoHash}, target: {movieId: movie.id}, transfer: {downloadId: infoHash}});
	t.true((await deps.downloads.addressesOf(item.id)).magnetUrl?.startsWith('magnet:'));
	const raw = await (await openBeside(t, {mongodbUri})).collection('downloads').findOne({});
	t.false(JSON.stringify([item, raw]).includes('magnet:'), 'its address is sealed');
	await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: Conflict});
	t.is(qbittorrent.added.length, 1);
	t.is((await deps.history.page({page: 1, limit: 10})).entries[0]?.event, 'grabbed');
});

test('two grabs of one release at once send it once', async t => {
	const {deps, run, qbittorrent, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const outcomes = await Promise.allSettled([handleGrabRelease(grab, deps, run()), handleGrabRelease(grab, deps, run())]);
	t.deepEqual(outcomes.map(({status}) => status).sort(), ['fulfilled', 'rejected']);
	t.is(qbittorrent.added.length, 1);
});

test('what nobody found lately is expired, and a client that is down leaves nothing behind', async t => {
	const {deps, run, grab, client} = await withLine(t);
	const expired = await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: NotFound});
	t.is((expired as NotFound).code, 'release_expired');
	await handleSearchReleases(asked, deps, run());
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {url: 'http://127.0.0.1:9'}, new Date());
	await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: UpstreamFailed});
	t.is((await deps.downloads.page({page: 1, limit: 10})).total, 0);
});

test("a wrong password of the client is the upstream's failure, told in words", async t => {
	const {deps, run, grab, client} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {password: 'wrong'}, new Date());
	await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: UpstreamFailed, message: /refused/});
});

test('an intent that a crash left without an answer is sent again', async t => {
	const {deps, run, qbittorrent, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	await deps.downloads.change(queueId, {transfer: null});
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.is((await deps.downloads.get(queueId)).transfer?.downloadId, infoHash);
	t.is(qbittorrent.torrents.length, 1);
});

function followed(qbittorrent: {torrents: Record<string, unknown>[]}, change: Record<string, unknown>) {
	Object.assign(qbittorrent.torrents[0] ?? {}, change);
}

test('a download is followed until it is complete, then imported', async t => {
	const {deps, run, qbittorrent, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	followed(qbittorrent, {
		state: 'downloading',
		size: 1000,
		amount_left: 600,
		eta: 60,
		save_path: '/downloads',
		content_path: '/downloads/x',
	});
	await handleTrackDownloads({}, deps, run());
	t.like(await deps.downloads.get(queueId), {status: 'downloading', transfer: {size: 1000, sizeLeft: 600, secondsLeft: 60}});
	followed(qbittorrent, {state: 'uploading', amount_left: 0});
	await handleTrackDownloads({}, deps, run());
	t.like(await deps.downloads.get(queueId), {status: 'completed', state: 'importPending', transfer: {sizeLeft: 0}});
	const waiting = await deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({data}) => data.payload),
		[{queueItemId: queueId}],
	);
});

test('an unchanged download writes nothing and publishes nothing', async t => {
	const {deps, run, qbittorrent, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	followed(qbittorrent, {state: 'downloading', size: 1000, amount_left: 600, eta: 60});
	await handleTrackDownloads({}, deps, run());
	const before = await deps.downloads.get(queueId);
	const events = await deps.producer.xlen(`${deps.prefix}:events:queue`);
	await handleTrackDownloads({}, deps, run());
	t.deepEqual((await deps.downloads.get(queueId)).updatedAt, before.updatedAt);
	t.is(await deps.producer.xlen(`${deps.prefix}:events:queue`), events);
});

test('a stalled download warns, then fails, is blocklisted, and its title is searched again', async t => {
	const {deps, run, qbittorrent, grab, movie} = await withLine(t);
	await deps.settings.set('download.stalledMinutes', 10, new Date());
	await deps.settings.set('download.failedRetryMinutes', 0, new Date());
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	followed(qbittorrent, {state: 'downloading', size: 1000, amount_left: 600});
	await handleTrackDownloads({}, deps, run());
	const later = (minutes: number) => ({...deps, now: () => new Date(Date.now() + minutes * 60_000)});
	await handleTrackDownloads({}, later(11), run());
	t.like(await deps.downloads.get(queueId), {status: 'warning', health: 'warning', state: 'downloading'});
	await handleTrackDownloads({}, later(25), run());
	t.is((await deps.downloads.get(queueId)).state, 'failed');
	t.is((await deps.blocklist.page({page: 1, limit: 10})).entries[0]?.infoHash, infoHash);
	const searches = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		searches.map(({data}) => data.payload),
		[{movieId: movie.id, reason: 'missing'}],
	);
	const {searchId} = await handleSearchReleases(asked, deps, run());
	const again = (await deps.releaseCache.readSearch(searchId))?.releases.find(({release}) => release.guid === grab.guid);
	t.deepEqual(again?.rejections, ['Release is blacklisted']);
});

test('a client that is down is noted, and found well again', async t => {
	const {deps, run, grab, client, qbittorrent} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	await handleGrabRelease(grab, deps, run());
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {url: 'http://127.0.0.1:9'}, new Date());
	await handleTrackDownloads({}, deps, run());
	t.is((await deps.downloadClients.get(client.id)).status, 'error');
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {url: qbittorrent.url}, new Date());
	await handleTrackDownloads({}, deps, run());
	t.is((await deps.downloadClients.get(client.id)).status, 'ok');
});

test("a failed release is sent again by the user's hand", async t => {
	const {deps, run, qbittorrent, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed', errorMessage: 'It broke.'});
	await deps.downloads.move(queueId, 'failed', {});
	qbittorrent.torrents = [];
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.like(await deps.downloads.get(queueId), {state: 'downloading', transfer: {downloadId: infoHash}, errorMessage: null});
	t.is(qbittorrent.torrents.length, 1);
	await t.throwsAsync(handleGrabRelease(grab, deps, run()), {instanceOf: Conflict});
});

test('a retry that its client refuses waits in failedPending with the reason', async t => {
	const {deps, run, client, grab} = await withLine(t);
	await handleSearchReleases(asked, deps, run());
	const {queueId} = await handleGrabRelease(grab, deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed'});
	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {url: 'http://127.0.0.1:9'}, new Date());
	await t.throwsAsync(handleRetryDownload({queueItemId: queueId}, deps, run()), {instanceOf: UpstreamFailed});
	const item = await deps.downloads.get(queueId);
	t.is(item.state, 'failedPending');
	t.not(item.errorMessage, null);
	t.not(item.retryAt, null);
});
