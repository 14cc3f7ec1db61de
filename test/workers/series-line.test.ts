import test, {type ExecutionContext} from 'ava';
import {Invalid, NotFound} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import type {SearchReleases, SearchSubject, SeriesName} from '#shared/jobs/search.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type FakeItem, fakeIndexer, feedOf, toItem} from '#test/helpers/fake-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {giveUpDownload} from '#workers/downloads/fail-download.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

const gigabyte = 1024 ** 3;

function offer(title: string, guid: string, overrides: Partial<FakeItem> = {}): FakeItem {
	const infoHash = Buffer.from(guid.padEnd(20, '.')).toString('hex');
	return {
		title,
		guid,
		size: 2 * gigabyte,
		seeders: 40,
		infoHash,
		magnetUrl: `magnet:?xt=urn:btih:${infoHash}`,
		categories: [5040],
		...overrides,
	};
}

const offers = [
	offer('Paper.Lanterns.S01E01.1080p.WEB-DL.x265-NOBODY', 'e1'),
	offer('Paper.Lanterns.S01E02.1080p.WEB-DL.x265-NOBODY', 'e2'),
	offer('Paper.Lanterns.S01E02.HDCAM.x264-SHAKY', 'cam'),
	offer('Paper.Lanterns.S01.1080p.WEB-DL.x265-NOBODY', 'pack', {size: 6 * gigabyte}),
	offer('Paper.Lanterns.S01E77.1080p.WEB-DL.x265-NOBODY', 'none'),
	offer('Other.Lamps.S01E02.1080p.WEB-DL.x265-NOBODY', 'other'),
];

async function withLine(t: ExecutionContext, items: FakeItem[] = offers) {
	const world = await createWorld(t, {series: {}});
	const {deps} = world;
	// Sites answer more than they were asked for.
	const feed = feedOf(items.map((item, index) => toItem(item, `http://site.example/${index}`, 'torznab')));
	const site = await fakeIndexer(t, {answer: url => (url.searchParams.get('t') === 'caps' ? null : {body: feed})});
	const indexer = await deps.indexers.add(buildIndexer({url: site.url, categories: [5000]}), new Date());
	const qbittorrent = await fakeQbittorrent(t);
	const login = {url: qbittorrent.url, username: 'admin', password: 'right horse'};
	await deps.downloadClients.add(buildDownloadClient(login), new Date());
	// Grabs are asked of another pool, which is not there: they are done here.
	const grabbed: GrabRelease[] = [];
	const jobs: WorkerDeps['jobs'] = {
		...deps.jobs,
		async ask(job, payload, options) {
			if (job.name !== 'grab-release') {
				return deps.jobs.ask(job, payload, options);
			}
			grabbed.push(payload as unknown as GrabRelease);
			// biome-ignore lint/suspicious/noExplicitAny: the answer of the one job that comes here
			return handleGrabRelease(payload as unknown as GrabRelease, deps, world.run()) as any;
		},
	};
	const nameOf = await deps.releaseGuids.load();
	const grab = (guid: string, overrides: Partial<GrabRelease> = {}) =>
		handleGrabRelease(
			{guid: nameOf(guid), indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null, ...overrides},
			deps,
			world.run(),
		);
	return {...world, deps: {...deps, jobs}, site, grab, grabbed, guids: async () => grabbed.map(await siteGuids(deps))};
}

const searchFor = (subject: SearchSubject): SearchReleases => ({
	subject,
	indexerIds: null,
	categories: null,
	minSeeders: null,
	maxAge: null,
	limit: 100,
});
const searchForSeries = (series: SeriesName, seasonNumber: number | null = null) => searchFor({kind: 'tv', series, seasonNumber});

/** The guid that the site gave to a release, which only its name is left of. */
async function siteGuids({releaseGuids}: WorkerDeps): Promise<(release: {guid: string}) => string> {
	const nameOf = await releaseGuids.load();
	const known = new Map(['pack', 'e1', 'e2', 'cam', 'none', 'other', 'film'].map(guid => [nameOf(guid), guid]));
	return ({guid}) => known.get(guid) ?? guid;
}

async function found(deps: WorkerDeps, searchId: string) {
	const {releases = []} = (await deps.releaseCache.readSearch(searchId)) ?? {};
	const guidOf = await siteGuids(deps);
	return new Map(releases.map(judged => [guidOf(judged.release), judged]));
}

