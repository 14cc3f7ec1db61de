import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Unavailable} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {buildSeason} from '#test/helpers/build-series.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleGrabPending} from '#workers/search/grab-pending.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const minute = 60_000;

/** A library with a movie and a series, torrents held back for an hour, and indexers that offer these. */
async function withDelay(t: ExecutionContext) {
	const world = await createWorld(t, {series: {}});
	const {id: movieId} = await world.addMovie(movieDetails);
	const start = new Date();
	await world.deps.settings.set('download.torrentDelayMinutes', 60, start);
	const fresh = {publishDate: start, protocol: 'torrent' as const, seeders: 40};
	const releases: FoundRelease[] = [
		buildRelease({...fresh, guid: 'film', title: 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY', size: 4 * gigabyte}),
		buildRelease({...fresh, guid: 'cam', title: 'The.Quiet.Harbour.2019.HDCAM.x264-SHAKY'}),
		buildRelease({...fresh, guid: 'e2', title: 'Paper.Lanterns.S01E02.1080p.WEB-DL.x265-NOBODY', size: 2 * gigabyte, category: ['5040']}),
		buildRelease({...fresh, guid: 'other', title: 'Another.Film.2011.1080p.WEB-DL.x264-NOBODY'}),
	];
	const grabbed: string[] = [];
	let isClientAway = false;
	const found = async () => ({releases, indexerResults: []});
	// Grabs are asked of another pool, which is not there.
	const ask = async (_job: unknown, {guid}: GrabRelease) => {
		if (isClientAway) {
			throw new Unavailable('no_download_client', 'Nobody takes it.');
		}
		grabbed.push(guid);
	};
	const jobs = {...world.deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
	/** What handlers use, so many minutes later. */
	const after = (minutes: number): WorkerDeps => {
		const now = () => new Date(Number(start) + minutes * minute);
		return {...world.deps, jobs, now, recentReleases: found, searchIndexers: found};
	};
	const pending = async () => (await world.deps.pendingReleases.list(start)).map(({guid}) => guid).sort();
	return {...world, movieId, start, releases, after, grabbed, pending, setClientAway: (isAway: boolean) => (isClientAway = isAway)};
}

test('what only the delay keeps from being grabbed waits, is grabbed once it is over, and is forgotten when it is there', async t => {
	const {after, run, pending, grabbed, deps, movieId} = await withDelay(t);
	t.like(await handleSyncFeeds({}, after(0), run()), {found: 4, approved: 0, grabbed: 0});
	t.deepEqual(await pending(), ['e2', 'film']);
	t.deepEqual(await handleGrabPending({}, after(59), run()), {found: 2, approved: 0, grabbed: 0});
	t.deepEqual(await handleGrabPending({}, after(61), run()), {found: 2, approved: 2, grabbed: 2});
	t.deepEqual(grabbed.toSorted(), ['e2', 'film']);
	await deps.movies.change(movieId, {monitored: false}, new Date());
	await deps.pendingReleases.remove([{indexerId: 'indexer-1', guid: 'e2'}]);
	t.deepEqual(await handleGrabPending({}, after(62), run()), {found: 1, approved: 0, grabbed: 0});
	t.deepEqual(await pending(), []);
});

test('searches keep what must wait too, once however often it is found, and its address is sealed', async t => {
	const {after, run, pending, movieId, series, deps, mongodbUri} = await withDelay(t);
	await handleSearchMovie({movieId, reason: 'missing'}, after(0), run());
	t.deepEqual(await pending(), ['film']);
	await handleSearchEpisodes({seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'missing'}, after(1), run());
	await handleSearchMovie({movieId, reason: 'missing'}, after(1), run());
	t.deepEqual(await pending(), ['e2', 'film']);
	const [release] = (await deps.pendingReleases.list(new Date())).filter(({guid}) => guid === 'film');
	t.like(release, {downloadUrl: 'https://indexer.example/1'});
	t.true(release?.publishDate instanceof Date);
	const {MongoClient} = await import('mongodb');
	const client = new MongoClient(mongodbUri);
	t.teardown(() => client.close());
	const rows = await client.db().collection('pendingReleases').find().toArray();
	t.false(JSON.stringify(rows).includes('indexer.example'));
});

test('what could not be grabbed is tried again, and what has waited in vain for eight days goes', async t => {
	const {after, run, pending, setClientAway, deps} = await withDelay(t);
	await handleSyncFeeds({}, after(0), run());
	setClientAway(true);
	t.like(await handleGrabPending({}, after(61), run()), {approved: 2, grabbed: 0});
	t.deepEqual(await pending(), ['e2', 'film']);
	setClientAway(false);
	t.like(await handleGrabPending({}, after(62), run()), {approved: 2, grabbed: 2});
	await deps.settings.set('download.torrentDelayMinutes', 10_080, new Date());
	t.like(await handleGrabPending({}, after(9 * 24 * 60), run()), {found: 0});
	t.deepEqual(await pending(), []);
});

test('when the delay of the first release is over the best of all that wait is taken', async t => {
	const {after, run, grabbed, pending, releases, start} = await withDelay(t);
	await handleSyncFeeds({}, after(0), run());
	const title = 'The.Quiet.Harbour.2019.1080p.BluRay.x265-NOBODY';
	const publishDate = new Date(Number(start) + 50 * minute);
	releases.splice(0, releases.length, buildRelease({guid: 'better', title, publishDate, seeders: 40, size: 8 * gigabyte}));
	t.like(await handleSyncFeeds({}, after(55), run()), {found: 1, approved: 0});
	t.deepEqual(await pending(), ['better', 'e2', 'film']);
	await handleSyncFeeds({}, after(61), run());
	t.deepEqual(grabbed.toSorted(), ['better', 'e2']);
});

test("a person's search waits for nothing", async t => {
	const {after, run, grabbed, pending, movieId, series, deps} = await withDelay(t);
	await deps.movies.change(movieId, {minimumAvailability: 'released'}, new Date());
	await handleSearchMovie({movieId, reason: 'manual'}, after(0), run());
	await handleSearchEpisodes({seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'manual'}, after(0), run());
	t.deepEqual(grabbed.toSorted(), ['e2', 'film']);
	t.deepEqual(await pending(), []);
});

test('what a task had searched for is judged as then when its wait is over', async t => {
	const {after, run, grabbed, pending, movieId, releases, start, deps} = await withDelay(t);
	const title = 'The.Quiet.Harbour.2019.PROPER.1080p.WEB-DL.x265-OTHER';
	releases.splice(0, releases.length, buildRelease({guid: 'proper', title, publishDate: start, seeders: 40, size: 4 * gigabyte}));
	const dateAdded = new Date(Number(start) - 30 * 24 * 60 * minute);
	await deps.movies.setFile(movieId, buildMediaFile({quality: 'WEBDL-1080p', qualityScore: 70, dateAdded}), start);
	const full = (minutes: number): WorkerDeps => ({...after(minutes), freeSpaceOf: async () => 0});
	await handleSyncFeeds({}, full(0), run());
	t.deepEqual(await pending(), [], 'a feed corrects files of a week');
	await handleSearchMovie({movieId, reason: 'missing'}, full(1), run());
	t.deepEqual(await pending(), ['proper']);
	t.like(await handleSyncFeeds({}, full(30), run()), {approved: 0});
	t.deepEqual(await pending(), ['proper']);
	t.like(await handleGrabPending({}, after(62), run()), {approved: 1, grabbed: 1});
	t.deepEqual(grabbed, ['proper']);
});

test('what somebody took out of the queue is not grabbed again, though a search had found it before', async t => {
	const {after, run, grabbed, movieId, deps, start} = await withDelay(t);
	await handleSearchMovie({movieId, reason: 'missing'}, after(0), run());
	const entry = {
		...{event: 'grabbed' as const, title: 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY', movieId, seriesId: null, episodeIds: []},
		...{quality: 'WEBDL-1080p', qualityScore: 70, indexer: 'Site', downloadClient: 'Client', downloadId: 'a1'},
		data: {formatScore: 0, guid: 'film', indexerId: 'indexer-1', size: 4 * gigabyte},
	};
	await deps.history.add({...entry, timestamp: new Date(Number(start) + 10 * minute)});
	t.like(await handleGrabPending({}, after(61), run()), {approved: 0, grabbed: 0});
	t.deepEqual(grabbed, []);
});

test('a grab of long before its search keeps no waiting release away', async t => {
	const {after, run, grabbed, movieId, deps, start} = await withDelay(t);
	const entry = {
		...{event: 'grabbed' as const, title: 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY', movieId, seriesId: null, episodeIds: []},
		...{quality: 'WEBDL-1080p', qualityScore: 70, indexer: 'Site', downloadClient: 'Client', downloadId: 'a1'},
		data: {formatScore: 0, guid: 'film', indexerId: 'indexer-1', size: 4 * gigabyte},
	};
	await deps.history.add({...entry, timestamp: new Date(Number(start) - 10 * minute)});
	await handleSearchMovie({movieId, reason: 'missing'}, after(0), run());
	t.like(await handleGrabPending({}, after(61), run()), {approved: 1, grabbed: 1});
	t.deepEqual(grabbed, ['film']);
});

test('a season whose last episode airs tomorrow waits until it has aired, and is taken then', async t => {
	const day = 24 * 60 * minute;
	const dayOf = (offset: number) => new Date(Date.now() + offset * day).toISOString().slice(0, 10);
	const tomorrow = Date.parse(dayOf(1));
	const seasons = [buildSeason(1, [dayOf(-14), dayOf(-7), dayOf(1)])];
	const world = await createWorld(t, {series: {details: {seasons}}});
	const {run, series, deps} = world;
	const pack = {guid: 'pack', title: 'Paper.Lanterns.S01.1080p.WEB-DL.x265-NOBODY', size: 6 * gigabyte, seeders: 40};
	const found = async () => ({releases: [buildRelease(pack)], indexerResults: []});
	const grabbed: string[] = [];
	const ask = async (_job: unknown, {guid}: GrabRelease) => grabbed.push(guid);
	const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
	const at = (time: number): WorkerDeps => ({...deps, jobs, now: () => new Date(time), recentReleases: found, searchIndexers: found});
	await handleSearchEpisodes({seriesId: series.id, seasonNumber: 1, episodeIds: null, reason: 'missing'}, at(Date.now()), run());
	t.deepEqual(
		(await deps.pendingReleases.list(new Date())).map(({guid, foundBy}) => [guid, foundBy.searched]),
		[['pack', true]],
	);
	t.like(await handleGrabPending({}, at(tomorrow - minute), run()), {approved: 0});
	t.like(await handleGrabPending({}, at(tomorrow + minute), run()), {approved: 1, grabbed: 1});
	t.deepEqual(grabbed, ['pack']);
});

test('a release for which a person had to wait needs no monitoring, one that a task found does', async t => {
	const {after, run, grabbed, movieId, deps} = await withDelay(t);
	const full = (minutes: number, free: number): WorkerDeps => ({...after(minutes), freeSpaceOf: async () => free});
	await deps.settings.set('download.torrentDelayMinutes', 0, new Date());
	await handleSearchMovie({movieId, reason: 'missing'}, full(0, gigabyte), run());
	await deps.movies.change(movieId, {monitored: false}, new Date());
	t.like(await handleGrabPending({}, full(1, 100 * gigabyte), run()), {approved: 0});
	await handleSearchMovie({movieId, reason: 'manual'}, full(2, gigabyte), run());
	t.like(await handleGrabPending({}, full(3, gigabyte), run()), {approved: 0});
	t.like(await handleGrabPending({}, full(4, 100 * gigabyte), run()), {approved: 1, grabbed: 1});
	t.deepEqual(grabbed, ['film']);
});
