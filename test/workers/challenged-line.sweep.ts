import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {SearchReleases} from '#shared/jobs/search.ts';
import {openConsumer} from '#shared/redis.ts';
import {type SiteKind, site} from '#test/challenge-sites/serve-challenge-sites.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';
import {handlers} from '#workers/wiring/handlers.ts';

const apiKey = 'key-of-the-indexer';
const asked: SearchReleases = {
	subject: {kind: 'movie', movie: {metaId: 4711}},
	indexerIds: null,
	categories: null,
	minSeeders: null,
	maxAge: null,
	limit: 100,
};

/** A library, an indexer behind a challenge, a download client, and a worker that solves with a real browser. */
async function withLine(t: ExecutionContext, kind: SiteKind) {
	const world = await createWorld(t, {movie: {}});
	const {deps, redisUrl} = world;
	const releases = [{title: release, size: 4_000_000_000, category: 2040, attributes: {tmdbid: 4711}}];
	const tracker = await site(kind, {workMs: 500, apiKey, releases});
	t.teardown(tracker.close);
	const settings = {name: 'Behind a door', url: tracker.origin, apiKey, categories: [2000], captcha: true};
	const indexer = await deps.indexers.add(buildIndexer(settings), new Date());
	const qbittorrent = await fakeQbittorrent(t);
	const login = {url: qbittorrent.url, username: 'admin', password: 'right horse'};
	await deps.downloadClients.add(buildDownloadClient(login), new Date());
	const connection = openConsumer(redisUrl);
	const pool = startPool('captcha', {handlers, deps, connection, concurrency: 4});
	t.teardown(async () => {
		await pool.close();
		connection.disconnect();
	});
	const search = async () => (await deps.releaseCache.readSearch((await handleSearchReleases(asked, deps, world.run())).searchId)) ?? null;
	return {...world, tracker, indexer, qbittorrent, search};
}

browserTest('a film comes from an indexer behind a challenge into the library, and the challenge is solved once', async t => {
	const {deps, run, tracker, indexer, qbittorrent, search, downloads, library} = await withLine(t, 'indexer');
	const found = await search();
	t.like(found?.indexerResults[0], {status: 'ok', resultCount: 1, errorMessage: null});
	t.is(found?.releases[0]?.release.title, release);
	t.deepEqual(tracker.notes, ['solved']);

	const visits = tracker.requests.filter(({headers}) => headers['accept-language'] !== undefined);
	t.true(visits.length > 1);
	t.deepEqual(
		visits.filter(({path}) => path.includes(apiKey) || /apikey|passkey/i.test(path)),
		[],
	);
	t.deepEqual(
		tracker.requests.filter(({headers}) => String(headers.referer).includes(apiKey)),
		[],
	);

	t.is((await search())?.indexerResults[0]?.status, 'ok');
	const grab = {guid: (await deps.releaseGuids.load())(release), indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null};
	const {queueId} = await handleGrabRelease(grab, deps, run());
	t.is(qbittorrent.added.length, 1);
	t.deepEqual(tracker.notes, ['solved']);
	t.like(await deps.captchaStatistics.read(), {totalSolves: 1, successfulSolves: 1});

	const folder = join(downloads, release);
	await mkdir(folder);
	await writeAt(join(folder, `${release}.mkv`));
	Object.assign(qbittorrent.torrents[0] ?? {}, {state: 'uploading', amount_left: 0, save_path: downloads, content_path: folder});
	await handleTrackDownloads({}, deps, run());
	t.is((await deps.downloads.get(queueId)).state, 'importPending');
	await handleImportDownload({queueItemId: queueId}, deps, run());
	t.is((await deps.downloads.get(queueId)).state, 'imported');
	t.true((await filesBelow(library)).some(path => path.endsWith('.mkv')));
});

browserTest('a clearance that the indexer has forgotten is solved anew, once', async t => {
	const {search, tracker, deps} = await withLine(t, 'indexer');
	await search();
	const site = `127.0.0.1:${new URL(tracker.origin).port}`;
	const clearance = await deps.clearances.find({site, proxy: null});
	t.not(clearance, null);
	const stale = {...clearance!, id: 'stale', cookies: clearance!.cookies.map(cookie => ({...cookie, value: 'forgotten'}))}; // looked at above
	await deps.clearances.put({site, proxy: null}, stale, {hours: 1, now: new Date()});
	t.is((await search())?.indexerResults[0]?.status, 'ok');
	t.deepEqual(tracker.notes, ['solved', 'solved']);
	t.not((await deps.clearances.find({site, proxy: null}))?.id, 'stale');
});

browserTest('an indexer whose challenge only a person can solve is a row that says so', async t => {
	const {search, deps, indexer} = await withLine(t, 'pictures-a');
	const row = (await search())?.indexerResults[0];
	t.like(row, {status: 'challenge_failed', resultCount: 0});
	t.regex(row?.errorMessage ?? '', /only a person can solve.*captcha_a/);
	t.like(await deps.indexers.get(indexer.id), {status: 'error', failures: 1});
});

browserTest('with the solver switched off the row says that', async t => {
	const {search, deps, tracker} = await withLine(t, 'indexer');
	await deps.settings.set('captcha.enabled', false, new Date());
	const row = (await search())?.indexerResults[0];
	t.is(row?.status, 'challenge_failed');
	t.regex(row?.errorMessage ?? '', /captcha\.enabled/);
	t.deepEqual(tracker.notes, []);
});
