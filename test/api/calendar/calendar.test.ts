import test from 'ava';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const now = new Date('2026-03-10T15:00:00Z');

async function withTitles(t: Parameters<typeof serve>[0]): Promise<Served> {
	const world = await serve(t, {deps: {now: () => now}});
	const day = (text: string) => new Date(`${text}T00:00:00Z`);
	const film = {
		metaId: 1,
		title: 'Cold Harbour',
		inCinemas: day('2026-03-12'),
		digitalRelease: day('2026-03-17'),
		physicalRelease: day('2026-05-01'),
	};
	await addMovie(world, film);
	await addMovie(world, {metaId: 2, title: 'Nobody Asked', inCinemas: day('2026-03-12')}, {monitored: false});
	const airDates = ['2026-03-08', '2026-03-09', '2026-03-17', '2026-03-18', null];
	const details = buildSeriesDetails({seasons: [buildSeason(1, airDates)]});
	const series = await world.deps.series.add(details, buildNewSeries(), now);
	const [, second] = await world.deps.episodes.ofSeason(series.id, 1);
	await world.deps.episodes.recordFile({seriesId: series.id, episodeIds: [second?.id ?? ''], file: buildMediaFile(), replaces: []}, now);
	return world;
}

interface Row {
	date: string;
	event: string;
	title: string;
	hasFile: boolean;
	monitored: boolean;
}
const short = (rows: Row[]) => rows.map(({date, event, title}) => `${date.slice(0, 10)} ${event} ${title}`);

test('without dates the calendar goes from yesterday to a week from now', async t => {
	const {call} = await withTitles(t);
	const {status, body} = await call('GET /api/calendar');
	t.is(status, 200);
	t.deepEqual([body.start, body.end, body.truncated], ['2026-03-09T00:00:00.000Z', '2026-03-18T00:00:00.000Z', false]);
	t.deepEqual(short(body.events).toSorted(), [
		'2026-03-09 airing Chapter 2',
		'2026-03-12 inCinemas Cold Harbour',
		'2026-03-17 airing Chapter 3',
		'2026-03-17 digitalRelease Cold Harbour',
	]);
	t.deepEqual(
		body.events.map((row: Row) => row.date),
		body.events.map((row: Row) => row.date).toSorted(),
	);
	t.deepEqual(
		body.events.map((row: Row) => row.hasFile),
		[true, false, false, false],
	);
	const [first] = body.events;
	t.deepEqual([first.seriesTitle, first.seasonNumber, first.episodeNumber, first.runtime], ['Paper Lanterns', 1, 2, 42]);
});

test('a span is what its dates say: a day as end belongs to it, a moment does not', async t => {
	const {call} = await withTitles(t);
	const events = async (query: string) => short((await call(`GET /api/calendar?${query}`)).body.events);
	t.deepEqual(await events('start=2026-03-18&end=2026-03-18'), ['2026-03-18 airing Chapter 4']);
	t.deepEqual(await events('start=2026-03-17T00:00:01Z&end=2026-03-18T00:00:00Z'), []);
	t.deepEqual(await events('start=2026-03-18T01:00:00%2B02:00&end=2026-03-18T02:00:00%2B02:00&type=movie'), []);
	t.deepEqual(await events('start=2026-03-01&end=2027-03-01&type=movie'), [
		'2026-03-12 inCinemas Cold Harbour',
		'2026-03-17 digitalRelease Cold Harbour',
		'2026-05-01 physicalRelease Cold Harbour',
	]);
	t.is((await events('start=2026-03-12&end=2026-03-12&unmonitored=true')).length, 2);
	t.is((await events('end=2026-03-08')).length, 1);
});

test('a span that is no span is refused with what is allowed', async t => {
	const {call} = await withTitles(t);
	const fault = async (query: string) => {
		const {status, body} = await call(`GET /api/calendar?${query}`);
		return [status, ...(body.errors ?? []).map(({path, message}: {path: string; message: string}) => `${path}: ${message}`)];
	};
	t.deepEqual(await fault('start=2026-02-30'), [400, 'start: start is no date that exists']);
	t.deepEqual(await fault('start=2026-03-10&end=2026-03-09'), [400, 'end: end must be after start']);
	t.deepEqual(await fault('start=2026-03-10T00:00:00Z&end=2026-03-10T00:00:00Z'), [400, 'end: end must be after start']);
	t.deepEqual(await fault('start=2026-01-01&end=2027-01-01'), [200]);
	t.deepEqual(await fault('start=2026-01-01&end=2027-01-02'), [400, 'end: end must be at most 366 days after start']);
	for (const wrong of [
		'start=yesterday',
		'start=2026',
		'start=2026-13-01',
		'start=2026-03-10T25:00:00Z',
		'end=',
		'type=series',
		'start=9999-12-31&end=0000-01-01',
	]) {
		t.is((await fault(wrong))[0], 400, wrong);
	}
});

test('episodes of an unmonitored series are in the calendar only on demand', async t => {
	const {call, deps} = await withTitles(t);
	const [series] = (await call('GET /api/library/series')).body.series;
	await deps.series.change(series.id, {monitored: false}, now);
	t.deepEqual((await call('GET /api/calendar?type=episode')).body.events, []);
	const {body} = await call('GET /api/calendar?type=episode&unmonitored=true');
	t.deepEqual(
		body.events.map((row: Row) => row.monitored),
		[false, false],
	);
});

test('of a crowded span the first 5,000 events are shown', async t => {
	const {call, deps} = await withTitles(t);
	const rows = Array.from({length: 5010}, (_, n) => ({
		_id: `crowd-${String(n).padStart(5, '0')}`,
		seriesId: 'gone',
		title: 'One of many',
		seasonNumber: 1,
		episodeNumber: n,
		airDateUtc: new Date(Date.UTC(2026, 6, 1) + n * 1000),
		monitored: true,
		seriesMonitored: true,
		hasFile: false,
		updatedAt: now,
	}));
	await deps.connection.collection('episodes').insertMany(rows as never);
	const {body} = await call('GET /api/calendar?start=2026-07-01&end=2026-07-02');
	t.deepEqual([body.events.length, body.truncated, body.events.at(-1).id], [5000, true, 'crowd-04999']);
	const rest = (await call('GET /api/calendar?start=2026-07-01T01:00:00Z&end=2026-07-02')).body;
	t.deepEqual([rest.events.length, rest.truncated], [1410, false]);
});
