import test from 'ava';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const now = new Date('2026-03-01T12:00:00Z');
const served = (t: Parameters<typeof serve>[0]) => serve(t, {deps: {now: () => now}});

async function addShow({deps}: Served, monitored = true) {
	const details = buildSeriesDetails({
		posterUrl: 'https://image.example/b.jpg',
		seasons: [buildSeason(1, ['2026-02-01', '2026-02-08', '2026-03-08'])],
	});
	await deps.qualityProfiles.ensureDefaults(now);
	const profile = await deps.qualityProfiles.getDefault();
	const series = await deps.series.add(details, buildNewSeries({monitored, qualityProfileId: profile.id}), now);
	return {series, profile, all: await deps.episodes.ofSeason(series.id, 1)};
}

test('missing movies are listed by title, with their dates and their next search', async t => {
	const world = await served(t);
	await addMovie(world, {
		metaId: 1,
		title: 'Cold Harbour',
		digitalRelease: new Date('2026-02-01'),
		posterUrl: 'https://image.example/a.jpg',
	});
	await addMovie(world, {metaId: 2, title: 'Amber Night'});
	await addMovie(world, {metaId: 3, title: 'Not Yet', inCinemas: null, digitalRelease: new Date('2026-04-01')});
	await addMovie(world, {metaId: 4, title: 'Not Wanted'}, {monitored: false});
	const {status, body} = await world.call('GET /api/wanted/missing?limit=1&page=2');
	t.is(status, 200);
	t.deepEqual(body.pagination, {page: 2, limit: 1, total: 2, totalPages: 2});
	const [{id, nextSearchAt, nextSearchReason, standing, posterUrl, ...row}] = body.items;
	t.regex(posterUrl, /api\/images\//);
	t.like(standing, {state: 'needsYou', sentence: 'No indexer is enabled.', progress: null});
	t.true(nextSearchAt === null || !Number.isNaN(Date.parse(nextSearchAt)));
	t.is(typeof nextSearchReason, 'string');
	t.truthy(id);
	t.deepEqual(row, {
		type: 'movie',
		title: 'Cold Harbour',
		year: 2019,
		inCinemas: '2019-02-01T00:00:00.000Z',
		digitalRelease: '2026-02-01T00:00:00.000Z',
		physicalRelease: null,
		seriesId: null,
		seriesTitle: null,
		seasonNumber: null,
		episodeNumber: null,
		airDateUtc: null,
		monitored: true,
		qualityProfileId: 'none',
		lastSearchTime: null,
	});
});

test('missing episodes are listed from the last that aired, with their series', async t => {
	const world = await served(t);
	const {series, all} = await addShow(world);
	const {body} = await world.call('GET /api/wanted/missing?type=episode');
	t.deepEqual(
		body.items.map((row: Record<string, unknown>) => [row['seriesTitle'], row['seasonNumber'], row['episodeNumber'], row['airDateUtc']]),
		[
			['Paper Lanterns', 1, 2, '2026-02-08T00:00:00.000Z'],
			['Paper Lanterns', 1, 1, '2026-02-01T00:00:00.000Z'],
		],
	);
	t.is(body.items[0].seriesId, series.id);
	t.regex(body.items[0].posterUrl, /api\/images\//);
	t.is(body.items[0].id, all[1]?.id);
	const total = async (query: string) => (await world.call(`GET /api/wanted/missing?type=episode&${query}`)).body.pagination.total;
	t.is(await total(`seriesId=${series.id}`), 2);
	t.is(await total('seriesId=another'), 0);
	t.is(await total('search=antern'), 2);
	t.is(await total('search=nothing'), 0);
	t.is(await total(`search=antern&seriesId=${series.id}`), 2);
	t.is(await total(`search=nothing&seriesId=${series.id}`), 0);
	t.is(await total('libraryId=another'), 0);
	await world.call(`PUT /api/library/series/${series.id}`, {body: {monitored: false}});
	t.is(await total(''), 0);
});

test('a title below its cutoff shows what it has and what its profile wants', async t => {
	const world = await served(t);
	const {profile, series, all} = await addShow(world);
	const file = buildMediaFile({quality: 'SDTV', qualityScore: 10, formatScore: 3, belowCutoff: true});
	await world.deps.episodes.recordFile({seriesId: series.id, episodeIds: [all[0]?.id ?? ''], file, replaces: []}, now);
	const orphan = await addMovie(world);
	await world.deps.movies.setFile(orphan.id, file, now);
	const {body} = await world.call('GET /api/wanted/cutoff?type=episode');
	t.is(body.pagination.total, 1);
	const {quality, qualityScore, formatScore, cutoff, cutoffFormatScore} = body.items[0];
	const wanted = {cutoff: profile.cutoff, cutoffFormatScore: profile.cutoffFormatScore};
	t.deepEqual(
		{quality, qualityScore, formatScore, cutoff, cutoffFormatScore},
		{quality: 'SDTV', qualityScore: 10, formatScore: 3, ...wanted},
	);
	const movies = (await world.call('GET /api/wanted/cutoff')).body;
	t.is(movies.items[0].id, orphan.id);
	t.is(movies.items[0].cutoff, profile.cutoff, 'Its profile is gone, so the default one counts');
});

test('missing subtitles are listed with their languages, those of unmonitored titles by a setting', async t => {
	const world = await served(t);
	const subtitles = {list: [], missing: ['en', 'pt-br.forced', 'de.hi'], readAt: now, stamp: ''};
	const movie = await addMovie(world, {}, {monitored: false});
	await world.deps.movies.setFile(movie.id, buildMediaFile({subtitles}), now);
	const complete = await addMovie(world, {metaId: 2});
	await world.deps.movies.setFile(complete.id, buildMediaFile({id: 'b', subtitles: {...subtitles, missing: []}}), now);
	t.is((await world.call('GET /api/wanted/subtitles')).body.pagination.total, 0);
	t.is((await world.call('PUT /api/settings/subtitles.monitoredOnly', {body: {value: false}})).status, 200);
	const {body} = await world.call('GET /api/wanted/subtitles');
	t.is(body.pagination.total, 1);
	t.deepEqual(body.items[0].missing, [
		{language: 'en', forced: false, hearingImpaired: false},
		{language: 'pt-br', forced: true, hearingImpaired: false},
		{language: 'de', forced: false, hearingImpaired: true},
	]);
	t.is((await world.call('GET /api/wanted/subtitles?type=episode')).body.pagination.total, 0);
});

test('what does not fit the type is refused with what is allowed', async t => {
	const {call} = await served(t);
	const faults = async (query: string) => {
		const {status, body} = await call(`GET /api/wanted/${query}`);
		return [status, ...(body.errors ?? []).map(({path, message}: {path: string; message: string}) => `${path}: ${message}`)];
	};
	t.deepEqual(await faults('missing?sort=airDateUtc:asc'), [
		400,
		'sort: sort of type movie must be one of title, releaseDate, lastSearchTime, with :asc or :desc',
	]);
	t.deepEqual(await faults('cutoff?sort=title:asc&type=episode'), [
		400,
		'sort: sort of type episode must be one of airDateUtc, lastSearchTime, with :asc or :desc',
	]);
	t.deepEqual(await faults('missing?seriesId=x'), [400, 'seriesId: seriesId needs type=episode']);
	t.is((await faults('missing?type=series'))[0], 400);
	t.is((await faults('missing?sort=constructor:asc'))[0], 400);
	t.deepEqual(await faults('missing?type=episode&sort=lastSearchTime:desc'), [200]);
	t.is((await call('GET /api/wanted/missing', {as: 'nobody'})).status, 401);
	t.is((await call('GET /api/wanted/missing', {as: 'streaming'})).status, 200);
});