test('a search for an episode approves it alone, and says of all else why not', async t => {
	const {deps, run, series} = await withLine(t);
	const payload = searchFor({kind: 'episode', seriesId: series.id, seasonNumber: 1, episodeNumber: 2});
	const {searchId, total} = await handleSearchReleases(payload, deps, run());
	t.is(total, 6);
	const judged = await found(deps, searchId);
	t.deepEqual(
		[...judged].filter(([, {approved}]) => approved).map(([guid]) => guid),
		['e2'],
	);
	t.like(judged.get('e2'), {mappedSeries: {id: series.id, title: 'Paper Lanterns'}, mappedEpisode: {seasonNumber: 1, episodeNumber: 2}});
	t.is(judged.get('pack')?.episodeIds.length, 3);
	t.regex(judged.get('pack')?.rejectionDetails[0]?.detail ?? '', /A pack for a single episode/);
	t.deepEqual(judged.get('cam')?.rejections, ['Release rejected']);
	t.regex(judged.get('e1')?.rejectionDetails[0]?.detail ?? '', /none of the episodes/);
	t.deepEqual(judged.get('none')?.rejections, ['Unknown episode']);
	t.deepEqual(judged.get('other')?.rejections, ['Unknown series']);
	t.is(judged.get('other')?.rejectionDetails[0]?.detail, 'It is called "Other Lamps", not Paper Lanterns');
	t.is(judged.get('other')?.mappedMovie, null);
});

test('a search for a season puts the pack first, and asks by the id of the series', async t => {
	const {deps, run, series, site} = await withLine(t);
	const {searchId} = await handleSearchReleases(searchForSeries({metaId: series.metaId}, 1), deps, run());
	const [best, ...rest] = [...(await found(deps, searchId))].filter(([, {approved}]) => approved).map(([guid]) => guid);
	t.is(best, 'pack');
	t.deepEqual(rest.toSorted(), ['e1', 'e2']); // equally good
	const query = site.requests.find(({searchParams}) => searchParams.get('t') === 'tvsearch');
	t.is(query?.searchParams.get('tvdbid'), '42815');
	t.is(query?.searchParams.get('season'), '1');
});

test('a search by words maps films to films and episodes to episodes', async t => {
	const film = offer('The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY', 'film', {categories: [2040]});
	const {deps, run, series, addMovie} = await withLine(t, [film, ...offers]);
	const movie = await addMovie(movieDetails);
	const {searchId} = await handleSearchReleases(searchFor({kind: 'manual', query: 'paper lanterns'}), deps, run());
	const judged = await found(deps, searchId);
	t.is(judged.get('film')?.mappedMovie?.id, movie.id);
	t.is(judged.get('e1')?.mappedSeries?.id, series.id);
});

test('an episode, season or series that is not there is not found', async t => {
	const {deps, run, series} = await withLine(t, []);
	const search = (payload: SearchReleases) => handleSearchReleases(payload, deps, run());
	const episode = searchFor({kind: 'episode', seriesId: series.id, seasonNumber: 1, episodeNumber: 9});
	t.like(await t.throwsAsync(search(episode), {instanceOf: NotFound}), {code: 'episode_not_found'});
	t.like(await t.throwsAsync(search(searchForSeries({id: series.id}, 9)), {instanceOf: NotFound}), {code: 'season_not_found'});
	t.like(await t.throwsAsync(search(searchForSeries({id: 'x'})), {instanceOf: NotFound}), {code: 'series_not_found'});
});

test('a grab takes the episodes of the mapping, of the caller, or of the season that the caller names', async t => {
	const {deps, run, series, grab, episode} = await withLine(t);
	await handleSearchReleases(searchForSeries({id: series.id}), deps, run());
	const [first, second, third] = [await episode(1, 1), await episode(1, 2), await episode(1, 3)];
	const idsOf = async ({queueId}: {queueId: string}) => (await deps.downloads.get(queueId)).target.episodeIds;
	t.deepEqual(await idsOf(await grab('e1')), [first.id]);
	t.deepEqual(await idsOf(await grab('e2', {episodeIds: [third.id]})), [third.id]);
	t.deepEqual(await idsOf(await grab('none', {seriesId: series.id, seasonNumber: 1})), [first.id, second.id, third.id]);
	t.deepEqual(await idsOf(await grab('pack', {seriesId: series.id})), [first.id, second.id, third.id]);
	const {entries} = await deps.history.page({page: 1, limit: 10, seriesId: series.id});
	t.is(entries.length, 4);
});

