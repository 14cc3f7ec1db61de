import test from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import type {MoviePageQuery} from '#shared/store/movies/movie-page.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';

const now = new Date('2026-03-10T12:00:00Z');
const choice = {
	monitored: true,
	minimumAvailability: 'released' as const,
	rootFolderPath: '/films',
	qualityProfileId: 'some',
	libraryId: 'a',
	searchOnAdd: false,
};

test('a list of one quality, language or size is found by an index, and the titles that it lacks are not looked at', async t => {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	await database.buildIndexes();
	const {movies} = database.stores;
	const all = Array.from({length: 60}, (_, index) => {
		const isRare = index % 20 === 0;
		const details = buildMovieDetails({metaId: index + 1, title: `Film ${index}`, originalLanguage: isRare ? 'de' : 'en'});
		const file = buildMediaFile({id: `f${index}`, number: index + 1, quality: isRare ? 'SDTV' : 'Bluray-1080p', size: isRare ? 9000 : 100});
		return {details, choice: {...choice, path: `/films/${index}`, number: index + 1}, file};
	});
	await movies.addMany(all, now);
	const db = database.connection.db!; // connected above
	const filters: Partial<MoviePageQuery>[] = [{quality: 'SDTV'}, {originalLanguage: 'de'}, {minSize: 5000}];
	for (const filter of filters) {
		await db.command({profile: 2});
		const {rows, total} = await movies.page({page: 1, limit: 50, sort: {field: 'title', direction: 'asc'}, ...filter}, {title: 1});
		await db.command({profile: 0});
		const what = JSON.stringify(filter);
		t.deepEqual([rows.length, total], [3, 3], what);
		const seen = await db
			.collection('system.profile')
			.find({ns: /\.movies$/})
			.toArray();
		t.true(seen.length > 0, what);
		for (const {keysExamined = 0, planSummary} of seen) {
			t.true(keysExamined < 12, `${what}: ${keysExamined} keys by ${planSummary}`);
		}
		await db.dropCollection('system.profile');
	}
});
