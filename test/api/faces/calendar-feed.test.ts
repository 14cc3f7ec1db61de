import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildEpisodeDetails, buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {readCalendar} from '#test/helpers/read-calendar.ts';

const now = new Date('2026-03-10T15:00:00Z');

test('calendars that people have subscribed to at Radarr or Sonarr are read at the same address', async t => {
	const served = await withFaces(t, {}, {deps: {now: () => now}});
	const {ask, deps, key} = served;
	const dates = {inCinemas: new Date('2026-03-12'), digitalRelease: new Date('2026-03-30'), physicalRelease: null};
	await addMovie(served, {title: 'Paper Harbor', year: 2026, ...dates});
	await addMovie(served, {metaId: 9, title: 'Amber Mill', ...dates}, {monitored: false, path: '/library/other'});
	const episodes = [
		buildEpisodeDetails(1, 1, {airDate: '2026-03-11', runtime: 45, title: 'Begin'}),
		buildEpisodeDetails(1, 2, {airDate: '2026-03-18', title: 'Go on'}),
	];
	await deps.series.add(buildSeriesDetails({title: 'Quiet Mill', seasons: [buildSeason(1, [], {episodes})]}), buildNewSeries(), now);
	const read = async (path: string) => {
		const {status, text, headers} = await ask(`GET ${path}`, {key: null});
		t.deepEqual([status, headers.get('content-type')], [200, 'text/calendar; charset=utf-8'], path);
		return readCalendar(text).map(({SUMMARY, DTSTART}) => (DTSTART === undefined ? `${SUMMARY}, all day` : SUMMARY));
	};
	const films = `/radarr/feed/v3/calendar/Radarr.ics?apikey=${key}`;
	t.deepEqual(await read(films), ['Paper Harbor (2026): in cinemas, all day', 'Paper Harbor (2026): digital release, all day']);
	t.is((await read(`${films}&unmonitored=true&futureDays=5`)).length, 2);
	t.deepEqual(await read(`${films}&releaseTypes=DigitalRelease`), ['Paper Harbor (2026): digital release, all day']);
	t.deepEqual(await read(`${films}&pastDays=-4&futureDays=0`), []);
	const shows = `/sonarr/feed/v3/calendar/Sonarr.ics?apikey=${key}`;
	t.deepEqual(await read(shows), ['Quiet Mill - S01E01 - Begin', 'Quiet Mill - S01E02 - Go on']);
	t.deepEqual(await read(`${shows}&premieresOnly=true&asAllDay=true`), ['Quiet Mill - S01E01 - Begin, all day']);
	t.is((await ask('GET /radarr/feed/v3/calendar/Radarr.ics', {key: null})).status, 401);
	t.is((await ask(`GET /radarr/feed/v3/calendar/Sonarr.ics?apikey=${key}`, {key: null})).status, 404);
});

test('the other titles of a movie are listed by its number, each with an id of its own', async t => {
	const served = await withFaces(t);
	const {ask} = served;
	await withMovie(served, {metaId: 603});
	const [{id}] = (await ask('GET /radarr/api/v3/movie')).body;
	const {body} = await ask(`GET /radarr/api/v3/alttitle?movieId=${id}`);
	t.like(body, [{title: 'Harbour of Silence', sourceType: 'tmdb', movieMetadataId: id}]);
	t.deepEqual((await ask(`GET /radarr/api/v3/alttitle/${body[0].id}`)).body, body[0]);
	t.deepEqual((await ask('GET /radarr/api/v3/alttitle')).body, []);
	for (const path of ['alttitle?movieId=99', `alttitle/${body[0].id + 1}`, 'alttitle/7']) {
		t.is((await ask(`GET /radarr/api/v3/${path}`)).status, 404, path);
	}
});
