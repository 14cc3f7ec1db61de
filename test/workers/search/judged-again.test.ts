import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const film = (guid: string, group: string, more: Partial<FoundRelease> = {}) =>
	buildRelease({guid, title: `The.Quiet.Harbour.2019.1080p.WEB-DL.x265-${group}`, size: 4 * gigabyte, publishDate: new Date(), ...more});

/**
 * A movie and a series whose releases are approved. `between` happens after they were judged, and before the first of
 * them is grabbed.
 */
async function withOffers(t: ExecutionContext, releases: FoundRelease[], between: (deps: WorkerDeps, movieId: string) => Promise<unknown>) {
	const world = await createWorld(t, {series: {}});
	const {deps} = world;
	const {id: movieId} = await world.addMovie(movieDetails);
	const grabbed: string[] = [];
	const ask = async (_job: unknown, {guid}: GrabRelease) => grabbed.push(guid);
	const found = async () => ({releases, indexerResults: []});
	// The list of clients is read when everything is judged.
	const list: WorkerDeps['downloadClients']['list'] = async () => {
		await between(deps, movieId);
		return deps.downloadClients.list();
	};
	const searching: WorkerDeps = {
		...deps,
		jobs: {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']},
		downloadClients: {...deps.downloadClients, list},
		searchIndexers: found,
		recentReleases: found,
	};
	return {...world, deps: searching, movieId, grabbed};
}

const block = (deps: WorkerDeps, {guid, title, indexerId, indexer, size, protocol}: FoundRelease) =>
	deps.blocklist.add({
		...{guid, title, indexerId, indexer, size, protocol, infoHash: null, reason: 'Bad.', addedAt: new Date()},
		...{movieId: null, seriesId: null, episodeIds: []},
	});

test('what came onto the blocklist after it was judged is not grabbed, but the next best is', async t => {
	const [bad, good] = [film('a', 'ONE'), film('b', 'TWO')] as const;
	const line = await withOffers(t, [bad, good], deps => block(deps, bad));
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, ['b']);
});

test('the same holds for an episode in a feed', async t => {
	const [bad, good] = ['ONE', 'TWO'].map(group =>
		buildRelease({guid: group, title: `Paper.Lanterns.S01E02.1080p.WEB-DL.x265-${group}`, size: 2 * gigabyte, category: ['5040']}),
	) as [FoundRelease, FoundRelease];
	const line = await withOffers(t, [bad, good], deps => block(deps, bad));
	await handleSyncFeeds({}, line.deps, line.run());
	t.deepEqual(line.grabbed, ['TWO']);
});

test('a proper is not grabbed if the file has come meanwhile and properers are taken by hand only', async t => {
	const proper = film('p', 'ONE', {title: 'The.Quiet.Harbour.2019.PROPER.1080p.WEB-DL.x265-ONE'});
	const line = await withOffers(t, [proper], async (deps, movieId) => {
		await deps.settings.set('media.properRepack', 'doNotUpgrade', new Date());
		await deps.movies.setFile(movieId, buildMediaFile({quality: 'WEBDL-1080p', releaseGroup: 'TWO'}), new Date());
	});
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, []);
});

test('a repack is not grabbed if the file of another group has come meanwhile', async t => {
	const repack = film('r', 'ONE', {title: 'The.Quiet.Harbour.2019.REPACK.1080p.WEB-DL.x265-ONE'});
	const line = await withOffers(t, [repack], (deps, movieId) =>
		deps.movies.setFile(movieId, buildMediaFile({quality: 'WEBDL-1080p', releaseGroup: 'TWO'}), new Date()),
	);
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, []);
});

test('a movie that is not monitored any more is not grabbed', async t => {
	const line = await withOffers(t, [film('a', 'ONE')], (deps, movieId) => deps.movies.change(movieId, {monitored: false}, new Date()));
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, []);
	await line.deps.movies.change(line.movieId, {monitored: true}, new Date());
	await handleSearchMovie({movieId: line.movieId, reason: 'manual'}, line.deps, line.run());
	t.deepEqual(line.grabbed, ['a'], 'a person need not monitor it');
});

test('a profile that has changed since decides', async t => {
	const line = await withOffers(t, [film('a', 'ONE')], async deps => {
		const {id} = await deps.qualityProfiles.getDefault();
		await deps.qualityProfiles.change(id, {items: [{quality: 'Bluray-1080p', allowed: true}], cutoff: 'Bluray-1080p'}, new Date());
	});
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, []);
});

test('without any change the best of them is grabbed', async t => {
	const line = await withOffers(t, [film('a', 'ONE'), film('b', 'TWO')], async () => undefined);
	await handleSearchMovie({movieId: line.movieId, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, ['a']);
	await handleSearchEpisodes({seriesId: line.series.id, seasonNumber: null, episodeIds: null, reason: 'missing'}, line.deps, line.run());
	t.deepEqual(line.grabbed, ['a'], 'and none of the film as an episode');
});

test('a movie that was deleted meanwhile is not grabbed, and nothing fails', async t => {
	const line = await withOffers(t, [film('a', 'ONE')], (deps, movieId) => deps.movies.remove(movieId));
	await t.notThrowsAsync(handleSyncFeeds({}, line.deps, line.run()));
	t.deepEqual(line.grabbed, []);
});
