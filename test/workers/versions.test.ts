import {mkdir, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import type {Movie} from '#shared/domain/media/movie.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {gigabyte} from '#test/helpers/build-release.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import type {FakeTmdbOptions} from '#test/helpers/fake-tmdb.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleBackfillLibrary} from '#workers/backfill/backfill-library.ts';
import {readNotifiedTitles} from '#workers/executions/notify-events.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {handleAddMovie, handleAddSeries} from '#workers/refresh/add-titles.ts';
import {handleRefreshMovie} from '#workers/refresh/refresh-titles.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const harbour = {id: 4711, title: 'The Quiet Harbour', releaseDate: '2019-03-01'};
const lanterns = {
	id: 815,
	title: 'Paper Lanterns',
	tvMetaId: 42_815,
	firstAirDate: '2020-01-01',
	seasons: [{number: 1, episodes: [{number: 1, airDate: '2020-01-01'}]}],
};

const offer = (title: string, pair: string, more: Partial<FakeItem> = {}): FakeItem => ({
	title,
	guid: `guid-${pair}`,
	size: 6 * gigabyte,
	seeders: 40,
	publishDate: new Date(),
	magnetUrl: `magnet:?xt=urn:btih:${pair.repeat(20)}&tr=http://tracker.example/announce`,
	infoHash: pair.repeat(20),
	...more,
});
const film = (quality: string, pair: string) => offer(`The.Quiet.Harbour.2019.${quality}.x265-NOBODY`, pair, {metaId: 4711});
const hdFilm = film('1080p.WEB-DL', 'aa');
const uhdFilm = film('2160p.WEB-DL', 'bb');

/** Libraries `HD` and `4K` in two root folders, an indexer and a client. */
async function twoLibraries(t: ExecutionContext, items: FakeItem[] = [hdFilm, uhdFilm], titles: FakeTmdbOptions = {movies: [harbour]}) {
	const world = await createWorld(t, {titles});
	const {deps, library: root, run} = world;
	const profiles = await deps.qualityProfiles.list();
	const makeLibrary = async (name: string, profile: string, type: 'movies' | 'tv') => {
		const folder = join(root, '..', `${name}-${type}`);
		await mkdir(folder);
		const {id: rootFolderId} = await deps.rootFolders.add({name: `${name} ${type}`, path: folder}, deps.now());
		const {id: qualityProfileId} = profiles.find(each => each.name === profile)!; // one of the defaults
		const usual = {languageProfileId: '', enabled: true, monitored: true, backfillEnabled: false};
		const record = await deps.libraries.add({name, type, rootFolderId, qualityProfileId, ...usual}, deps.now());
		return {...record, folder};
	};
	const type = titles.series ? 'tv' : 'movies';
	const hd = await makeLibrary('HD', 'HD-1080p', type);
	const uhd = await makeLibrary('4K', 'Ultra-HD', type);
	const site = await fakeIndexer(t, {kind: 'torznab', items});
	await deps.indexers.add(buildIndexer({name: 'Site', kind: 'torznab', url: site.url, categories: [2000, 5000]}), deps.now());
	const qbittorrent = await fakeQbittorrent(t);
	await deps.downloadClients.add(buildDownloadClient({url: qbittorrent.url, username: 'admin', password: 'right horse'}), deps.now());
	const ask = async (_job: unknown, request: GrabRelease) => handleGrabRelease(request, deps, run());
	const grabbing: WorkerDeps = {...deps, jobs: {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']}};
	const choiceIn = ({id, folder, qualityProfileId}: typeof hd) => ({
		rootFolderPath: folder,
		qualityProfileId,
		libraryId: id,
		monitored: true,
		searchOnAdd: false,
		besideOthers: true,
	});
	return {
		...world,
		deps: grabbing,
		hd,
		uhd,
		site,
		addMovie: async (library: typeof hd) => {
			const {id} = await handleAddMovie({metaId: 4711, ...choiceIn(library), minimumAvailability: 'announced'}, deps, run());
			return deps.movies.get(id);
		},
		addSeries: async (library: typeof hd) =>
			(await handleAddSeries({metaId: 815, ...choiceIn(library), seasonFolder: true, seasonOptions: []}, deps, run())).id,
		/** How often the indexer was searched. */
		queries: () => site.requests.filter(({searchParams}) => /search|movie/.test(searchParams.get('t') ?? '')).length,
		/** Titles of the releases that were grabbed for it. */
		grabbedFor: async (id: string) =>
			[...(await deps.downloads.forMovie(id)), ...(await deps.downloads.forSeries(id))].map(({release}) => release.title),
		/** Payloads of the searches that wait; they are taken out. */
		async takeSearches() {
			const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized', 'delayed']);
			await Promise.all(jobs.map(job => job.remove()));
			return jobs.map(({data}) => data.payload);
		},
		/** The client has finished what was grabbed for a movie. */
		async finish({id}: Pick<Movie, 'id'>) {
			for (const item of await deps.downloads.forMovie(id)) {
				const outputPath = join(deps.dataDir, 'downloads', item.release.title);
				const [width, height] = item.release.title.includes('2160p') ? [3840, 2160] : [1920, 1080];
				const bytes = buildMatroska({tracks: [{type: 'video', codec: 'V_MPEGH/ISO/HEVC', width, height}]});
				await writeAt(join(outputPath, `${item.release.title}.mkv`), bytes);
				await deps.downloads.change(item.id, {transfer: {outputPath}});
				await deps.downloads.complete(item.id, {now: deps.now(), started: item.transfer!.started}); // it was sent
				await handleImportDownload({queueItemId: item.id}, deps, run());
			}
			return deps.movies.get(id);
		},
		async backfill({id: libraryId}: typeof hd) {
			const {execution} = await deps.taskHistory.add({taskId: backfillTaskId(libraryId), options: {}, force: false}, deps.now());
			await handleBackfillLibrary({libraryId, executionId: execution.id}, deps, run());
		},
	};
}

test('one search serves two libraries with one film, each gets its own file, and upgrades and deletions are its own', async t => {
	const world = await twoLibraries(t);
	const {deps, run, hd, uhd, site} = world;
	const [inHd, inUhd] = [await world.addMovie(hd), await world.addMovie(uhd)];
	const executionId = crypto.randomUUID();
	await handleSearchMovie({movieId: inHd.id, reason: 'missing', executionId}, deps, run());
	t.deepEqual(await world.grabbedFor(inHd.id), [hdFilm.title]);
	t.deepEqual(await world.grabbedFor(inUhd.id), []);
	const behind = await world.takeSearches();
	t.deepEqual(behind, [{movieId: inUhd.id, reason: 'missing', executionId, behindCopy: true}]);
	await handleSearchMovie(behind[0], deps, run());
	t.deepEqual(await world.grabbedFor(inUhd.id), [uhdFilm.title]);
	t.deepEqual(await world.takeSearches(), [], 'nobody searches in circles');
	t.is(world.queries(), 1);
	t.truthy((await deps.movies.get(inUhd.id)).lastSearchTime, 'it counts as searched');

	const [withHd, withUhd] = [await world.finish(inHd), await world.finish(inUhd)];
	t.is(withHd.file?.quality, 'WEBDL-1080p');
	t.is(withUhd.file?.quality, 'WEBDL-2160p');
	const name = 'The Quiet Harbour (2019)';
	t.deepEqual(await filesBelow(hd.folder), [`${name}/${name} [WEBDL-1080p]-NOBODY.mkv`]);
	t.deepEqual(await filesBelow(uhd.folder), [`${name}/${name} [WEBDL-2160p]-NOBODY.mkv`]);

	const better = film('1080p.BluRay', 'cc');
	site.items = [hdFilm, uhdFilm, better];
	await handleSyncFeeds({}, deps, run());
	t.deepEqual(await world.grabbedFor(inHd.id), [better.title]);
	t.deepEqual(await world.grabbedFor(inUhd.id), []);
	t.is((await world.finish(inHd)).file?.quality, 'Bluray-1080p');
	t.is((await deps.movies.get(inUhd.id)).file?.id, withUhd.file?.id);

	await deps.movies.remove(inHd.id);
	t.is((await deps.movies.findCopies(4711)).length, 1);
	t.truthy((await deps.movies.get(inUhd.id)).file);
});

test('two copies that want the same release take different ones at the same moment', async t => {
	const world = await twoLibraries(t, [hdFilm, film('1080p.WEBRip', 'dd')]);
	const {deps, run, hd, uhd} = world;
	const [one, two] = [await world.addMovie(hd), await world.addMovie({...uhd, qualityProfileId: hd.qualityProfileId})];
	await handleSyncFeeds({}, deps, run());
	const grabbed = [...(await world.grabbedFor(one.id)), ...(await world.grabbedFor(two.id))];
	t.is(new Set(grabbed).size, 2, grabbed.join());
});

test('a copy leaves a release alone that is on its way to the other, and says for which', async t => {
	const world = await twoLibraries(t, [hdFilm]);
	const {deps, run, hd, uhd} = world;
	const [one, two] = [await world.addMovie(hd), await world.addMovie({...uhd, qualityProfileId: hd.qualityProfileId})];
	await handleSearchMovie({movieId: one.id, reason: 'missing', byPerson: true}, deps, run());
	await handleSearchMovie({movieId: two.id, reason: 'missing', byPerson: true}, deps, run());
	t.deepEqual(await world.grabbedFor(one.id), [hdFilm.title]);
	t.deepEqual(await world.grabbedFor(two.id), []);
	t.is((await deps.pendingReleases.list(deps.now())).length, 1, 'it waits');
	t.is(world.queries(), 2, 'persons want to know what is there now');
});

test('a backfill of both folders finds both films, whichever comes first', async t => {
	for (const isReverse of [false, true]) {
		const world = await twoLibraries(t, []);
		const {deps, hd, uhd} = world;
		const old = new Date('2026-01-01');
		for (const [{folder}, quality] of [
			[hd, '1080p'],
			[uhd, '2160p'],
		] as const) {
			const path = await writeAt(join(folder, 'The Quiet Harbour (2019)', `The.Quiet.Harbour.2019.${quality}.WEB-DL.mkv`));
			await utimes(path, old, old);
		}
		for (const library of isReverse ? [uhd, hd] : [hd, uhd]) {
			await world.backfill(library);
			await world.backfill(library);
		}
		const copies = await deps.movies.findCopies(4711);
		const seen = copies.map(({libraryId, file, path}) => ({libraryId, quality: file?.quality, path}));
		const name = 'The Quiet Harbour (2019)';
		const expected = [
			{libraryId: hd.id, quality: 'WEBDL-1080p', path: join(hd.folder, name)},
			{libraryId: uhd.id, quality: 'WEBDL-2160p', path: join(uhd.folder, name)},
		];
		t.deepEqual(seen, isReverse ? expected.toReversed() : expected);
	}
});

test('a backfill adopts a title without a library, and leaves one of another library without a file to that', async t => {
	const world = await twoLibraries(t, []);
	const {deps, hd, uhd} = world;
	const inUhd = await world.addMovie(uhd);
	await writeAt(join(hd.folder, 'The Quiet Harbour (2019)', 'The.Quiet.Harbour.2019.1080p.WEB-DL.mkv'));
	await world.backfill(hd);
	t.is((await deps.movies.get(inUhd.id)).file, null);
	const inHd = await deps.movies.findInLibrary(4711, hd.id);
	t.is(inHd?.file?.quality, 'WEBDL-1080p');
	await deps.movies.remove(inHd?.id ?? '');
	await deps.movies.change(inUhd.id, {libraryId: null}, deps.now());
	await writeAt(join(hd.folder, 'The Quiet Harbour (2019)', 'The.Quiet.Harbour.2019.1080p.BluRay.mkv'));
	await world.backfill(hd);
	t.is((await deps.movies.findCopies(4711)).length, 1);
	t.is((await deps.movies.get(inUhd.id)).file?.quality, 'Bluray-1080p');
});

test('one request at the provider refreshes all copies', async t => {
	const world = await twoLibraries(t, []);
	const {deps, run, hd, uhd, tmdb} = world;
	const [one, two] = [await world.addMovie(hd), await world.addMovie(uhd)];
	const before = tmdb.requests.length;
	await handleRefreshMovie({movieId: two.id}, deps, run());
	t.is(tmdb.requests.length - before, 1);
	for (const {id, lastRefreshTime} of [one, two]) {
		t.true(Number((await deps.movies.get(id)).lastRefreshTime) > Number(lastRefreshTime));
	}
});

test('a second version in the same root folder gets a folder with the name of its library', async t => {
	const world = await twoLibraries(t, []);
	const {hd, uhd} = world;
	const [one, two] = [await world.addMovie(hd), await world.addMovie({...uhd, folder: hd.folder})];
	t.is(one.path, join(hd.folder, 'The Quiet Harbour (2019)'));
	t.is(two.path, join(hd.folder, 'The Quiet Harbour (2019) [4K]'));
});

test('copies of a series are searched once, and each takes its own release', async t => {
	const episode = (quality: string, pair: string) =>
		offer(`Paper.Lanterns.S01E01.${quality}.WEB-DL.x265-NOBODY`, pair, {tvMetaId: 42_815, size: 2 * gigabyte, season: 1, episode: 1});
	const items = [episode('1080p', 'aa'), episode('2160p', 'bb')];
	const world = await twoLibraries(t, items, {series: [lanterns]});
	const {deps, run, hd, uhd} = world;
	const [inHd, inUhd] = [await world.addSeries(hd), await world.addSeries(uhd)];
	const executionId = crypto.randomUUID();
	await handleSearchEpisodes({seriesId: inHd, seasonNumber: null, episodeIds: null, reason: 'missing', executionId}, deps, run());
	const once = world.queries();
	const behind = await world.takeSearches();
	t.like(behind, [{seriesId: inUhd, reason: 'missing', behindCopy: true}]);
	await handleSearchEpisodes(behind[0], deps, run());
	t.is(world.queries(), once);
	t.deepEqual([await world.grabbedFor(inHd), await world.grabbedFor(inUhd)], [[items[0]!.title], [items[1]!.title]]);
});

test('a message names the library of a title that several libraries have', async t => {
	const world = await twoLibraries(t, []);
	const {deps, hd, uhd} = world;
	const one = await world.addMovie(hd);
	const entry = {event: 'grabbed', movieId: one.id, seriesId: null, episodeIds: []} as never;
	const libraryOf = async () => (await readNotifiedTitles([entry], deps))(entry).media?.library;
	t.is(await libraryOf(), undefined);
	await world.addMovie(uhd);
	t.is(await libraryOf(), 'HD');
});

test('a search by the id of the provider judges every copy, and one library alone if it is named', async t => {
	const world = await twoLibraries(t);
	const {deps, run, hd, uhd} = world;
	const [inHd, inUhd] = [await world.addMovie(hd), await world.addMovie(uhd)];
	const asked = {
		subject: {kind: 'movie' as const, movie: {metaId: 4711}},
		indexerIds: null,
		categories: null,
		minSeeders: null,
		maxAge: null,
	};
	const search = async (more: {libraryId?: string} = {}) => {
		const {searchId} = await handleSearchReleases({...asked, limit: 100, ...more}, deps, run());
		const found = (await deps.releaseCache.readSearch(searchId))?.releases ?? [];
		return found.map(({release, approved, mappedMovie, versions}) => ({
			title: release.title,
			approved,
			id: mappedMovie?.id,
			versions: versions?.map(each => [each.mappedMovie?.id, each.libraryId, each.approved]),
		}));
	};
	const both = await search();
	t.deepEqual(
		both.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
		[
			{
				title: hdFilm.title,
				approved: true,
				id: inHd.id,
				versions: [
					[inHd.id, hd.id, true],
					[inUhd.id, uhd.id, false],
				],
			},
			{
				title: uhdFilm.title,
				approved: true,
				id: inUhd.id,
				versions: [
					[inHd.id, hd.id, false],
					[inUhd.id, uhd.id, true],
				],
			},
		],
	);
	const alone = await search({libraryId: uhd.id});
	t.deepEqual(alone.map(({title, approved, versions}) => [title, approved, versions]).toSorted(), [
		[hdFilm.title, false, undefined],
		[uhdFilm.title, true, undefined],
	]);
	const {release} = (await deps.releaseCache.readSearch((await handleSearchReleases({...asked, limit: 100}, deps, run())).searchId))!
		.releases[0]!;
	const request = {guid: release.guid, indexerId: release.indexerId, seriesId: null, episodeIds: null};
	await handleGrabRelease({...request, movieId: inHd.id}, deps, run());
	t.deepEqual(await world.grabbedFor(inHd.id), [release.title], 'a person may grab any release for any copy');
});
