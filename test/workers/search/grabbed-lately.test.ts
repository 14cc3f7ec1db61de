import test, {type ExecutionContext} from 'ava';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const hour = 3_600_000;
const film = 'The.Quiet.Harbour.2019.720p.WEB-DL.x265-NOBODY';
const show = 'Paper.Lanterns.S01E02.720p.WEB-DL.x265-NOBODY';

/** A movie and an episode that were grabbed some hours ago, and whose downloads somebody took out of the queue. */
async function withGrabbed(t: ExecutionContext, hoursAgo = 1) {
	const world = await createWorld(t, {series: {}});
	const {deps} = world;
	const profile = (await deps.qualityProfiles.list()).find(({name}) => name === 'Any')!; // a first start makes it
	const {id: movieId} = await world.addMovie(movieDetails, {qualityProfileId: profile.id});
	await deps.series.change(world.series.id, {qualityProfileId: profile.id}, deps.now());
	const {id: episodeId} = await world.episode(1, 2);
	const entry = {
		quality: 'WEBDL-720p',
		qualityScore: 50,
		indexer: 'Site',
		downloadClient: 'Client',
		data: {formatScore: 0, guid: 'taken', indexerId: 'indexer-1', size: 2 * gigabyte},
		timestamp: new Date(Number(deps.now()) - hoursAgo * hour),
	};
	const tell = (event: 'grabbed' | 'downloadFailed' | 'imported', at = entry.timestamp) =>
		Promise.all([
			deps.history.add({...entry, event, title: film, movieId, seriesId: null, episodeIds: [], downloadId: 'a1', timestamp: at}),
			deps.history.add({
				...entry,
				event,
				title: show,
				movieId: null,
				seriesId: world.series.id,
				episodeIds: [episodeId],
				downloadId: 'a2',
				timestamp: at,
			}),
		]);
	await tell('grabbed');
	const grabbed: string[] = [];
	const ask = async (_job: unknown, {guid}: {guid: string}) => grabbed.push(guid);
	const fresh = {publishDate: deps.now(), size: 2 * gigabyte, seeders: 40};
	const offers = (...titles: string[]) => {
		const releases = titles.map(title =>
			buildRelease({...fresh, guid: title, title, category: [title.startsWith('Paper') ? '5040' : '2040']}),
		);
		const found = async () => ({releases, indexerResults: []});
		const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
		return {...deps, jobs, recentReleases: found, searchIndexers: found};
	};
	return {...world, movieId, grabbed, offers, tell};
}

test('what a feed shows again is not grabbed again', async t => {
	const {offers, run, grabbed} = await withGrabbed(t);
	await handleSyncFeeds({}, offers(film, show, film.replace('NOBODY', 'OTHER'), show.replace('NOBODY', 'OTHER')), run());
	t.deepEqual(grabbed, []);
});

test('something better is, and so is another episode', async t => {
	const {offers, run, grabbed} = await withGrabbed(t);
	const [better, bettered, other] = [film.replace('720p', '1080p'), show.replace('720p', '1080p'), show.replace('E02', 'E01')];
	await handleSyncFeeds({}, offers(film, better, bettered, other), run());
	t.deepEqual(grabbed.toSorted(), [better, bettered, other].toSorted());
});

test('after twelve hours it may come again', async t => {
	const {offers, run, grabbed} = await withGrabbed(t, 13);
	await handleSyncFeeds({}, offers(film, show), run());
	t.deepEqual(grabbed.toSorted(), [film, show].toSorted());
});

for (const event of ['downloadFailed', 'imported'] as const) {
	test(`a download that is reported as ${event} stands in no way`, async t => {
		const {offers, run, grabbed, tell, deps} = await withGrabbed(t);
		await tell(event, deps.now());
		await handleSyncFeeds({}, offers(film, show), run());
		t.deepEqual(grabbed.toSorted(), [film, show].toSorted());
	});
}

test('a search asks for the title and gets it', async t => {
	const {offers, run, grabbed, movieId} = await withGrabbed(t);
	await handleSearchMovie({movieId, reason: 'missing'}, offers(film), run());
	t.deepEqual(grabbed, [film]);
});

test('in place of what was blocklisted another release is taken', async t => {
	const {offers, run, grabbed, deps, movieId} = await withGrabbed(t);
	await deps.blocklist.add({
		title: film,
		guid: 'taken',
		infoHash: null,
		indexer: 'Site',
		indexerId: 'indexer-1',
		protocol: 'torrent',
		size: 2 * gigabyte,
		reason: 'By hand.',
		movieId,
		seriesId: null,
		episodeIds: [],
		addedAt: deps.now(),
	});
	const other = film.replace('NOBODY', 'OTHER');
	await handleSyncFeeds({}, offers(other), run());
	t.deepEqual(grabbed, [other]);
});