test('a grab of which nobody can tell the episodes is refused, as are episodes of another series', async t => {
	const {deps, run, series, grab, episode} = await withLine(t);
	await handleSearchReleases(searchForSeries({id: series.id}), deps, run());
	t.like(await t.throwsAsync(grab('other'), {instanceOf: Invalid}), {code: 'media_missing'});
	t.like(await t.throwsAsync(grab('none', {seriesId: series.id}), {instanceOf: Invalid}), {code: 'episodes_missing'});
	t.like(await t.throwsAsync(grab('e1', {episodeIds: ['x']}), {instanceOf: NotFound}), {code: 'episode_not_found'});
	const second = await deps.series.add(buildSeriesDetails({metaId: 2}), buildNewSeries(), new Date());
	const foreign = {seriesId: second.id, episodeIds: [(await episode(1, 1)).id]};
	t.like(await t.throwsAsync(grab('e1', foreign), {instanceOf: Invalid}), {code: 'episodes_of_another_series'});
});

const everything = {seasonNumber: null, episodeIds: null, reason: 'missing'} as const;

test('a whole missing season is asked for once and grabbed as a pack', async t => {
	const {deps, run, series, site, guids} = await withLine(t);
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual(await guids(), ['pack']);
	t.is(site.requests.filter(({searchParams}) => searchParams.get('t') === 'tvsearch').length, 1);
	t.not((await deps.series.get(series.id)).lastSearchTime, null);
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual(await guids(), ['pack']);
});

test('what is there is not grabbed again, and what is not monitored is not searched', async t => {
	const {deps, run, series, guids, episode} = await withLine(t);
	const file = buildMediaFile({id: 'there', quality: 'WEBDL-1080p', qualityScore: 70});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [(await episode(1, 1)).id], file, replaces: []}, new Date());
	await deps.episodes.setMonitored((await episode(1, 3)).id, false, new Date());
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual(await guids(), ['e2']);
});

test('single episodes make up for a pack that nobody has', async t => {
	const {deps, run, series, guids} = await withLine(
		t,
		offers.filter(({guid}) => guid !== 'pack'),
	);
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual((await guids()).sort(), ['e1', 'e2']);
});

test('an unmonitored series is searched by hand only', async t => {
	const {deps, run, series, guids, episode} = await withLine(t);
	await deps.series.change(series.id, {monitored: false}, new Date());
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual(await guids(), []);
	const byHand = {seriesId: series.id, seasonNumber: null, episodeIds: [(await episode(1, 2)).id], reason: 'manual' as const};
	await handleSearchEpisodes(byHand, deps, run());
	t.deepEqual(await guids(), ['e2']);
});

test('an episode that has not aired is not searched', async t => {
	const {deps, run, series, guids} = await withLine(t);
	const details = buildSeriesDetails({seasons: [buildSeason(1, ['2999-01-01', null, '2024-01-22'])]});
	await deps.series.refresh(series.id, details, new Date());
	await handleSearchEpisodes({seriesId: series.id, ...everything}, deps, run());
	t.deepEqual(await guids(), []);
});

test('a download that failed for good is blocklisted and its episodes are searched again', async t => {
	const {deps, run, series, grab, episode} = await withLine(t);
	await handleSearchReleases(searchForSeries({id: series.id}), deps, run());
	const {queueId} = await grab('e1');
	await deps.downloads.move(queueId, 'failedPending', {});
	await giveUpDownload(await deps.downloads.get(queueId), deps);
	const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	t.deepEqual(jobs.map(({data}) => data.payload.reason).sort(), ['cutOffUnmet', 'missing']);
	t.deepEqual(jobs[0]?.data.payload.episodeIds, [(await episode(1, 1)).id]);
	const {searchId} = await handleSearchReleases(searchForSeries({id: series.id}), deps, run());
	t.deepEqual((await found(deps, searchId)).get('e1')?.rejections, ['Release is blacklisted']);
});
