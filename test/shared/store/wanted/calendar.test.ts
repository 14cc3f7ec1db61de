import test from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';

const now = new Date('2026-03-01T12:00:00Z');

test('the calendar is read before its indexes are built, too', async t => {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const {movies, series, episodes} = database.stores;
	const choice = {
		monitored: true,
		minimumAvailability: 'released',
		rootFolderPath: '/library',
		path: '/library/Film',
		qualityProfileId: 'x',
		libraryId: null,
		searchOnAdd: false,
	} as const;
	for (const [metaId, day] of [1, 2, 3].map(n => [n, new Date(`2026-03-0${9 - n}`)] as const)) {
		const dates = {inCinemas: null, digitalRelease: day, physicalRelease: null};
		await movies.add(buildMovieDetails({metaId, title: `Cold Harbour ${metaId}`, ...dates}), choice, now);
	}
	await series.add(buildSeriesDetails({seasons: [buildSeason(1, ['2026-03-03', '2026-03-02'])]}), buildNewSeries(), now);
	const span = {start: new Date('2026-03-01'), end: new Date('2026-03-31'), unmonitored: false, limit: 2};
	t.is((await episodes.inCalendar(span, {_id: 1})).length, 2);
	const found = await movies.inCalendar(span, {_id: 0, metaId: 1});
	t.is(found.length, 2);
	await database.buildIndexes();
	t.deepEqual(await movies.inCalendar(span, {_id: 0, metaId: 1}), found);
});
