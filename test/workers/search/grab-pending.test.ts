import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Unavailable} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
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
