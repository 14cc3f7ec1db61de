import test from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {Unavailable, Unclear, UpstreamFailed} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {buildItem} from '#test/helpers/world/movie.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleGrabPending} from '#workers/search/grab-pending.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

type Line = Awaited<ReturnType<typeof torrentLine>>;

/** Asked grabs run in this process. */
function grabbing({deps, run}: Line): WorkerDeps {
	const ask = async (_job: unknown, request: GrabRelease) => handleGrabRelease(request, deps, run());
	return {...deps, jobs: {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']}};
}

async function foundBy({deps, indexer, run}: Line) {
	const criteria = {kind: 'text' as const, query: '', categories: null, limit: 100, media: null};
	return (await deps.searchIndexers({criteria, use: 'interactive', indexerIds: [indexer.id]}, run().signal)).releases;
}

test('a feed and the pending releases at the same moment grab one release of a movie', async t => {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {run, movie, qbittorrent} = line;
	const deps = grabbing(line);
	const releases = await foundBy(line);
	await deps.pendingReleases.keep(
		releases.filter(({guid}) => guid === line.nameOf('p')),
		new Date(),
	);
	const fed = releases.filter(({guid}) => guid === line.nameOf('q'));
	// The feed is judged without the pending ones, as if they had come a moment later.
	const pendingReleases = {...deps.pendingReleases, list: async () => []};
	const feed = {...deps, pendingReleases, recentReleases: async () => ({releases: fed, indexerResults: []})};
	await Promise.all([handleSyncFeeds({}, feed, run()), handleGrabPending({}, deps, run())]);
	t.is((await deps.downloads.forMovie(movie.id)).length, 1);
	t.is(qbittorrent.torrents.length, 1);
});

test('two searches at the same moment grab one release of a movie', async t => {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {run, movie, qbittorrent} = line;
	const releases = await foundBy(line);
	const only = (guid: string): WorkerDeps => ({
		...grabbing(line),
		searchIndexers: async () => ({releases: releases.filter(release => release.guid === line.nameOf(guid)), indexerResults: []}),
	});
	const search = (guid: string) => handleSearchMovie({movieId: movie.id, reason: 'missing'}, only(guid), run());
	await Promise.all([search('p'), search('q')]);
	t.is(qbittorrent.torrents.length, 1);
});

for (const error of [
	new Unavailable('no_answer_in_time', 'No worker answered in time.'),
	new Unavailable('internal_error', 'The worker failed unexpectedly.'),
	new Unclear('grab_unclear', 'Nobody knows.'),
]) {
	test(`a grab that ends with ${error.code} lets no other release be tried`, async t => {
		const {deps, run, movie} = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
		const asked: string[] = [];
		const ask = async (_job: unknown, {guid}: GrabRelease) => {
			asked.push(guid);
			throw error;
		};
		const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
		await handleSearchMovie({movieId: movie.id, reason: 'missing'}, {...deps, jobs}, run());
		t.is(asked.length, 1);
	});
}

test('a promised search whose grab is lost with Redis is not done, and grabs one release when it runs again', async t => {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {deps, movie, qbittorrent} = line;
	const run = {...line.run(), id: 'promise-1'};
	const silent = async () => {
		throw new Unavailable('no_answer_in_time', 'No worker answered in time.');
	};
	const jobs = {...deps.jobs, ask: silent as unknown as WorkerDeps['jobs']['ask']};
	const request = {movieId: movie.id, reason: 'manual' as const};
	const leases: WorkerDeps['leases'] = {...deps.leases, acquire: (key, options) => deps.leases.acquire(key, {...options, ms: 2})};
	await t.throwsAsync(handleSearchMovie(request, {...deps, jobs, leases}, run), {instanceOf: Unavailable, message: /No worker/});
	await handleSearchMovie(request, grabbing(line), run);
	await handleSearchMovie(request, grabbing(line), run);
	t.is(qbittorrent.torrents.length, 1);
});

test('after a grab that failed in clear words the next release is tried', async t => {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {deps, run, movie} = line;
	const asked: string[] = [];
	const ask = async (_job: unknown, request: GrabRelease) => {
		asked.push(request.guid);
		if (asked.length === 1) {
			throw new UpstreamFailed('download_refused', 'No.');
		}
		return handleGrabRelease(request, deps, run());
	};
	const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
	await handleSearchMovie({movieId: movie.id, reason: 'missing'}, {...deps, jobs}, run());
	t.is(asked.length, 2);
	t.is((await deps.downloads.forMovie(movie.id)).length, 1);
});

test('what somebody took out of the queue is not grabbed again by a feed, not even after days', async t => {
	const line = await torrentLine(t, [torrentItem('good', 'ab')]);
	const {run, movie} = line;
	const deps = grabbing(line);
	const releases = await foundBy(line);
	const {queueId} = await handleGrabRelease(line.request('good'), deps, run());
	await deps.downloads.remove(queueId);
	const inDays = () => new Date(Date.now() + 3 * 86_400_000);
	const feed = {...deps, now: inDays, recentReleases: async () => ({releases, indexerResults: []})};
	t.like(await handleSyncFeeds({}, feed, run()), {approved: 0});
	// The same torrent under the guid of another page.
	const again = releases.map(release => ({...release, guid: 'another page'}));
	const other = {...feed, recentReleases: async () => ({releases: again, indexerResults: []})};
	t.like(await handleSyncFeeds({}, other, run()), {approved: 0});
	await handleSearchMovie({movieId: movie.id, reason: 'missing'}, deps, run());
	t.is((await deps.downloads.forMovie(movie.id)).length, 1);
});

test('neither is what somebody removed before its client had answered', async t => {
	const line = await torrentLine(t, [torrentItem('good', 'ab')]);
	const {deps, run, movie} = line;
	const releases = await foundBy(line);
	const item = await deps.downloads.add(
		buildItem({guid: line.nameOf('good'), indexerId: line.indexer.id, movieId: movie.id, downloadId: null}),
	);
	await removeItem(item, {removeFromClient: 'now', blocklist: false, reason: 'deleted'}, deps);
	const feed = {...grabbing(line), recentReleases: async () => ({releases, indexerResults: []})};
	t.like(await handleSyncFeeds({}, feed, run()), {approved: 0});
});
